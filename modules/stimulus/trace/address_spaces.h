// Translates the addresses of a trace to addresses of the modelled memory.
#pragma once

#include "heddle/stimulus/trace/address_reader.h"
#include "heddle/stimulus/trace/form_decoder.h"

namespace heddle::traces {

class AddressSpaces {
public:
    AddressSpaces(const KernelHeader& header, const LineReader& lines, TraceNotes& notes)
        : header_(header), lines_(lines), notes_(notes) {}

    // The space of a generic access, decided by the address of its first lane.
    AddressSpace of_generic(std::uint64_t address) const;

    // Whether lanes between `lowest` and `highest`, whose distances are multiples of the width, stay as far apart as
    // they are when they are placed; then what is taken from each address.
    bool keeps_distances(AddressSpace space, unsigned access_bytes, std::uint64_t lowest, std::uint64_t highest,
                         std::uint64_t& taken) const;

    // `first_thread` is the number of lane 0 in the grid.
    void place(AddressSpace space, unsigned access_bytes, LaneMask mask, std::uint64_t first_thread,
               AddressPattern& pattern) const;

private:
    void align(unsigned access_bytes, LaneMask mask, AddressPattern& pattern) const;
    void place_shared(unsigned access_bytes, LaneMask mask, AddressPattern& pattern) const;
    void place_local(unsigned access_bytes, LaneMask mask, std::uint64_t first_thread, AddressPattern& pattern) const;

    const KernelHeader& header_;
    const LineReader& lines_;
    TraceNotes& notes_;
};

}  // namespace heddle::traces
