#include "heddle/stimulus/trace/kernels_list.h"

#include "heddle/base/byte_order_mark.h"
#include "heddle/stimulus/trace/scanner.h"

namespace heddle::traces {
namespace {

bool ends_in(std::string_view text, std::string_view end) {
    return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

void add_kernel(LineReader& lines, Scanner scanner, KernelsList& list) {
    const std::string file(scanner.word());
    if (!scanner.at_end())
        lines.fail("'" + std::string(scanner.word()) + "' after the name of a trace; expected one name on the line");
    if (ends_in(file, ".trace") || ends_in(file, ".trace.xz"))
        lines.fail(file + " is a raw trace; group it by thread block with the tracer's post-traces-processing first");
    if (!ends_in(file, ".traceg") && !ends_in(file, ".traceg.xz"))
        lines.fail(file + ": expected a file that ends in .traceg or .traceg.xz");
    list.kernels.push_back({file, lines.line_number()});
}

void add_copy(LineReader& lines, Scanner scanner, KernelsList& list) {
    MemoryCopy copy;
    if (!scanner.take(',') || !scanner.prefixed_hexadecimal(copy.address) || !scanner.take(',') ||
        !scanner.decimal(copy.bytes) || !scanner.at_end())
        lines.fail("expected 'MemcpyHtoD,0x<address>,<bytes>'");
    if (copy.address + copy.bytes < copy.address)
        lines.fail("MemcpyHtoD goes beyond the end of the address space; expected address and size to fit 64 bits");
    copy.before_kernel = list.kernels.size();
    list.copies.push_back(copy);
}

}  // namespace

KernelsList read_kernels_list(LineReader& lines) {
    KernelsList list;
    std::string_view line;
    while (lines.next(line)) {
        Scanner scanner(line);
        if (lines.line_number() == 1) scanner.take(byte_order_mark);
        if (scanner.at_end() || *scanner.position() == '#') continue;
        Scanner ahead = scanner;
        if (ahead.take("kernel"))
            add_kernel(lines, scanner, list);
        else if (scanner.take("MemcpyHtoD"))
            add_copy(lines, scanner, list);
        else if (++list.ignored_lines == 1)
            list.first_ignored_line = lines.line_number();
    }
    if (list.kernels.empty()) lines.fail("the list names no kernel; expected lines such as 'kernel-1.traceg.xz'");
    return list;
}

}  // namespace heddle::traces
