#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct IccParameters {
    bool merge_table = true;              // off: the baseline's cluster port, and no lookup takes time
    unsigned merge_table_entries = 48;    // MECHANISMS 1.3
    bool mt_close_on_write = true;        // MECHANISMS 1.8 item 10
    bool coalesced_cache = true;          // MECHANISMS 1.5: never without the merge table
    unsigned coalesced_cache_lines = 24;  // MECHANISMS 1.4
    bool icc_serial_lookup = false;       // MECHANISMS 1.4 [R]
    bool icl_monitor = false;
    unsigned address_bits = 48;  // MECHANISMS 1.3; only the storage cost depends on it

    template <class Visitor>
    void visit(Visitor& v) {
        v("merge_table", merge_table, "bool", "merge loads of the cluster's SMs to a line that is outstanding");
        v("merge_table_entries", merge_table_entries, "entries", "outstanding lines that can be merged with");
        v("mt_close_on_write", mt_close_on_write, "bool",
          "after a store to a line, no load merges with an older fetch of it; false: the paper's silence, old bytes");
        v("coalesced_cache", coalesced_cache, "bool", "keep lines that two or more SMs asked for at the same time");
        v("coalesced_cache_lines", coalesced_cache_lines, "lines", "size of the coalesced cache");
        v("icc_serial_lookup", icc_serial_lookup, "bool",
          "look up cache and table one after the other, 2 cycles, not in the same cycle");
        v("icl_monitor", icl_monitor, "bool", "measure intra-cluster locality; changes no other result");
        v("address_bits", address_bits, "bits", "of an address, for the storage cost");
    }
    void validate(const std::string& key) const {
        require_range(merge_table_entries, 1U, 65536U, key + ".merge_table_entries");
        require(merge_table || !coalesced_cache, key + ".coalesced_cache",
                "is true without " + key + ".merge_table: only merged replies fill the cache");
        require_range(coalesced_cache_lines, 1U, 65536U, key + ".coalesced_cache_lines");
        require_range(address_bits, 8U, 64U, key + ".address_bits");
    }
};

}  // namespace heddle
