// Stores of parts of sectors, where the rest of a sector is fetched when it is read.
//
// A sector of which only some bytes have been stored is dirty but not valid: a store finds it there, a load does not.
#include <algorithm>
#include <cstring>

#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

// The sectors that the store writes to, without those in between.
L2Slice::Mask L2Slice::stored_sectors(const Payload& store) const {
    const std::uint64_t address = store.get_address();
    Mask stored = 0;
    for (unsigned i = 0; i < store.get_data_length(); ++i)
        if (writes_whole(store, address + i, 1)) stored |= lookup_.sectors().touched(address + i, 1);
    return stored;
}

// No byte has to be looked at: the store sets the sectors that it touches as a whole, and nothing is known of parts.
bool L2Slice::sets_only_whole_sectors(const Payload& store, unsigned way) const {
    return !store.get_byte_enable_ptr() && (store.get_address() | store.get_data_length()) % sector_bytes == 0 &&
           lookup_.sectors().bytes() == sector_bytes && late_writes_.empty() && !written_.any(way);
}

// The store's bytes are in the way. Late bytes at their place are older.
void L2Slice::keep_stored(const Payload& store, unsigned way) {
    const std::uint64_t address = store.get_address(), line_address = line_of(address);
    const Mask stored = stored_sectors(store), parts = stored & static_cast<Mask>(~lookup_.tags().valid_sectors(way));
    const unsigned size = lookup_.sectors().bytes();
    for (unsigned i = 0; parts && i < store.get_data_length(); ++i) {
        const auto byte = static_cast<unsigned>(address - line_address) + i;
        if (!(parts >> (byte / size) & 1) || !writes_whole(store, address + i, 1)) continue;
        written_.add(way, byte);
        if (!late_writes_.empty()) late_writes_.forget(line_address, byte, 1);
    }
    for_each_sector(parts, [&](unsigned sector) {
        if (!written_.all(way, sector * size, size)) return;
        written_.forget(way, sector * size, size);
        lookup_.add_sectors(way, static_cast<Mask>(1u << sector));
    });
    lookup_.mark_dirty(way, stored);
}

// Lays the bytes of a fetched sector under those that have been stored.
void L2Slice::complete(unsigned way, unsigned sector, const std::uint8_t* fetched) {
    const unsigned size = lookup_.sectors().bytes(), first = sector * size;
    for (unsigned i = 0; i < size; ++i)
        if (!written_.has(way, first + i)) data_of(way)[first + i] = fetched[i];
    written_.forget(way, first, size);
}

// The way is given up, or becomes clean.
void L2Slice::send_writeback(unsigned way, std::uint64_t line_address, Mask sectors, Cycle now) {
    if (!written_.any(way)) return send_writeback(line_address, sectors, data_of(way), now);
    PartialLine bytes;
    written_.for_each_run(way, [&](unsigned first, unsigned count) { bytes.put(first, data_of(way) + first, count); });
    const unsigned size = lookup_.sectors().bytes();
    for_each_sector(sectors, [&](unsigned sector) {
        if (!bytes.has_any(sector * size, size)) bytes.put(sector * size, data_of(way) + sector * size, size);
    });
    written_.forget(way);
    send_writeback(line_address, bytes, now);
}

void L2Slice::send_writeback(std::uint64_t line_address, const PartialLine& bytes, Cycle now) {
    L2Line* write = make_write(line_address, bytes);
    open_writebacks_.push_back(write);
    to_memory_.push(write, now + 1);
    ++writebacks;
    bytes.for_each_run([&](unsigned offset, const std::uint8_t*, unsigned count) {
        late_writes_.forget(line_address, offset, count);
    });
}

}  // namespace heddle
