// The statistics of an ICC unit beside those of a cluster port (MECHANISMS 1.9).
#pragma once

#include <array>

#include "heddle/base/counter.h"

namespace heddle {

struct IccCounters {
    IccCounters(Block& unit, unsigned sms)
        : owner(unit),
          sm_list_at_reply(unit, "sm_list_at_reply", "entries", "merge table entries by the number of SMs served",
                           sms + 1) {}

    Block& owner;
    Counter lookups{owner, "lookups", "requests", "loads that looked table and cache up (L1 misses to global memory)"};
    Counter bypassed_loads{owner, "bypassed_loads", "requests",
                           "loads that did not: other spaces, L2-only, part of a line"};

    Counter mt_lookups{owner, "mt_lookups", "requests", "loads that looked the merge table up (missed the cache)"};
    Counter mt_hits{owner, "mt_hits", "requests", "loads merged with an outstanding line (coalesced)"};
    Counter mt_allocations{owner, "mt_allocations", "entries", "lines that got an entry"};
    Counter mt_full_bypasses{owner, "mt_full_bypasses", "requests", "loads sent untracked because the table was full"};
    Counter mt_entry_cycles{owner, "mt_entry_cycles", "entry-cycles", "sum over freed entries: allocation to reply"};
    Counter mt_max_entries{owner, "mt_max_entries", "entries", "most entries in use at the same time so far"};
    Counter mt_merge_after_write{owner, "mt_merge_after_write", "requests",
                                 "loads to a line with an entry that a store had passed: sent untracked if "
                                 "mt_close_on_write, merged if not"};
    Counter untracked_reply_address_hits{owner, "untracked_reply_address_hits", "replies",
                                         "untracked replies whose line had an entry (the paper's rule loses them)"};
    Counter merged_replies{owner, "merged_replies", "replies", "replies that served more than one request"};
    Counter merged_cycles{owner, "merged_cycles", "cycles",
                          "sum over merged loads: merge to reply (remaining latency)"};

    Counter cc_lookups{owner, "cc_lookups", "requests", "loads that looked the coalesced cache up"};
    Counter cc_hits{owner, "cc_hits", "requests", "loads answered by the coalesced cache"};
    Counter cc_inserts{owner, "cc_inserts", "lines", "lines put into the cache"};
    Counter cc_refused_inserts{owner, "cc_refused_inserts", "lines",
                               "lines not put into it because a store had passed them or a kernel ended"};
    Counter cc_evictions{owner, "cc_evictions", "lines", "lines displaced by another"};
    Counter cc_write_evicts{owner, "cc_write_evicts", "lines", "lines dropped because a store or atomic went to them"};
    Counter cc_dropped_lines{owner, "cc_dropped_lines", "lines", "lines dropped at kernel starts and ends"};

    Counter icl_reads{owner, "icl_reads", "requests", "loads the locality monitor saw"};
    std::array<Counter, 4> icl_redundant{{{owner, "icl_redundant_500", "requests", redundant},
                                          {owner, "icl_redundant_1000", "requests", redundant},
                                          {owner, "icl_redundant_1500", "requests", redundant},
                                          {owner, "icl_redundant_2000", "requests", redundant}}};
    std::array<Counter, 4> icl_data_sharing{{{owner, "icl_data_sharing_500", "requests", data_sharing},
                                             {owner, "icl_data_sharing_1000", "requests", data_sharing},
                                             {owner, "icl_data_sharing_1500", "requests", data_sharing},
                                             {owner, "icl_data_sharing_2000", "requests", data_sharing}}};
    std::array<Counter, 4> icl_other_sm{{{owner, "icl_other_sm_500", "requests", other_sm},
                                         {owner, "icl_other_sm_1000", "requests", other_sm},
                                         {owner, "icl_other_sm_1500", "requests", other_sm},
                                         {owner, "icl_other_sm_2000", "requests", other_sm}}};

    // Up to 4096 cycles: the paper speaks of L1 misses of a couple of thousand.
    static constexpr unsigned cycles_per_bucket = 32, buckets = 128;
    Histogram sm_list_at_reply;
    Histogram mt_entry_lifetime{owner, "mt_entry_lifetime", "32 cycles", "merge window: allocation to reply", buckets};
    Histogram merged_latency{owner, "merged_latency", "32 cycles", "remaining latency of merged loads", buckets};

private:
    static constexpr const char* redundant = "loads of a line that the cluster loaded within so many cycles before";
    static constexpr const char* data_sharing = "of these, the ones that share a word with another CTA";
    static constexpr const char* other_sm = "of the redundant ones, those with another SM within the window";
};

}  // namespace heddle
