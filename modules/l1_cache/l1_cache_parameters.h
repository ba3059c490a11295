#pragma once

#include <array>
#include <string>
#include <utility>

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"
#include "heddle/cache/bank_index.h"
#include "heddle/cache/set_index.h"
#include "heddle/l1_cache/shared_carveouts.h"

namespace heddle {

// Defaults: MECHANISMS 1.1; merges [X] 8; latency: the one the dcl1 paper states (5.1), no other paper gives any.
struct L1CacheParameters {
    static constexpr unsigned most_bytes = 1u << 28;

    unsigned size_bytes = 48 * 1024;
    std::string shared_carveouts = "none";
    unsigned ways = 4;
    std::string set_hash = "none";
    unsigned banks = 1;
    std::string bank_bits = "none";
    bool sectored = false;
    bool sector_requests = false;
    bool sector_stores = false;
    bool sector_banks = false;
    bool allocate_on_fill = false;
    bool write_allocate = false;
    bool allocate_partial_stores = false;
    unsigned spared_written_percent = 0;
    unsigned mshr_entries = 32;
    unsigned mshr_merges = 8;
    unsigned latency_cycles = 28;
    bool lookup_after_latency = false;
    unsigned ports = 1;
    unsigned request_queue_entries = 4;
    unsigned miss_queue_entries = 8;
    unsigned hit_queue_entries = 0;
    bool separate_hit_answers = false;
    bool answers_in_turn = false;
    unsigned waited_interval_percent = 100;
    bool sector_answers = false;
    bool perfect = false;
    bool counts_prefetches = false;  // the kernels have some; set by the platform
    bool store_port = false;         // stores have a socket of their own; follows from the load/store unit

