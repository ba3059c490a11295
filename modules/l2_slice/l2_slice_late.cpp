// The newest bytes of a line while timed traffic for it is in flight, and what becomes of writes that came meanwhile.
//
// The newest value of a byte is that of the first of these that has it: a valid sector of the cache, a late write, the
// youngest write-back in flight, memory. Stored bytes of a sector that is not valid come before late writes, too.
#include <algorithm>
#include <cstring>

#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

unsigned L2Slice::way_of(std::uint64_t line_address) const {
    return lookup_.tags().find(line_address / line_bytes, set_of(line_address));
}

// A fetch or write-back of the line is outstanding. `way`: that of the line.
bool L2Slice::busy(std::uint64_t line_address, unsigned way) const {
    if (way != L2Lookup::none && lookup_.tags().reserved(way)) return true;
    return std::any_of(open_writebacks_.begin(), open_writebacks_.end(),
                       [&](const L2Line* writeback) { return writeback->line_address() == line_address; });
}

bool L2Slice::held(std::uint64_t line_address) const {
    return std::find(held_.begin(), held_.end(), line_address) != held_.end();
}

// Calls visit(offset in the line, bytes, count) for what is newer than memory's bytes, the newest last.
template <class Visit>
void L2Slice::for_each_newer(std::uint64_t line_address, Visit visit) const {
    for (const L2Line* writeback : open_writebacks_)
        if (writeback->line_address() == line_address) writeback->for_each_run(visit);
    if (const LateWrites::Line* late = late_writes_.find(line_address)) late->bytes.for_each_run(visit);
    const unsigned way = way_of(line_address);
    if (way == L2Lookup::none) return;
    const unsigned bytes = lookup_.sectors().bytes();
    for_each_sector(lookup_.tags().valid_sectors(way),
                    [&](unsigned sector) { visit(sector * bytes, data_of(way) + sector * bytes, bytes); });
    written_.for_each_run(way, [&](unsigned first, unsigned count) { visit(first, data_of(way) + first, count); });
}

void L2Slice::overlay_newer(std::uint64_t line_address, std::uint8_t* line_data) const {
    for_each_newer(line_address, [&](unsigned offset, const std::uint8_t* bytes, unsigned count) {
        std::memcpy(line_data + offset, bytes, count);
    });
}

PartialLine L2Slice::newer_than_memory(std::uint64_t line_address) const {
    PartialLine newer;
    for_each_newer(line_address, [&](unsigned offset, const std::uint8_t* bytes, unsigned count) {
        newer.put(offset, bytes, count);
    });
    return newer;
}

// In sectors that are not valid the bytes do no harm: they are overwritten before they become valid.
void L2Slice::write_copy(unsigned way, std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
    if (way != L2Lookup::none) std::memcpy(data_of(way) + address % line_bytes, bytes, count);
}

// The sectors have just arrived from memory, which read them before the late writes, or did not get those yet.
void L2Slice::apply_late(unsigned entry, Mask sectors) {
    const LateWrites::Line* late = late_writes_.find(lookup_.mshr().line(entry) * line_bytes);
    if (!late) return;
    std::uint8_t* const way_data = data_of(lookup_.mshr().way(entry));
    const unsigned size = lookup_.sectors().bytes();
    late->bytes.for_each_run([&](unsigned offset, const std::uint8_t* bytes, unsigned count) {
        for (unsigned i = 0; i < count; ++i)
            if (sectors >> ((offset + i) / size) & 1) way_data[offset + i] = bytes[i];
    });
}

// A write-back has carried bytes from before the late writes to memory. If memory knows debug transport, it gets them
// at once again.
void L2Slice::late_bytes_in_memory(std::uint64_t line_address) {
    LateWrites::Line* late = late_writes_.find(line_address);
    if (!late) return;
    bool served = true;
    late->bytes.for_each_run([&](unsigned offset, const std::uint8_t* bytes, unsigned count) {
        served &= debug_memory(tlm::TLM_WRITE_COMMAND, line_address + offset, const_cast<std::uint8_t*>(bytes),
                               count) == count;  // a target does not change the data of a write
    });
    late->owed = !served;
}

