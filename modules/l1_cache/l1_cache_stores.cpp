// What stores and atomics do to the lines they go to, on their way to the L2.
#include "base/payload_bytes.h"
#include "l1_cache/l1_cache.h"

namespace heddle {
namespace {

// As the loads': whether or not the cache has sectors.
constexpr SectorGeometry counted_sectors{line_bytes / sector_bytes};

}  // namespace

// A bypassing load, a store or an atomic goes to the L2.
void L1Cache::count_passing(Payload& request) {
    if (request.is_read()) {
        ++bypasses;
        return;
    }
    const std::uint64_t line = request.get_address() / line_bytes;
    const unsigned way = tags_.find(line);
    ++(request.is_write() ? stores : atomics);
    if (request.is_write()) {
        const Mask written = counted_sectors.asked(request);
        store_sectors += count_sectors(written);
        if (way != TagArray::none) {
            const Mask valid = sectors_.count == 1 && tags_.valid_sectors(way) ? written : tags_.valid_sectors(way);
            store_sector_hits += count_sectors(static_cast<Mask>(written & valid));
        }
    }
    if (!plain_ && request.is_write() && parameters_.write_allocate)
        leave_store(request, way);
    else
        drop_line(line, way);
}

// The store's bytes stay here for later loads: in the blocks that are there, and in those it sets as a whole. What is
// on its way was read before the store and is not kept.
void L1Cache::leave_store(Payload& store, unsigned way) {
    const std::uint64_t line = store.get_address() / line_bytes;
    const Mask touched = sectors_.touched(store.get_address(), store.get_data_length());
    const Mask whole = sectors_.written_whole(store);
    if (close_blocks(line, way, touched)) ++closed_misses;
    if (way == TagArray::none && whole) {
        const unsigned victim = tags_.victim(tags_.set_of(line), spares_written());
        if (victim == TagArray::none) return;
        way = take_way(victim, line);
        tags_.fill(way, 0);
    }
    if (way == TagArray::none) return;
    tags_.add_sectors(way, whole);
    if (tags_.valid_sectors(way) & touched) mark_written(way);
    tags_.touch(way);
    for (Mask rest = touched & tags_.valid_sectors(way); rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned first = static_cast<unsigned>(__builtin_ctz(rest)) * sectors_.bytes();
        write_overlap(store, data_of(way) + first, line * line_bytes + first, sectors_.bytes());
    }
}

// In a write-through cache a dirty mark only says that a store's bytes are here.
void L1Cache::mark_written(unsigned way) {
    if (!tags_.dirty(way)) ++written_lines_;
    tags_.mark_dirty(way, sectors_.all());
}

// A write or atomic goes to the line: no copy may answer later loads, not even one that is still on its way (a load
// that follows a store of its own thread must see it).
void L1Cache::drop_line(std::uint64_t line, unsigned way) {
    if (way != TagArray::none && tags_.valid_sectors(way)) ++write_evicts;
    if (forget_line(line, way)) ++closed_misses;
}

// True if something of the line was on its way.
bool L1Cache::forget_line(std::uint64_t line, unsigned way) {
    const bool was_on_the_way = close_blocks(line, way, sectors_.all());
    if (way != TagArray::none) {
        if (tags_.dirty(way)) --written_lines_;
        if (tags_.valid(way))
            tags_.invalidate(way);
        else
            tags_.orphan(way);
    }
    return was_on_the_way;
}

bool L1Cache::close_blocks(std::uint64_t line, unsigned way, Mask blocks) {
    if (!may_be_on_the_way(way)) return false;
    bool any = false;
    for (Mask rest = blocks; rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned entry = entry_of(line, static_cast<unsigned>(__builtin_ctz(rest)), way);
        if (entry == Mshr<Waiter>::none) continue;
        mshr_.close(entry);
        any = true;
    }
    return any;
}

void L1Cache::drop_all() {
    ++invalidations;
    tags_.invalidate_all();
    written_lines_ = 0;
    mshr_.close_all();
}

}  // namespace heddle