    template <class Visitor>
    void visit(Visitor& v) {
        v("size_bytes", size_bytes, "B", "capacity, in lines of 128 B");
        v("shared_carveouts", shared_carveouts, "KB",
          "how much of size_bytes shared memory can take, such as 0,8,16,32,64,96: for each kernel the least that "
          "holds "
          "what its CTAs take of an SM, the rest is L1; none: the L1 has storage of its own");
        v("ways", ways, "ways", "associativity; the number of sets need not be a power of two");
        v("set_hash", set_hash, "name",
          "which set a line belongs to: none (modulo), fermi (of 32 or 64 sets) or mask (number and (sets - 1))");
        v("banks", banks, "count",
          "banks with a socket and a tag lookup of their own; all but hits is one request per cycle");
        v("bank_bits", bank_bits, "bits",
          "for each bit of a bank's number the bits of the address whose parity it is, such as 7,9/8,10 for four "
          "banks; none: the lowest bits of the set");
        v("sectored", sectored, "", "fetch 32 B sectors instead of 128 B lines");
        v("sector_requests", sector_requests, "",
          "each missing sector is a request of its own, not each run of sectors");
        v("sector_stores", sector_stores, "", "each sector of a store is a request of its own, too");
        v("sector_banks", sector_banks, "",
          "each sector of a line has a bank, in which loads and stores of it are looked up apart from the others");
        v("allocate_on_fill", allocate_on_fill, "",
          "a miss takes a way when its fill arrives, not when it is sent: no miss waits for a way");
        v("write_allocate", write_allocate, "",
          "stores leave their bytes in the cache instead of dropping the line; memory is written all the same");
        v("allocate_partial_stores", allocate_partial_stores, "",
          "a store that sets only parts of sectors takes a way for its line, too; they are fetched when they are read");
        v("spared_written_percent", spared_written_percent, "%",
          "lines with stored bytes are displaced last while they are less than this part of all lines");
        v("mshr_entries", mshr_entries, "lines", "lines (sectors, if sectored) that may be outstanding");
        v("mshr_merges", mshr_merges, "requests",
          "requests that may wait for one outstanding line (sector), the first included");
        v("latency_cycles", latency_cycles, "cycles", "tag lookup to data of a hit");
        v("lookup_after_latency", lookup_after_latency, "",
          "the latency comes before the tag lookup: misses and stores take it, too");
        v("ports", ports, "accesses/cycle", "tag lookups per cycle");
        v("request_queue_entries", request_queue_entries, "requests", "requests that wait for the tag lookup");
        v("miss_queue_entries", miss_queue_entries, "requests", "requests that wait for the link to the L2");
        v("hit_queue_entries", hit_queue_entries, "requests",
          "responses of hits that may wait for the link to the core, beside those in the pipeline");
        v("separate_hit_answers", separate_hit_answers, "",
          "hits have a response link of their own: a hit and a miss may get their responses in the same cycle");
        v("answers_in_turn", answers_in_turn, "",
          "banks are one pipeline: requests that come in the same cycle are looked up together, and hits take turns "
          "with loads that have waited for a fill, which go one per cycle, the oldest first");
        v("waited_interval_percent", waited_interval_percent, "%",
          "with answers_in_turn: how long a load takes that has waited for another one's fetch; one that has waited "
          "for its own takes a cycle, 100");
        v("sector_answers", sector_answers, "",
          "what comes back is handed out one sector of one load per cycle; a load answers with its last sector");
        v("perfect", perfect, "", "every load hits, unless a store or atomic to its line is outstanding");
    }
    void validate(const std::string& key) const {
        require_range(ways, 1u, 1024u, key + ".ways");
        require_multiple(size_bytes, std::uint64_t{line_bytes} * ways, key + ".size_bytes");
        require_range(size_bytes, line_bytes, most_bytes, key + ".size_bytes");
        require_one_of(set_hash, std::array<const char*, 3>{"none", "fermi", "mask"}, key + ".set_hash");
        require(set_hash != "fermi" || sets() == 32 || sets() == 64, key + ".set_hash",
                "is 'fermi', which is for 32 or 64 sets; there are " + std::to_string(sets()));
        require_range(banks, 1u, 32u, key + ".banks");
        require_power_of_two(banks, key + ".banks");
        require(sets() % banks == 0, key + ".banks",
                "is " + std::to_string(banks) + ", must divide the number of sets, " + std::to_string(sets()));
        bank_index(key + ".bank_bits");
        require(banks == 1 || ports == 1, key + ".ports",
                "is " + std::to_string(ports) + ", must be 1 in a cache with banks: each bank looks up one request");
        require(!answers_in_turn || banks > 1, key + ".answers_in_turn",
                "is true while " + key + ".banks is 1: one bank gives one response per cycle in any case");
        require(!answers_in_turn || !separate_hit_answers, key + ".answers_in_turn",
                "is true, but " + key + ".separate_hit_answers is true as well: hits and loads that have waited " +
                    "either take turns or not; set one of them to false");
        require(!answers_in_turn || !lookup_after_latency, key + ".answers_in_turn",
                "is true, but " + key + ".lookup_after_latency is true as well: the turn is taken at the lookup, " +
                    "before the latency of a hit; set one of them to false");
        require_range(waited_interval_percent, 100u, 10000u, key + ".waited_interval_percent");
        require(waited_interval_percent == 100 || answers_in_turn, key + ".waited_interval_percent",
                "is " + std::to_string(waited_interval_percent) + " while " + key +
                    ".answers_in_turn is false: only banks that are one pipeline have such a pace");
        require(!store_port || (banks == 1 && ports == 1), key + ".banks",
                "is " + std::to_string(banks) + " with " + key + ".ports=" + std::to_string(ports) +
                    "; a cache with a port for stores must have one of each: it looks up a store in place of a load");
        require_range(mshr_entries, 1u, 65536u, key + ".mshr_entries");
        require(mshr_entries >= least_entries(), key + ".mshr_entries",
                "is " + std::to_string(mshr_entries) + ", must hold the sectors of a line with " + key +
                    ".sectored: at least " + std::to_string(least_entries()));
        require_range(mshr_merges, 1u, 4096u, key + ".mshr_merges");
        require_range(spared_written_percent, 0u, 100u, key + ".spared_written_percent");
        require(spared_written_percent == 0 || write_allocate, key + ".spared_written_percent",
                "is " + std::to_string(spared_written_percent) + " while " + key +
                    ".write_allocate is false: no line that was written stays in the cache");
        require_range(latency_cycles, 1u, 10000u, key + ".latency_cycles");
        require_range(ports, 1u, 32u, key + ".ports");
        require_range(request_queue_entries, 1u, 4096u, key + ".request_queue_entries");
        require_range(miss_queue_entries, 1u, 4096u, key + ".miss_queue_entries");
        require(miss_queue_entries >= most_requests(), key + ".miss_queue_entries",
                "is " + std::to_string(miss_queue_entries) + ", must hold the requests for one load with " + key +
                    (sector_requests ? ".sector_requests" : ".sectored") + ": at least " +
                    std::to_string(most_requests()));
        for (const auto& [set, name] :
             {std::pair{sector_requests, ".sector_requests"}, std::pair{sector_answers, ".sector_answers"}})
            require(!set || sectored, key + name,
                    "is true while " + key + ".sectored is false: a cache without sectors fetches whole lines");
        require(!allocate_partial_stores || (write_allocate && sectored), key + ".allocate_partial_stores",
                "is true: set " + key + ".write_allocate and " + key + ".sectored, too");
        require(!sector_stores || sector_requests, key + ".sector_stores",
                "is true while " + key + ".sector_requests is false: stores go by sectors only where loads do");
        require(!sector_banks || (sector_stores && lookup_after_latency), key + ".sector_banks",
                "is true: set " + key + ".sector_stores and " + key + ".lookup_after_latency, too");
        require(!sector_banks || (sockets() == 1 && ports == 1 && !perfect), key + ".sector_banks",
                "is true, which needs " + key + ".banks=1, " + key + ".ports=1, " + key +
                    ".perfect=false and a load/store unit that has no port for stores");
        require_range(hit_queue_entries, 0u, 65536u, key + ".hit_queue_entries");
        carveouts(key).validate(size_bytes, sets() * line_bytes, key + ".shared_carveouts");
        if (perfect) validate_perfect(key);
    }
    void validate_perfect(const std::string& key) const {
        for (const auto& [set, name] :
             {std::pair{sectored, ".sectored"}, std::pair{allocate_on_fill, ".allocate_on_fill"},
              std::pair{write_allocate, ".write_allocate"}})
            require(!set, key + name,
                    "is true, but " + key + ".perfect is true as well: where every load hits there is nothing to " +
                        "fetch in parts and nothing to keep; set one of them to false");
    }
    SharedCarveouts carveouts(const std::string& key = "l1_cache") const {
        return SharedCarveouts(shared_carveouts, key + ".shared_carveouts");
    }
    unsigned sockets() const { return banks + (store_port ? 1 : 0); }
    unsigned sets() const { return size_bytes / line_bytes / ways; }
    SetIndex set_index(const LineNumbering* numbering = nullptr) const {
        return SetIndex(sets(),
                        set_hash == "fermi"  ? SetHash::fermi
                        : set_hash == "mask" ? SetHash::mask
                                             : SetHash::none,
                        numbering);
    }
    BankIndex bank_index(const std::string& key = "bank_bits") const {
        return BankIndex(set_index(), banks, bank_bits, key);
    }
    unsigned sectors_per_line() const { return sectored ? 4 : 1; }
    // Loads that may hit in one cycle in one bank: those of several lines, if their sectors lie in different banks.
    unsigned hits_per_cycle() const { return sector_banks ? sectors_per_line() : ports; }
    // Of all banks together: lookups of requests, or of sectors where each has a bank.
    unsigned lookups_per_cycle() const { return hits_per_cycle() * banks; }
    // What one load may need at once: with fewer entries it could never be served.
    unsigned least_entries() const { return sectors_per_line(); }
    // The requests to the L2 for one load or store. Four sectors have at most two runs.
    unsigned most_requests() const { return !sectored ? 1 : sector_requests ? sectors_per_line() : 2; }
};

}  // namespace heddle
