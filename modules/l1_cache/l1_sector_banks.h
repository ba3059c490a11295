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

    RegisteredQueue<L1SectorAccess> accesses;   // at the end of their latency
    unsigned entered = 0;                       // the same and those within it
    StallCause stall = StallCause::none;        // of the head, in the last tick
    StallCause first_stall = StallCause::none;  // of the head, when its stall began; none: it does not wait
    L1Found head;
};

class L1SectorBanks {
public:
    using Mask = SectorGeometry::Mask;

    // A bank holds so many accesses, from the beginning of their latency to their lookup.
    L1SectorBanks(unsigned sectors, unsigned entries) : entries_(entries) {
        for (unsigned sector = 0; sector < sectors; ++sector) banks_.emplace_back(entries);
    }

    bool admits(Mask sectors) const { return !(sectors & full_); }
    void enter(Mask sectors) {
        for_each_sector(sectors, [&](unsigned sector) { set(full_, sector, ++banks_[sector].entered == entries_); });
    }
    // At the end of the latency, of an access that has entered.
    void push(unsigned sector, const L1SectorAccess& access, Cycle now) {
        banks_[sector].accesses.push(access, now);
        occupied_ |= bit(sector);
    }
    L1SectorAccess pop(unsigned sector, Cycle now) {
        L1SectorBank& bank = banks_[sector];
        --bank.entered;
        set(full_, sector, false);
        const L1SectorAccess access = bank.accesses.pop(now);
        if (bank.accesses.empty()) occupied_ &= static_cast<Mask>(~bit(sector));
        return access;
    }

    // The same for accesses that nobody keeps waiting.
    void pass(Mask sectors) {
        for_each_sector(sectors, [&](unsigned sector) { --banks_[sector].entered; });
        full_ &= static_cast<Mask>(~sectors);
    }

    // The banks whose first access a lookup may help: an access that has met a stall is not looked up again before what
    // it waits for has changed.
    Mask to_look_up(bool miss_queue_filled) const {
        const unsigned waiting = awaits_entry_ | awaits_merge_ | (miss_queue_filled ? awaits_place_ : 0u);
        return static_cast<Mask>(occupied_ & ~waiting);
    }
    // Of the bank's first access, in the lookup that it has just had; none: it is served.
    void set_stall(unsigned sector, StallCause stall) {
        banks_[sector].stall = stall;
        set(awaits_entry_, sector, stall == StallCause::mshr_full);
        set(awaits_merge_, sector, stall == StallCause::mshr_merge_full);
        set(awaits_place_, sector, stall == StallCause::miss_queue_full);
    }
    // A fill has brought the sector of the line: an MSHR entry is free.
    void filled(std::uint64_t line, unsigned sector) {
        awaits_entry_ = 0;
        if (banks_[sector].head.line == line) set(awaits_merge_, sector, false);
    }
    // Something else than a fill has changed lines or MSHR entries.
    void lines_changed() { awaits_entry_ = awaits_merge_ = 0; }

    // Whether no access waits for its lookup.
    bool empty() const { return occupied_ == 0; }
    std::size_t waiting() const {
        std::size_t sum = 0;
        for (const L1SectorBank& bank : banks_) sum += bank.accesses.size();
        return sum;
    }
    bool any_stalled() const {
        bool any = false;
        for (const L1SectorBank& bank : banks_) any |= bank.first_stall != StallCause::none;
        return any;
    }
    L1SectorBank& operator[](unsigned sector) { return banks_[sector]; }

private:
    static Mask bit(unsigned sector) { return static_cast<Mask>(1u << sector); }
    static void set(Mask& mask, unsigned sector, bool member) {
        mask = static_cast<Mask>((mask & ~bit(sector)) | (member ? bit(sector) : 0u));
    }

    const unsigned entries_;
    Mask full_ = 0;      // banks that hold as many accesses as they can
    Mask occupied_ = 0;  // banks with an access at the end of its latency
    // Those whose first access has met a full MSHR, the merge limit of an entry, or a full miss queue.
    Mask awaits_entry_ = 0, awaits_merge_ = 0, awaits_place_ = 0;
    std::vector<L1SectorBank> banks_;
};

}  // namespace heddle
