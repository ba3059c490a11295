// What stores, atomics and the start of a kernel do to lines that are in the cache or in flight.
#include "heddle/l1_cache/l1_lookup.h"

namespace heddle {

L1StoreEffect L1Lookup::keep_store(const L1Store& store) {
    const std::uint64_t line = store.address / line_bytes;
    const Mask touched = sectors_.touched(store.address, store.bytes);
    L1StoreEffect effect;
    effect.way = tags_.find(line);
    if (effect.way != none) effect.found = tags_.valid_sectors(effect.way);
    effect.closed = close_blocks(line, effect.way, touched);
    if (effect.way == none && (store.whole || keeps_partial_stores_)) {
        const unsigned chosen = victim(tags_.set_of(line));
        if (chosen == none) return effect;
        effect.way = take_way(chosen, line, effect.evicted);
        tags_.fill(effect.way, 0);
    }
    if (effect.way == none) return effect;
    tags_.add_sectors(effect.way, store.whole);
    if (!effect.found && store.whole) report_installed(line);
    tags_.touch(effect.way);
    effect.kept = touched & tags_.valid_sectors(effect.way);
    if (effect.kept || keeps_partial_stores_) {
        if (!tags_.dirty(effect.way)) ++written_lines_;
        tags_.mark_dirty(effect.way, sectors_.all());
    }
    return effect;
}

L1StoreEffect L1Lookup::drop_line(std::uint64_t line) {
    L1StoreEffect effect;
    effect.way = tags_.find(line);
    effect.closed = close_blocks(line, effect.way, sectors_.all());
    if (effect.way == none) return effect;
    effect.found = tags_.valid_sectors(effect.way);
    if (effect.found) report_dropped(line);
    if (tags_.dirty(effect.way)) --written_lines_;
    if (tags_.valid(effect.way))
        tags_.invalidate(effect.way);
    else
        tags_.orphan(effect.way);
    return effect;
}

void L1Lookup::drop_all() {
    if (observer_) observer_->dropped_all();
    tags_.invalidate_all();
    written_lines_ = 0;
    mshr_.close_all();
}

// True if one of the blocks was in flight.
bool L1Lookup::close_blocks(std::uint64_t line, unsigned way, Mask blocks) {
    if (!may_be_in_flight(way)) return false;
    bool any = false;
    for_each_sector(blocks, [&](unsigned sector) {
        const unsigned entry = entry_of(line, sector, way);
        if (entry == none) return;
        mshr_.close(entry);
        any = true;
    });
    return any;
}

}  // namespace heddle
