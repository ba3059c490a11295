#pragma once

#include <algorithm>

#include "heddle/cta_dispatcher/gpc_map.h"
#include "heddle/cta_dispatcher/policies/global_pool.h"

namespace heddle {

// h200: the order in which an H200 was seen to hand out the CTAs of a first turnaround (tests/cta_dispatcher/
// h200_measured.h). GPCs take turns; in its turn a GPC gets one CTA for each of its SMs, TPC by TPC. TPCs that stand
// apart, four on that GPU, get the first CTAs and then turns between those of GPCs (apart_turns), so that they are full
// before the others. Afterwards, as everywhere, the next CTA goes to the SM in which a slot came free.
//
// A grid that does not fill the machine is dealt out evenly: each SM gets the same number of CTAs in this order, and
// those that are left go to the first SM of each TPC before a second one gets any, in a last round that begins with
// those apart.
class GpcRoundRobin final : public GlobalPool {
public:
    explicit GpcRoundRobin(const GpcParameters& gpcs) : parameters_(gpcs) {}

protected:
    void prepare_fill() override {
        const GpcMap map(parameters_, machine_);
        const unsigned sms = machine_.sms();
        const bool fills = ctas_ >= std::uint64_t{sms} * slots_per_sm_ || parameters_.tpcs == "clusters";
        fill_.clear();
        deal(map, fills ? slots_per_sm_ : ctas_ / sms);
        if (!fills) deal_last(map, ctas_ % sms);
        // Where an SM cannot take its CTA yet, the others' turns go on, with any number of CTAs for each.
        while (fill_.size() < std::size_t{sms} * slots_per_sm_) append(map, all_of(sms));
    }
    unsigned sm_of(std::uint64_t turn) const override { return fill_[turn]; }

private:
    static std::vector<bool> all_of(unsigned sms) { return std::vector<bool>(sms, true); }

    void turn_of(const GpcMap& map, unsigned gpc, const std::vector<bool>& chosen) {
        for (const unsigned sm : map.sms_of(gpc))
            if (chosen[sm]) fill_.push_back(sm);
    }
    unsigned rotating(const GpcMap& map) const { return map.count() - (map.has_apart() ? 1 : 0); }

    void deal(const GpcMap& map, unsigned rounds) {
        const unsigned gpcs = rotating(map);
        const std::vector<bool> all = all_of(machine_.sms());
        unsigned apart_rounds = 0;
        const auto turn_apart = [&] {
            if (map.has_apart() && apart_rounds++ < rounds) turn_of(map, map.count() - 1, all);
        };
        const std::vector<unsigned> pauses = parameters_.apart_turns_of("cta_dispatcher.gpc");
        turn_apart();
        std::size_t pause = 0;
        unsigned next_apart = pauses[pause];
        for (unsigned turn = 0; turn < gpcs * rounds; ++turn) {
            turn_of(map, (parameters_.first + turn) % gpcs, all);
            if (turn + 1 != next_apart) continue;
            turn_apart();
            if (pause + 1 < pauses.size()) ++pause;
            next_apart += pauses[pause];
        }
        while (map.has_apart() && apart_rounds < rounds) turn_apart();
    }
    // The first SMs of all TPCs, then the second ones; those apart before the others, which go by their numbers.
    void deal_last(const GpcMap& map, unsigned left) {
        std::vector<bool> chosen(machine_.sms());
        const auto choose = [&](unsigned sm) {
            if (left > 0) chosen[sm] = true, --left;
        };
        for (unsigned place = 0; place < parameters_.sms_per_tpc; ++place) {
            const auto choose_of = [&](bool apart) {
                for (unsigned sm = place; sm < machine_.sms(); sm += parameters_.sms_per_tpc)
                    if ((map.has_apart() && map.gpc_of(sm) == map.count() - 1) == apart) choose(sm);
            };
            choose_of(true);
            choose_of(false);
        }
        append(map, chosen);
    }
    // A round: those apart, then the GPCs.
    void append(const GpcMap& map, const std::vector<bool>& chosen) {
        if (map.has_apart()) turn_of(map, map.count() - 1, chosen);
        for (unsigned turn = 0; turn < rotating(map); ++turn)
            turn_of(map, (parameters_.first + turn) % rotating(map), chosen);
    }

    const GpcParameters parameters_;
    std::vector<unsigned> fill_;  // the SM of each turn
};

}  // namespace heddle
