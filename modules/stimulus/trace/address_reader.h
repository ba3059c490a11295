// The addresses of an instruction's active lanes, in the trace's three ways of writing them.
#pragma once

#include "heddle/stimulus/trace/block.h"
#include "heddle/stimulus/trace/scanner.h"
#include "heddle/stimulus/trace/text_file.h"

namespace heddle::traces {

struct AddressPattern {
    bool strided = false;  // active lanes are one run, in equal steps
    std::uint64_t first = 0;
    std::int64_t step = 0;
    LaneAddresses lanes;  // otherwise

    void list(LaneMask mask);
};

// Reads the address mode and the fields that it needs. Throws InputError.
void read_addresses(Scanner& scanner, LaneMask mask, const LineReader& lines, AddressPattern& pattern);

// Recognises a list of equally spaced addresses as strided.
void find_steps(LaneMask mask, AddressPattern& pattern);

}  // namespace heddle::traces
