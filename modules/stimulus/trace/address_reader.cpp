#include "heddle/stimulus/trace/address_reader.h"

namespace heddle::traces {
namespace {

constexpr std::uint64_t list_mode = 0, stride_mode = 1, delta_mode = 2;

bool is_one_run(LaneMask mask) {
    const LaneMask shifted = mask == 0 ? 0 : mask >> __builtin_ctz(mask);
    return (shifted & (shifted + 1)) == 0;
}

std::uint64_t address(Scanner& scanner, const LineReader& lines) {
    std::uint64_t value;
    if (!scanner.prefixed_hexadecimal(value))
        lines.fail(scanner.found() +
                   " where an address is expected, 0x and up to 16 digits; is there one for every active lane?");
    return value;
}

std::int64_t step(Scanner& scanner, const LineReader& lines, const char* what) {
    std::int64_t value;
    if (!scanner.signed_decimal(value))
        lines.fail(scanner.found() + " where " + what + " is expected, a decimal number");
    return value;
}

}  // namespace

void AddressPattern::list(LaneMask mask) {
    if (!strided) return;
    strided = false;
    lanes.count = static_cast<unsigned>(__builtin_popcount(mask));
    for (unsigned i = 0; i < lanes.count; ++i) lanes.address[i] = first + static_cast<std::uint64_t>(step) * i;
}

void read_addresses(Scanner& scanner, LaneMask mask, const LineReader& lines, AddressPattern& pattern) {
    std::uint64_t mode;
    if (!scanner.decimal(mode) || mode > delta_mode)
        lines.fail("the address mode is not 0 (list), 1 (base and stride) or 2 (base and deltas)");
    const auto active = static_cast<unsigned>(__builtin_popcount(mask));
    pattern.strided = mode == stride_mode;
    if (mode == stride_mode) {
        if (!is_one_run(mask))
            lines.fail("base and stride for lanes that are not one run; expected address mode 0 or 2 for this mask");
        pattern.first = address(scanner, lines);
        pattern.step = step(scanner, lines, "the stride");
        return;
    }
    pattern.lanes.count = active;
    if (mode == list_mode) {
        for (unsigned i = 0; i < active; ++i) pattern.lanes.address[i] = address(scanner, lines);
        return;
    }
    std::uint64_t last = address(scanner, lines);
    for (unsigned i = 0; i < active; ++i) {
        if (i > 0) last += static_cast<std::uint64_t>(step(scanner, lines, "the distance of a lane to the one before"));
        pattern.lanes.address[i] = last;
    }
}

void find_steps(LaneMask mask, AddressPattern& pattern) {
    if (pattern.strided || !is_one_run(mask)) return;
    const LaneAddresses& lanes = pattern.lanes;
    const std::uint64_t step = lanes.count > 1 ? lanes.address[1] - lanes.address[0] : 0;
    for (unsigned i = 2; i < lanes.count; ++i)
        if (lanes.address[i] - lanes.address[i - 1] != step) return;
    pattern.strided = true;
    pattern.first = lanes.count > 0 ? lanes.address[0] : 0;
    pattern.step = static_cast<std::int64_t>(step);
}

}  // namespace heddle::traces
