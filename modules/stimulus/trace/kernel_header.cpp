#include "heddle/stimulus/trace/kernel_header.h"

#include <array>

#include "heddle/stimulus/trace/scanner.h"

namespace heddle::traces {
namespace {

// Shared memory is given to a block in pieces of this size; addresses wrap inside it.
constexpr std::uint64_t shared_granule_bytes = 128;

enum Field : unsigned { name, grid, block, shmem, nregs, binary, tracer, line_info, shared_base, local_base, fields };
constexpr const char* field_names[fields] = {"kernel name",
                                             "grid dim",
                                             "block dim",
                                             "shmem",
                                             "nregs",
                                             "binary version",
                                             "accelsim tracer version",
                                             "enable lineinfo",
                                             "shmem base_addr",
                                             "local mem base_addr"};
// Versions before 5 do not have it; the bases are for generic accesses only.
constexpr bool needed(unsigned field) {
    return field < line_info;
}

class HeaderReader {
public:
    explicit HeaderReader(LineReader& lines) : lines_(lines) {}

    KernelHeader read() {
        std::string_view line;
        while (true) {
            if (!lines_.next(line))
                lines_.fail("the file ends inside the header; expected a line '#traces format = ...'");
            Scanner scanner(line);
            if (scanner.at_end()) continue;
            if (scanner.take('#')) break;
            if (!scanner.take('-'))
                lines_.fail("'" + std::string(line.substr(0, 40)) +
                            "' in the header; expected '-name = value' or the line '#traces format = ...'");
            read_field(line.substr(line.find('-') + 1));
        }
        for (unsigned f = 0; f < fields; ++f)
            if (needed(f) && !seen_[f])
                lines_.fail(std::string("the header has no line '-") + field_names[f] + " = ...'");
        check();
        return header_;
    }

private:
    void read_field(std::string_view text) {
        const std::size_t equal = text.find('=');
        if (equal == text.npos) lines_.fail("'-" + std::string(text.substr(0, 40)) + "': expected '-name = value'");
        std::string_view key = text.substr(0, equal);
        while (!key.empty() && key.back() == ' ') key.remove_suffix(1);
        for (unsigned f = 0; f < fields; ++f)
            if (key == field_names[f]) {
                if (seen_[f]) lines_.fail("'-" + std::string(key) + "' is given twice; expected it once");
                seen_[f] = true;
                return set(static_cast<Field>(f), Scanner(text.substr(equal + 1)));
            }
    }

    void set(Field field, Scanner value) {
        KernelShape& shape = header_.shape;
        switch (field) {
            case name:
                shape.name = value.rest();
                break;
            case grid:
                shape.grid = dimensions(value, "-grid dim", HeaderLimits::blocks, "blocks");
                break;
            case block:
                shape.block = dimensions(value, "-block dim", HeaderLimits::threads, "threads");
                break;
            case shmem:
                shared_bytes_ = number(value, "-shmem", 0, HeaderLimits::shared_bytes);
                break;
            case nregs:
                shape.registers_per_thread =
                    static_cast<std::uint32_t>(number(value, "-nregs", 1, HeaderLimits::registers));
                break;
            case binary:
                header_.binary_version = static_cast<unsigned>(number(value, "-binary version", 30, 999));
                break;
            case tracer:
                header_.tracer_version = static_cast<unsigned>(number(value, "-accelsim tracer version", 3, 5));
                break;
            case line_info:
                header_.has_line_info = number(value, "-enable lineinfo", 0, 1) != 0;
                break;
            case shared_base:
                header_.shared_base = address(value, "-shmem base_addr");
                break;
            default:
                header_.local_base = address(value, "-local mem base_addr");
                break;
        }
    }

    Dim3 dimensions(Scanner& value, const char* what, std::uint64_t most, const char* unit) {
        std::uint64_t x, y, z;
        const bool good = value.take('(') && value.decimal(x) && value.take(',') && value.decimal(y) &&
                          value.take(',') && value.decimal(z) && value.take(')') && value.at_end();
        if (!good) lines_.fail(std::string(what) + ": expected '(x,y,z)' with three numbers");
        if (x == 0 || y == 0 || z == 0 || x > most || y > most || z > most || x * y > most || x * y * z > most)
            lines_.fail(std::string(what) + ": expected between 1 and " + std::to_string(most) + " " + unit);
        return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)};
    }

    std::uint64_t number(Scanner& value, const char* what, std::uint64_t least, std::uint64_t most) {
        std::uint64_t result;
        if (!value.decimal(result) || !value.at_end() || result < least || result > most)
            lines_.fail(std::string(what) + ": expected a number from " + std::to_string(least) + " to " +
                        std::to_string(most));
        return result;
    }

    std::uint64_t address(Scanner& value, const char* what) {
        std::uint64_t result;
        if (!value.prefixed_hexadecimal(result) || !value.at_end())
            lines_.fail(std::string(what) + ": expected a hexadecimal address such as 0x7f7ff0000000");
        return result;
    }

    void check() {
        if (header_.shape.name.empty()) lines_.fail("-kernel name is empty; expected a name");
        const std::uint64_t rounded =
            (shared_bytes_ + shared_granule_bytes - 1) / shared_granule_bytes * shared_granule_bytes;
        header_.shape.shared_bytes = static_cast<std::uint32_t>(rounded);
        header_.shape.place = lines_.name();
    }

    LineReader& lines_;
    KernelHeader header_;
    std::array<bool, fields> seen_{};
    std::uint64_t shared_bytes_ = 0;
};

}  // namespace

KernelHeader read_header(LineReader& lines) {
    return HeaderReader(lines).read();
}

}  // namespace heddle::traces
