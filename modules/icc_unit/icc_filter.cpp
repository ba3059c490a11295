#include "heddle/icc_unit/icc_filter.h"

#include "heddle/base/gpu_access.h"

namespace heddle {

IccFilter::IccFilter(const IccParameters& parameters, IccCounters& counters)
    : parameters_(parameters),
      lookup_cycles_(parameters.icc_serial_lookup && parameters.coalesced_cache ? 2 : 1),
      counters_(counters),
      table_(parameters.merge_table_entries),
      cache_(parameters.coalesced_cache_lines),
      monitor_(parameters.icl_monitor ? std::make_unique<IclMonitor>() : nullptr) {}

bool IccFilter::takes_part(const ClusterRequest& request) const {
    return request.is_load && request.is_line && request.space == AddressSpace::global && !request.passes_caches;
}

// For a request that has to wait nothing is changed or counted, because the filter will be asked about it again.
FilterVerdict IccFilter::on_request(const ClusterRequest& request, bool room) {
    advance(request.at);
    if (!parameters_.merge_table || !takes_part(request)) return pass(request, room);
    const std::uint64_t line = line_of(request.address);
    if (parameters_.coalesced_cache)
        if (const std::uint8_t* bytes = cache_.look_up(line)) {
            count_lookup(request);
            ++counters_.cc_hits;
            return {FilterVerdict::serve, bytes};
        }
    const unsigned entry = table_.find(line);
    if (entry != MergeTable::none && !table_.closed(entry) &&
        !(table_.passed_by_store(entry) && parameters_.mt_close_on_write))
        return merge(entry, request);
    return room ? send(line, request, entry) : FilterVerdict{};
}

// Stores, atomics, other spaces; and everything when the unit is off.
FilterVerdict IccFilter::pass(const ClusterRequest& request, bool room) {
    if (!room) return {};
    if (takes_part(request)) {
        observe(request);
    } else if (request.is_load) {
        ++counters_.bypassed_loads;
    } else if (request.changes_memory && parameters_.merge_table) {
        on_write_around(request.address, request.bytes);
    }
    return {FilterVerdict::inject};
}

FilterVerdict IccFilter::merge(unsigned entry, const ClusterRequest& request) {
    count_lookup(request);
    ++counters_.mt_lookups;
    ++counters_.mt_hits;
    if (table_.passed_by_store(entry)) ++counters_.mt_merge_after_write;
    table_.merge(entry, request);
    return {FilterVerdict::absorb};
}

FilterVerdict IccFilter::send(std::uint64_t line, const ClusterRequest& request, unsigned entry) {
    count_lookup(request);
    ++counters_.mt_lookups;
    FilterVerdict verdict{FilterVerdict::inject};
    verdict.delay_cycles = lookup_cycles_;
    if (entry != MergeTable::none) {
        if (table_.passed_by_store(entry)) ++counters_.mt_merge_after_write;
    } else if (table_.full()) {
        ++counters_.mt_full_bypasses;
    } else {
        verdict.tracked = true;
        ++counters_.mt_allocations;
        table_.allocate(line, request.core, request.at);
        if (table_.used() > counters_.mt_max_entries.value()) ++counters_.mt_max_entries;
    }
    return verdict;
}

void IccFilter::on_reply(const ClusterRequest& reply, const std::uint8_t* data, std::vector<ClusterRequest>& served) {
    if (!parameters_.merge_table) return;
    advance(reply.at);
    if (!reply.tracked) {
        if (reply.is_load && table_.find(line_of(reply.address)) != MergeTable::none)
            ++counters_.untracked_reply_address_hits;
        return;
    }
    const unsigned entry = table_.find(line_of(reply.address));
    const std::vector<ClusterRequest>& merged = table_.merged(entry);
    served.insert(served.end(), merged.begin(), merged.end());
    finish(entry, reply, data);
}

void IccFilter::finish(unsigned entry, const ClusterRequest& reply, const std::uint8_t* data) {
    const std::uint64_t line = line_of(reply.address);
    const Cycle lifetime = reply.at - table_.since(entry);
    counters_.mt_entry_cycles += lifetime;
    counters_.mt_entry_lifetime.add(lifetime / IccCounters::cycles_per_bucket);
    counters_.sm_list_at_reply.add(table_.requesters(entry));
    if (!table_.merged(entry).empty()) ++counters_.merged_replies;
    for (const ClusterRequest& request : table_.merged(entry)) {
        counters_.merged_cycles += reply.at - request.at;
        counters_.merged_latency.add((reply.at - request.at) / IccCounters::cycles_per_bucket);
    }
    // A line that a store has passed is older than the store: the cache must not serve the next load of the SM with it.
    const bool old = table_.closed(entry) || (table_.passed_by_store(entry) && parameters_.mt_close_on_write);
    if (parameters_.coalesced_cache && table_.requesters(entry) > 1 && data) {
        if (old) {
            ++counters_.cc_refused_inserts;
        } else {
            ++counters_.cc_inserts;
            if (cache_.insert(line, data)) ++counters_.cc_evictions;
        }
    }
    table_.release(entry);
}

// Only foreign initiators and hosts write more than a line at once.
void IccFilter::on_write_around(std::uint64_t address, unsigned bytes) {
    const std::uint64_t first = line_of(address), reach = address - first + bytes;
    for (std::uint64_t done = 0; done < reach; done += line_bytes) written(first + done);
}

void IccFilter::written(std::uint64_t line) {
    const unsigned entry = table_.find(line);
    if (entry != MergeTable::none) table_.pass_store(entry);
    if (cache_.drop(line)) ++counters_.cc_write_evicts;
}

void IccFilter::advance(Cycle now) {
    if (drop_pending_ == never || now <= drop_pending_) return;
    drop_pending_ = never;
    counters_.cc_dropped_lines += cache_.drop_all();
    table_.close_all();
}

void IccFilter::count_lookup(const ClusterRequest& request) {
    observe(request);
    ++counters_.lookups;
    if (parameters_.coalesced_cache) ++counters_.cc_lookups;
}

void IccFilter::observe(const ClusterRequest& request) {
    if (!monitor_) return;
    const IclMonitor::Verdicts verdicts =
        monitor_->observe({request.at, line_of(request.address), request.cta, request.core, request.word_mask});
    ++counters_.icl_reads;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        if (verdicts[i].redundant) ++counters_.icl_redundant[i];
        if (verdicts[i].data_sharing) ++counters_.icl_data_sharing[i];
        if (verdicts[i].other_sm) ++counters_.icl_other_sm[i];
    }
}

}  // namespace heddle