// The last access in flight for the line may have ended. Late bytes that are in the cache now are dirty data like any
// other; what is left is written by write_late().
void L2Slice::settle_late(std::uint64_t line_address) {
    LateWrites::Line* late = late_writes_.find(line_address);
    if (!late) return;
    const unsigned way = way_of(line_address), bytes = lookup_.sectors().bytes();
    if (in_flight(line_address, way)) return;
    if (late->owed && way != L2Lookup::none)
        for_each_sector(lookup_.tags().valid_sectors(way), [&](unsigned sector) {
            if (late->bytes.has_any(sector * bytes, bytes)) lookup_.mark_dirty(way, static_cast<Mask>(1u << sector));
            late->bytes.forget(sector * bytes, bytes);
        });
    if (!late->owed || late->bytes.empty()) late_writes_.forget(line_address);
}

// Late bytes for which the cache has no place, and that memory does not have, go there like a write-back.
bool L2Slice::write_late(Cycle now) {
    if (!to_memory_.room(now)) return false;
    const auto line = std::find_if(late_writes_.begin(), late_writes_.end(), [this](const LateWrites::Line& late) {
        return late.owed && !in_flight(late.address, way_of(late.address));
    });
    if (line == late_writes_.end()) return false;
    const std::uint64_t line_address = line->address;
    const PartialLine bytes = memory_out.foreign_peer() ? completed(*line) : line->bytes;
    if (const Mask sectors = whole_sectors(bytes)) {
        send_writeback(line_address, sectors, bytes.data(), now);
    } else {
        send_writeback(line_address, bytes, now);
    }
    late_writes_.forget(line_address);
    return true;
}

// A foreign memory may not take parts of sectors. Those come from debug writes, so it knows debug transport. Nothing is
// in flight for the line, so what it has of the other bytes is the newest.
PartialLine L2Slice::completed(const LateWrites::Line& late) {
    PartialLine whole;
    const unsigned size = lookup_.sectors().bytes();
    for_each_sector(lookup_.sectors().all(), [&](unsigned sector) {
        std::array<std::uint8_t, line_bytes> bytes;
        const unsigned first = sector * size;
        if (!late.bytes.has_any(first, size)) return;
        whole.put(first, bytes.data(), debug_memory(tlm::TLM_READ_COMMAND, late.address + first, bytes.data(), size));
    });
    late.bytes.for_each_run(
        [&](unsigned first, const std::uint8_t* bytes, unsigned count) { whole.put(first, bytes, count); });
    return whole;
}

// The sectors that the bytes fill, or none if some bytes are left over.
L2Slice::Mask L2Slice::whole_sectors(const PartialLine& bytes) const {
    const unsigned size = lookup_.sectors().bytes();
    Mask whole = 0;
    unsigned set = 0;
    for (unsigned byte = 0; byte < line_bytes; ++byte) set += bytes.has(byte);
    for_each_sector(lookup_.sectors().all(), [&](unsigned sector) {
        unsigned there = 0;
        while (there < size && bytes.has(sector * size + there)) ++there;
        if (there == size) whole |= static_cast<Mask>(1u << sector);
    });
    return static_cast<unsigned>(__builtin_popcount(whole)) * size == set ? whole : Mask{0};
}

// From the first to the last of the bytes; those in between that are not set are masked out.
L2Line* L2Slice::make_write(std::uint64_t line_address, const PartialLine& bytes) {
    unsigned first = 0, end = line_bytes;
    while (!bytes.has(first)) ++first;
    while (!bytes.has(end - 1)) --end;
    L2Line* write = pool_.acquire(tlm::TLM_WRITE_COMMAND, line_address + first, end - first);
    write->owner = {line_address + first, nullptr, lookup_.sectors().touched(line_address + first, end - first)};
    write->access.kind = AccessKind::store;
    std::copy(bytes.data() + first, bytes.data() + end, write->data.begin());
    bool gaps = false;
    for (unsigned byte = first; byte < end; ++byte) {
        write->enables[byte - first] = bytes.has(byte) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        gaps |= !bytes.has(byte);
    }
    if (gaps) write->use_byte_enables();
    return write;
}

}  // namespace heddle
