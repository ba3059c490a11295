#include "common/totals.h"

#include <stdexcept>

namespace heddle {

namespace {

struct Source {
    const char* total;
    const char* block_kind;
    const char* counter;
};

// Several sources of one total stand together and add up. The order is the order in the statistics file.
constexpr Source sources[] = {
    {"warp_instructions", "sm", "warp_instructions"},
    {"thread_instructions", "sm", "thread_instructions"},
    {"ctas", "sm", "ctas_finished"},
    {"issue_cycles", "sm", "issue_cycles"},
    {"stall_memory_cycles", "sm", "stall_memory_cycles"},
    {"stall_alu_cycles", "sm", "stall_alu_cycles"},
    {"stall_structural_cycles", "sm", "stall_structural_cycles"},
    {"stall_barrier_cycles", "sm", "stall_barrier_cycles"},
    {"idle_cycles", "sm", "idle_cycles"},
    {"l1_accesses", "l1_cache", "accesses"},
    {"l1_hits", "l1_cache", "hits"},
    {"l1_hit_reserved", "l1_cache", "hits_reserved"},
    {"l1_misses", "l1_cache", "misses"},
    {"noc_read_requests", "crossbar", "read_requests"},
    {"noc_flits", "crossbar", "request_flits"},
    {"noc_flits", "crossbar", "reply_flits"},
    {"noc_request_flits", "crossbar", "request_flits"},
    {"noc_reply_flits", "crossbar", "reply_flits"},
    {"l2_accesses", "l2_slice", "accesses"},
    {"l2_hits", "l2_slice", "hits"},
    {"l2_hit_reserved", "l2_slice", "hits_reserved"},
    {"l2_misses", "l2_slice", "misses"},
    {"dram_reads", "memory_controller", "reads"},
    {"dram_writes", "memory_controller", "writes"},
    {"dram_row_hits", "memory_controller", "row_hits"},
    {"dram_row_misses", "memory_controller", "row_misses"},
    {"dram_bytes", "memory_controller", "bytes"},
    {"dram_bus_busy_cycles", "memory_controller", "bus_busy_cycles"},
};

// Blocks and counters that not every platform has: where there are none, there is no such total.
constexpr Source special_sources[] = {
    {"memory_waiting_cycles", "sm", "memory_waiting_cycles"},
    {"memory_waiting_instructions", "sm", "memory_waiting_instructions"},
    {"store_order_wait_cycles", "sm", "store_order_wait_cycles"},
    {"load_order_wait_cycles", "sm", "load_order_wait_cycles"},
    {"instruction_queue_full_cycles", "sm", "instruction_queue_full_cycles"},
    {"memory_instructions", "lsu", "memory_instructions"},
    {"memory_requests", "lsu", "memory_requests"},
    {"thread_requests", "lsu", "thread_requests"},
    {"window_requests_0", "lsu", "window_requests_0"},
    {"window_requests_1", "lsu", "window_requests_1"},
    {"window_requests_2", "lsu", "window_requests_2"},
    {"window_requests_4", "lsu", "window_requests_4"},
    {"window_requests_8", "lsu", "window_requests_8"},
    {"window_requests_16", "lsu", "window_requests_16"},
    {"window_requests_32", "lsu", "window_requests_32"},
    {"window_requests_64", "lsu", "window_requests_64"},
    {"window_requests_128", "lsu", "window_requests_128"},
    {"l1_served_requests", "l1_cache", "served_requests"},
    {"l1_serving_cycles", "l1_cache", "serving_cycles"},
    {"l1_miss_port_conflicts", "l1_cache", "miss_port_conflicts"},
    {"banked_instructions", "banked_lsu", "instructions"},
    {"banked_line_requests", "banked_lsu", "line_requests"},
    {"banked_active_cycles", "banked_lsu", "active_cycles"},
    {"banked_conflict_cycles", "banked_lsu", "bank_conflict_cycles"},
    {"mrpb_instructions", "mrpb_lsu", "instructions"},
    {"mrpb_line_requests", "mrpb_lsu", "line_requests"},
    {"mrpb_queue_occupancy_cycles", "mrpb_lsu", "queue_occupancy_cycles"},
    {"mrpb_queue_full_cycles", "mrpb_lsu", "queue_full_cycles"},
    {"mrpb_flushes", "mrpb_lsu", "flushes"},
    {"mrpb_flush_cycles", "mrpb_lsu", "flush_cycles"},
    {"wp_instructions", "warppool_lsu", "instructions"},
    {"wp_line_requests", "warppool_lsu", "line_requests"},
    {"wp_lines_emitted", "warppool_lsu", "lines_emitted"},
    {"wp_inserts", "warppool_lsu", "inserts"},
    {"wp_merges", "warppool_lsu", "merges"},
    {"wp_tag_allocations", "warppool_lsu", "tag_allocations"},
    {"wp_duplicate_tags", "warppool_lsu", "duplicate_tags"},
    {"wp_tag_cycles", "warppool_lsu", "tag_cycles"},
    {"wp_requests_oldest", "warppool_lsu", "requests_oldest"},
    {"wp_requests_warp_id", "warppool_lsu", "requests_warp_id"},
    {"wp_stores_sent", "warppool_lsu", "stores_sent"},
    {"wp_policy_toggles", "warppool_lsu", "policy_toggles"},
    {"wp_map_consecutive", "warppool_lsu", "map_consecutive"},
    {"wp_map_broadcast", "warppool_lsu", "map_broadcast"},
    {"wp_map_single", "warppool_lsu", "map_single"},
    {"wp_map_range", "warppool_lsu", "map_range"},
    {"wp_map_other", "warppool_lsu", "map_other"},
    {"wp_loads_written_back", "warppool_lsu", "loads_written_back"},
    {"wp_write_back_full_cycles", "warppool_lsu", "write_back_full_cycles"},
    {"wp_stall_tag_cycles", "warppool_lsu", "stall_tag_cycles"},
    {"wp_stall_slot_cycles", "warppool_lsu", "stall_slot_cycles"},
    {"wp_stall_conflict_cycles", "warppool_lsu", "stall_conflict_cycles"},
    {"wp_stall_map_cycles", "warppool_lsu", "stall_map_cycles"},
    {"wp_stall_store_cycles", "warppool_lsu", "stall_store_cycles"},
    {"wp_iq_full_cycles", "warppool_lsu", "iq_full_cycles"},
    {"icc_lookups", "icc_unit", "lookups"},
    {"icc_mt_hits", "icc_unit", "mt_hits"},
    {"icc_mt_allocations", "icc_unit", "mt_allocations"},
    {"icc_mt_full_bypasses", "icc_unit", "mt_full_bypasses"},
    {"icc_mt_entry_cycles", "icc_unit", "mt_entry_cycles"},
    {"icc_mt_merge_after_write", "icc_unit", "mt_merge_after_write"},
    {"icc_untracked_reply_address_hits", "icc_unit", "untracked_reply_address_hits"},
    {"icc_merged_cycles", "icc_unit", "merged_cycles"},
    {"icc_cc_lookups", "icc_unit", "cc_lookups"},
    {"icc_cc_hits", "icc_unit", "cc_hits"},
    {"icc_cc_inserts", "icc_unit", "cc_inserts"},
    {"icc_cc_evictions", "icc_unit", "cc_evictions"},
    {"icc_cc_write_evicts", "icc_unit", "cc_write_evicts"},
    {"icc_saved_requests", "icc_unit", "mt_hits"},
    {"icc_saved_requests", "icc_unit", "cc_hits"},
    {"icl_reads", "icc_unit", "icl_reads"},
    {"icl_redundant_500", "icc_unit", "icl_redundant_500"},
    {"icl_redundant_1000", "icc_unit", "icl_redundant_1000"},
    {"icl_redundant_1500", "icc_unit", "icl_redundant_1500"},
    {"icl_redundant_2000", "icc_unit", "icl_redundant_2000"},
    {"icl_data_sharing_500", "icc_unit", "icl_data_sharing_500"},
    {"icl_data_sharing_1000", "icc_unit", "icl_data_sharing_1000"},
    {"icl_data_sharing_1500", "icc_unit", "icl_data_sharing_1500"},
    {"icl_data_sharing_2000", "icc_unit", "icl_data_sharing_2000"},
    {"icl_other_sm_500", "icc_unit", "icl_other_sm_500"},
    {"icl_other_sm_1000", "icc_unit", "icl_other_sm_1000"},
    {"icl_other_sm_1500", "icc_unit", "icl_other_sm_1500"},
    {"icl_other_sm_2000", "icc_unit", "icl_other_sm_2000"},
};

double part_of(std::uint64_t busy, double available) {
    return available > 0 ? static_cast<double>(busy) / available : 0;
}

}  // namespace

Totals::Totals(const Statistics& statistics, const Snapshot& snapshot) : seconds_(snapshot.time.to_seconds()) {
    values_.emplace_back("cycles", snapshot.cycle);
    const auto add = [&](const Source& source) {
        const std::uint64_t sum = statistics.sum(snapshot, source.block_kind, source.counter);
        if (values_.back().first == source.total)
            values_.back().second += sum;
        else
            values_.emplace_back(source.total, sum);
    };
    for (const Source& source : sources) add(source);
    for (const Source& source : special_sources)
        if (statistics.has(source.block_kind, source.counter)) add(source);
    const double channel_cycles = statistics.channel_cycles(snapshot, "crossbar");
    noc_request_utilisation_ = part_of((*this)["noc_request_flits"], channel_cycles);
    noc_reply_utilisation_ = part_of((*this)["noc_reply_flits"], channel_cycles);
    dram_utilisation_ =
        part_of((*this)["dram_bus_busy_cycles"], statistics.available_cycles(snapshot, "memory_controller"));
}

std::uint64_t Totals::operator[](const std::string& name) const {
    for (const auto& [total, value] : values_)
        if (total == name) return value;
    throw std::logic_error("no total is called " + name);
}

double Totals::ratio(const std::string& numerator, const std::string& denominator) const {
    const std::uint64_t below = (*this)[denominator];
    return below ? static_cast<double>((*this)[numerator]) / static_cast<double>(below) : 0;
}

}  // namespace heddle
