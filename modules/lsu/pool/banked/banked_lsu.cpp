#include "heddle/lsu/pool/banked/banked_lsu.h"

#include <algorithm>

#include "heddle/base/bank_passes.h"

namespace heddle {

BankedLsu::BankedLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                     const BankedParameters& pool, const BankIndex& l1_banks)
    : LsuBase(name, domain, parameters, 4, this),
      banks_(l1_banks.banks()),
      data_banks_(pool.data_banks),
      pass_cycles_(pool.pass_cycles),
      l1_banks_(l1_banks),
      more_out_("l1_out", l1_banks.banks() - 1, [this](const char*, unsigned i) {
          return std::make_unique<AtOut>(*this, ("l1_out_" + std::to_string(i + 1)).c_str(), 4);
      }) {
    pool.validate("lsu.banked");
    slots_.resize(pool.in_sight);
    lanes_.resize(pool.in_turn);
    require_range(banks_, 1U, max_banks, "l1_cache.banks");
    for (unsigned bank = 0; bank < banks_; ++bank)
        line_served_.push_back(std::make_unique<ServedSignals>(*this, "bank_" + std::to_string(bank) + "_line"));
}

void BankedLsu::tick(Cycle now) {
    account_until(now);
    const std::uint64_t sent_before = line_requests.value();
    bool progress = false;
    for (unsigned bank = 0; bank < banks_; ++bank) progress |= take_responses(l1_port(bank), now);
    while (take_instruction(now)) progress = true;
    progress |= send_lines(now);
    while (take_instruction(now)) progress = true;  // so that its lines are ready when the links are free again
    start_instructions();
    progress |= respond(now);
    warp_in.service(now);
    for (unsigned bank = 0; bank < banks_; ++bank) l1_port(bank).service(now);
    sleep(progress, now);
    if (recorded()) trace(static_cast<unsigned>(line_requests.value() - sent_before));
}

void BankedLsu::sleep(bool progress, Cycle now) {
    Cycle next = std::min(warp_in.due(now, progress), done_.due(now, progress, warp_in.response_link_open()));
    for (const Lane& lane : lanes_) {
        if (!lane.used) continue;
        if (lane.free_from > now)
            next = std::min(next, lane.free_from);
        else if (progress)
            next = now + 1;
    }
    for (unsigned bank = 0; bank < banks_; ++bank) {
        AtOut& port = l1_port(bank);
        next = std::min(next, port.due(now, progress));
        if (used_ && port.request_free_from() > now) next = std::min(next, port.request_free_from());
    }
    if (next != never) wake_at(next);
}

bool BankedLsu::take_instruction(Cycle now) {
    if (used_ == slots_.size() || !warp_in.requests().ready(now) || !has_room(now)) return false;
    Slot* const slot = slot_for(*warp_in.requests().head());
    if (!slot) return false;
    if (begin(slot->current, warp_in.requests().pop(now), now)) {
        ++used_;
        sort_lines(*slot);
    }
    return true;
}

// Null: the instruction has to wait, and those behind it. A plain access is alone in sight: it has no warp.
BankedLsu::Slot* BankedLsu::slot_for(Payload& instruction) {
    const bool of_warp = warp_access(instruction);
    Slot* free = nullptr;
    for (Slot& slot : slots_) {
        if (slot.used() && !(of_warp && slot.current.lanes)) return nullptr;
        if (!slot.used()) free = &slot;
    }
    const GpuAccess& access = gpu_access(instruction);
    free->warp = access.warp;
    free->writes = access.kind == AccessKind::store || access.kind == AccessKind::atomic;
    free->lane = none;
    free->turn = turns_++;
    return free;
}

// The oldest ones first.
void BankedLsu::start_instructions() {
    for (unsigned lane = 0; lane < lanes_.size(); ++lane) {
        if (lanes_[lane].used) continue;
        Slot* const slot = oldest_that_may_start();
        if (!slot) return;
        slot->lane = lane;
        lanes_[lane].used = true;
    }
}

BankedLsu::Slot* BankedLsu::oldest_that_may_start() {
    Slot* oldest = nullptr;
    for (Slot& slot : slots_)
        if (slot.waits() && (!oldest || slot.turn < oldest->turn) && may_start(slot)) oldest = &slot;
    return oldest;
}

// Instructions of a warp keep their order. A store or an atomic waits for all that came before it: a load in front of a
// barrier must not see what another warp stores behind the barrier.
bool BankedLsu::may_start(const Slot& slot) const {
    return std::none_of(slots_.begin(), slots_.end(), [&slot](const Slot& other) {
        return other.used() && other.turn < slot.turn && (slot.writes || other.warp == slot.warp);
    });
}

// Finds all lines of a warp instruction and sorts them by bank; inside a bank they keep their order.
void BankedLsu::sort_lines(Slot& slot) {
    slot.of_bank.fill(0);
    slot.banks_left = 0;
    slot.passed = 0;
    slot.passes = 1;
    slot.lines_count = slot.most_of_a_bank = 0;
    if (!slot.current.lanes) return;
    const bool atomic = gpu_access(*pending_[slot.current.pending].instruction).kind == AccessKind::atomic;
    unsigned& count = slot.lines_count;
    for (LaneMask left = slot.current.lanes_left(); left; left &= ~slot.lines[count++].lanes) {
        slot.lines[count] = next_line_group(*slot.current.lanes, left, atomic);
        const unsigned bank = bank_of(slot.lines[count].address);
        slot.of_bank[bank] |= std::uint32_t{1} << count;
        slot.banks_left |= std::uint32_t{1} << bank;
        const auto lines_of_bank = static_cast<unsigned>(__builtin_popcount(slot.of_bank[bank]));
        slot.most_of_a_bank = std::max(slot.most_of_a_bank, lines_of_bank);
    }
    if (data_banks_) slot.passes = bank_passes(*slot.current.lanes, data_banks_);
}

