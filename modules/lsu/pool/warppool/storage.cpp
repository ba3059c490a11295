#include "heddle/lsu/pool/warppool/storage.h"

namespace heddle {
namespace {

// The paper's structure and its power.
struct Reference {
    double bytes, dynamic_mw, static_mw;
};

StorageRow row(const char* name, unsigned entry_bits, unsigned entries, const Reference& paper) {
    StorageRow result{name, entry_bits, entries, 0, 0};
    const double scale = result.bytes() / paper.bytes;
    result.dynamic_mw = paper.dynamic_mw * scale;
    result.static_mw = paper.static_mw * scale;
    return result;
}

}  // namespace

std::array<StorageRow, 5> warppool_storage(const WarpPoolParameters& p, unsigned mshr_entries, unsigned mshr_merges) {
    constexpr unsigned slot_bits = 23;  // warp 6, load sequence 5, mapping type 2, its payload 10
    return {row("instruction queues", 37, p.instruction_queues * p.instruction_queue_entries, {592, 41.4, 0.4}),
            row("intra-warp coalescers", 32 * 64, p.coalescers, {512, 24.1, 0.2}),
            row("inter-warp queues", 32 + p.slots_per_tag * slot_bits, p.inter_warp_queues * p.tags_per_queue,
                {992, 43.8, 0.5}),
            row("thread map table", 321, p.thread_map_entries, {321, 9.8, 0.1}),
            row("MSHR metadata table", slot_bits, mshr_entries * mshr_merges * p.slots_per_tag, {2944, 19.9, 2.1})};
}

}  // namespace heddle
