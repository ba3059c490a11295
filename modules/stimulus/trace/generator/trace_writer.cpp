#include "heddle/stimulus/trace/generator/trace_writer.h"

#include <cinttypes>
#include <filesystem>

#include "heddle/base/error.h"

namespace heddle::traces {
namespace {

template <class... Values>
void append(std::string& text, const char* format, Values... values) {
    char buffer[160];
    const int length = std::snprintf(buffer, sizeof buffer, format, values...);
    text.append(buffer, static_cast<std::size_t>(length));
}

void append_addresses(std::string& text, const TraceLine& line) {
    std::uint64_t active[warp_lanes];
    unsigned count = 0;
    bool one_run = true, equal_steps = true, narrow = true;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        if (!(line.mask >> lane & 1)) continue;
        one_run &= count == 0 || (line.mask >> (lane - 1) & 1);
        active[count++] = line.address[lane];
    }
    for (unsigned i = 1; i < count; ++i) {
        const auto step = static_cast<std::int64_t>(active[i] - active[i - 1]);
        equal_steps &= step == static_cast<std::int64_t>(active[1] - active[0]);
        narrow &= step == static_cast<std::int32_t>(step);
    }
    const std::uint64_t first = count > 0 ? active[0] : 0;
    if (one_run && equal_steps && narrow) {
        append(text, "1 0x%" PRIx64 " %" PRId64 " ", first,
               count > 1 ? static_cast<std::int64_t>(active[1] - active[0]) : 0);
    } else if (narrow) {
        append(text, "2 0x%" PRIx64 " ", first);
        for (unsigned i = 1; i < count; ++i)
            append(text, "%" PRId64 " ", static_cast<std::int64_t>(active[i] - active[i - 1]));
    } else {
        text += "0 ";
        for (unsigned i = 0; i < count; ++i) append(text, "0x%" PRIx64 " ", active[i]);
    }
}

void append_dimensions(std::string& text, const char* name, const Dim3& size) {
    append(text, "-%s dim = (%u,%u,%u)\n", name, size.x, size.y, size.z);
}

}  // namespace

std::string text_of(const TraceLine& line) {
    std::string text;
    append(text, "%04x %08x ", line.pc, line.mask);
    if (line.destination >= 0)
        append(text, "1 R%d ", line.destination);
    else
        text += "0 ";
    text += line.opcode;
    append(text, " %zu ", line.sources.size());
    for (const unsigned source : line.sources) append(text, "R%u ", source);
    append(text, "%u ", line.width_bytes);
    if (line.width_bytes > 0) append_addresses(text, line);
    text += "0 \n";
    return text;
}

TraceWriter::TraceWriter(const std::string& folder, bool compress) : folder_(folder), compress_(compress) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw InputError(folder + ": the folder cannot be made (" + error.message() + ")");
}

void TraceWriter::copy_to_device(std::uint64_t address, std::uint64_t bytes) {
    append(list_, "MemcpyHtoD,0x%016" PRIx64 ",%" PRIu64 "\n", address, bytes);
}

void TraceWriter::begin_kernel(const KernelShape& shape) {
    shape_ = shape;
    const std::string file = "kernel-" + std::to_string(++kernels_) + ".traceg" + (compress_ ? ".xz" : "");
    list_ += file + "\n";
    out_ = open_output(folder_ + "/" + file, compress_);
    std::string text = "-kernel name = " + shape.name + "\n";
    append(text, "-kernel id = %u\n", kernels_);
    append_dimensions(text, "grid", shape.grid);
    append_dimensions(text, "block", shape.block);
    append(text, "-shmem = %u\n-nregs = %u\n", shape.shared_bytes, shape.registers_per_thread);
    text +=
        "-binary version = 70\n-cuda stream id = 0\n-shmem base_addr = 0x00007f7ff0000000\n"
        "-local mem base_addr = 0x00007f7fee000000\n-nvbit version = 1.5.5\n-accelsim tracer version = 5\n"
        "-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] "
        "mem_width [adrrescompress?] [mem_addresses] immediate\n\n";
    out_->write(text);
}

void TraceWriter::begin_block(std::uint32_t cta) {
    const Dim3& grid = shape_.grid;
    std::string text = "\n#BEGIN_TB\n\n";
    append(text, "thread block = %u,%u,%u\n", cta % grid.x, cta / grid.x % grid.y, cta / grid.x / grid.y);
    out_->write(text);
    warps_.assign(shape_.warps_per_cta(), WarpText{});
}

void TraceWriter::add(std::uint32_t warp, const TraceLine& line) {
    warps_[warp].text += text_of(line);
    ++warps_[warp].instructions;
    ++instructions_;
}

void TraceWriter::end_block() {
    for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
        std::string head;
        append(head, "\nwarp = %zu\ninsts = %" PRIu64 "\n", warp, warps_[warp].instructions);
        out_->write(head);
        out_->write(warps_[warp].text);
    }
    out_->write("\n#END_TB\n");
}

void TraceWriter::end_kernel() {
    out_->close();
    out_.reset();
}

void TraceWriter::finish() {
    const std::unique_ptr<Output> list = open_output(folder_ + "/kernelslist.g", false);
    list->write(list_);
    list->close();
}

}  // namespace heddle::traces
