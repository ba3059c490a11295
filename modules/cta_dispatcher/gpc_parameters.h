#pragma once

#include <string>
#include <vector>

#include "heddle/base/number_list.h"
#include "heddle/base/parameters.h"

namespace heddle {

// How SMs stand in GPCs (graphics processing clusters), for what goes by them: the policy h200, launch rates.
// SM numbers are dealt out over the GPCs, a TPC's SMs at a time, as those of an H200 are.
struct GpcParameters {
    std::string tpcs = "clusters";
    unsigned sms_per_tpc = 2;
    unsigned first = 0;
    unsigned apart_tpcs = 0;
    std::string apart_turns = "5,6";

    template <class Visitor>
    void visit(Visitor& v) {
        v("tpcs", tpcs, "TPCs",
          "size of each GPC, such as 4,8,8,8,8,8,9,9 for an H200; clusters: every cluster of SMs is a GPC");
        v("sms_per_tpc", sms_per_tpc, "SMs", "neighbouring SMs of a GPC that make a TPC");
        v("first", first, "GPC", "h200: the GPC that gets the first CTAs, on an H200 any of the eight");
        v("apart_tpcs", apart_tpcs, "TPCs",
          "h200: TPCs of the highest numbers that stand in none of gpc.tpcs and take turns of their own; 4 on an H200");
        v("apart_turns", apart_turns, "turns",
          "h200: turns of GPCs before each further turn of the TPCs apart; the last number of the list holds for all "
          "that follow");
    }
    void validate(const std::string& key) const {
        require_range(sms_per_tpc, 1u, 64u, key + ".sms_per_tpc");
        require_range(apart_tpcs, 0u, 1024u, key + ".apart_tpcs");
        apart_turns_of(key);
        const std::vector<unsigned> sizes = sizes_of(key);
        require(sizes.empty() || first < sizes.size(), key + ".first",
                "is " + std::to_string(first) + ", but gpc.tpcs has " + std::to_string(sizes.size()) +
                    " GPCs, counted from 0");
        require(!sizes.empty() || apart_tpcs == 0, key + ".apart_tpcs",
                "is " + std::to_string(apart_tpcs) + ", but gpc.tpcs is clusters: say there which TPCs the GPCs have");
    }
    // The numbers of the list; none if clusters are the GPCs. Throws ParameterError for what is none.
    std::vector<unsigned> sizes_of(const std::string& key) const {
        if (tpcs == "clusters") return {};
        return numbers_of(tpcs, key + ".tpcs", 1, ", such as 8,8,9, or clusters");
    }
    std::vector<unsigned> apart_turns_of(const std::string& key) const {
        return numbers_of(apart_turns, key + ".apart_turns", 1);
    }
};

}  // namespace heddle
