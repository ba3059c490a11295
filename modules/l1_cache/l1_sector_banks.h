// Banks in which the sectors of requests are looked up apart from each other: each has one sector of all lines.
#pragma once

#include <vector>

#include "heddle/base/registered_queue.h"
#include "heddle/cache/outcome.h"
#include "heddle/l1_cache/l1_request.h"

namespace heddle {

// A sector of a load, or the part of a store that goes to one sector.
struct L1SectorAccess {
    Payload* payload = nullptr;  // the load, or the part of the store
    unsigned split = 0;          // of a load: see L1Splits
};

struct L1SectorBank {
    explicit L1SectorBank(unsigned entries) : accesses(entries) {}

    RegisteredQueue<L1SectorAccess> accesses;  // at the end of their latency
    unsigned entered = 0;                      // the same and those within it
    Cycle stalled_since = never;
    StallCause stall = StallCause::none;        // of the head, in the last tick
    StallCause first_stall = StallCause::none;  // of the head, when its stall began
    L1Found head;
};

class L1SectorBanks {
public:
    using Mask = SectorGeometry::Mask;

    // A bank holds so many accesses, from the beginning of their latency to their lookup.
    L1SectorBanks(unsigned sectors, unsigned entries) : entries_(entries) {
        for (unsigned sector = 0; sector < sectors; ++sector) banks_.emplace_back(entries);
    }

    bool admits(Mask sectors) const {
        bool room = true;
        for_each_sector(sectors, [&](unsigned sector) { room &= banks_[sector].entered < entries_; });
        return room;
    }
    void enter(Mask sectors) {
        for_each_sector(sectors, [&](unsigned sector) { ++banks_[sector].entered; });
    }
    // At the end of the latency, of an access that has entered.
    void push(unsigned sector, const L1SectorAccess& access, Cycle now) {
        banks_[sector].accesses.push(access, now);
        ++waiting_;
    }
    L1SectorAccess pop(unsigned sector, Cycle now) {
        --waiting_;
        --banks_[sector].entered;
        return banks_[sector].accesses.pop(now);
    }

    // Whether no access waits for its lookup.
    bool empty() const { return waiting_ == 0; }
    unsigned waiting() const { return waiting_; }
    bool any_stalled() const {
        bool any = false;
        for (const L1SectorBank& bank : banks_) any |= bank.stalled_since != never;
        return any;
    }
    unsigned count() const { return static_cast<unsigned>(banks_.size()); }
    L1SectorBank& operator[](unsigned sector) { return banks_[sector]; }

private:
    const unsigned entries_;
    unsigned waiting_ = 0;
    std::vector<L1SectorBank> banks_;
};

}  // namespace heddle