// One pass in a cycle: of the instruction that has waited longest for it.
bool BankedLsu::send_lines(Cycle now) {
    start_instructions();
    std::uint32_t refused = 0;
    for (;;) {
        Slot* first = nullptr;
        for (Slot& slot : slots_) {
            if (!slot.used() || slot.waits() || refused >> slot.lane & 1 || lanes_[slot.lane].free_from > now) continue;
            if (!first || lanes_[slot.lane].free_from < lanes_[first->lane].free_from) first = &slot;
        }
        if (!first) return false;
        if (pass(*first, now)) return true;
        refused |= std::uint32_t{1} << first->lane;
    }
}

// False: the L1 takes none of the lines whose turn it is.
bool BankedLsu::pass(Slot& slot, Cycle now) {
    if (!slot.current.lanes) return send_one(slot, now);
    unsigned due = slot.lines_due() - slot.current.lines;
    bool any = false, refused = false;
    for (std::uint32_t banks = slot.banks_left; banks && due;) {
        const unsigned bank = next_bank(slot, banks);
        banks &= ~(std::uint32_t{1} << bank);
        AtOut& port = l1_port(bank);
        if (!port.can_send(now)) {
            refused = true;
            continue;
        }
        std::uint32_t& left = slot.of_bank[bank];
        const LineGroup& group = slot.lines[static_cast<unsigned>(__builtin_ctz(left))];
        left &= left - 1;
        if (!left) slot.banks_left &= ~(std::uint32_t{1} << bank);
        bank_conflict_cycles += static_cast<unsigned>(__builtin_popcount(left)) * pass_cycles_;
        send(make_request_of(slot.current, group), bank, now);
        any = true;
        --due;
    }
    set_refused(slot, refused);
    if (refused && !any) return false;
    if (any) ++active_cycles;
    end_pass(slot, now);
    return true;
}

// Of these banks the one whose line is next in the order of lanes.
unsigned BankedLsu::next_bank(const Slot& slot, std::uint32_t banks) const {
    unsigned first = static_cast<unsigned>(__builtin_ctz(banks));
    if (slot.passes == 1) return first;  // all of them have their turn
    for (std::uint32_t others = banks & (banks - 1); others; others &= others - 1) {
        const unsigned bank = static_cast<unsigned>(__builtin_ctz(others));
        if (__builtin_ctz(slot.of_bank[bank]) < __builtin_ctz(slot.of_bank[first])) first = bank;
    }
    return first;
}

// Until the next pass of its lane, however often the unit is called in between.
void BankedLsu::set_refused(const Slot& slot, bool refused) {
    const std::uint32_t lane = std::uint32_t{1} << slot.lane;
    refused_ = refused ? refused_ | lane : refused_ & ~lane;
}

void BankedLsu::end_pass(Slot& slot, Cycle now) {
    ++slot.passed;
    lanes_[slot.lane].free_from = now + pass_cycles_;
    if (!slot.banks_left && slot.passed >= slot.passes) finish(slot);
}

void BankedLsu::finish(Slot& slot) {
    if (slot.current.lanes) count_needed(slot);
    finish_sending(slot.current);
    lanes_[slot.lane].used = false;
    --used_;
}

// Without the passes in which the L1 refused a line: what the instruction takes of the unit, however slow the L1 is.
void BankedLsu::count_needed(const Slot& slot) {
    const unsigned cycles = std::max(slot.passes, slot.most_of_a_bank) * pass_cycles_;
    lane_cycles += cycles;
    if (slot.passes > slot.most_of_a_bank) data_bank_lane_cycles += cycles;
}

// Sends a line request of a plain access: one per cycle.
bool BankedLsu::send_one(Slot& slot, Cycle now) {
    const unsigned bank = bank_of(next_byte(*pending_[slot.current.pending].instruction, slot.current.left));
    const bool refused = !l1_port(bank).can_send(now);
    set_refused(slot, refused);
    if (refused) return false;
    LineRequest* line = next_request(slot.current);
    ++active_cycles;
    ++lane_cycles;
    lanes_[slot.lane].free_from = now + 1;
    if (slot.current.done()) finish(slot);
    send(line, bank, now);
    return true;
}

void BankedLsu::send(LineRequest* line, unsigned bank, Cycle now) {
    ++line_requests;
    if (recorded()) line_served_[bank]->show(*line);
    l1_port(bank).send(line, now);
}

void BankedLsu::account_until(Cycle cycle) {
    if (refused_) l1_stall_cycles += cycle - accounted_;
    accounted_ = cycle;
}

bool BankedLsu::idle() const {
    for (unsigned bank = 1; bank < banks_; ++bank)
        if (!more_out_[bank - 1].idle()) return false;
    return LsuBase::idle() && used_ == 0;
}

void BankedLsu::trace(unsigned sent) {
    pending_signal_.set(pending_count());
    std::uint32_t banks_left = 0;
    for (const Slot& slot : slots_)
        if (slot.used()) banks_left |= slot.banks_left;
    banks_left_signal_.set(banks_left);
    sent_signal_.set(sent);
    if (sent) wake_at(domain().now() + 1);  // only so that the waveform shows the end of it
}

void BankedLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_count() << " pending, "
        << pool_.live() << " line requests in flight"
        << (refused_ ? ", a bank of the L1 does not take its next line" : "") << "\n";
}

}  // namespace heddle
