#include "heddle/lsu/pool/banked/banked_lsu.h"

#include <algorithm>

#include "heddle/base/bank_passes.h"

namespace heddle {

BankedLsu::BankedLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                     const BankedParameters& pool, const BankIndex& l1_banks)
    : LsuBase(name, domain, parameters, 4, this),
      banks_(l1_banks.banks()),
      data_banks_(pool.data_banks),
      l1_banks_(l1_banks),
      more_out_("l1_out", l1_banks.banks() - 1, [this](const char*, unsigned i) {
          return std::make_unique<AtOut>(*this, ("l1_out_" + std::to_string(i + 1)).c_str(), 4);
      }) {
    pool.validate("lsu.banked");
    require_range(banks_, 1U, max_banks, "l1_cache.banks");
    for (unsigned bank = 0; bank < banks_; ++bank)
        line_served_.push_back(std::make_unique<ServedSignals>(*this, "bank_" + std::to_string(bank) + "_line"));
}

void BankedLsu::tick(Cycle now) {
    account_until(now);
    const std::uint64_t sent_before = line_requests.value();
    bool progress = false;
    for (unsigned bank = 0; bank < banks_; ++bank) progress |= take_responses(l1_port(bank), now);
    progress |= take_instruction(now);
    progress |= send_lines(now);
    progress |= take_instruction(now);  // so that its lines are ready when the links are free again
    progress |= respond(now);
    warp_in.service(now);
    for (unsigned bank = 0; bank < banks_; ++bank) l1_port(bank).service(now);
    sleep(progress, now);
    if (recorded()) trace(static_cast<unsigned>(line_requests.value() - sent_before));
}

void BankedLsu::sleep(bool progress, Cycle now) {
    Cycle next = std::min(warp_in.due(now, progress), done_.due(now, progress, warp_in.response_link_open()));
    const bool sending = current_.pending != none;
    if (sending && progress) next = now + 1;
    if (sending && waits_for_data_banks(now)) next = std::min(next, data_free_from_);
    for (unsigned bank = 0; bank < banks_; ++bank) {
        AtOut& port = l1_port(bank);
        next = std::min(next, port.due(now, progress));
        if (sending && port.request_free_from() > now) next = std::min(next, port.request_free_from());
    }
    if (next != never) wake_at(next);
}

bool BankedLsu::take_instruction(Cycle now) {
    if (current_.pending != none || !warp_in.requests().ready(now) || !has_room(now)) return false;
    if (begin(current_, warp_in.requests().pop(now), now)) sort_lines();
    return true;
}

// Finds all lines of a warp instruction and sorts them by bank; inside a bank they keep their order.
void BankedLsu::sort_lines() {
    of_bank_.fill(0);
    banks_left_ = 0;
    if (!current_.lanes) return;
    const bool atomic = gpu_access(*pending_[current_.pending].instruction).kind == AccessKind::atomic;
    unsigned count = 0;
    for (LaneMask left = current_.lanes_left(); left; left &= ~lines_[count++].lanes) {
        lines_[count] = next_line_group(*current_.lanes, left, atomic);
        const unsigned bank = bank_of(lines_[count].address);
        of_bank_[bank] |= std::uint32_t{1} << count;
        banks_left_ |= std::uint32_t{1} << bank;
    }
}

bool BankedLsu::send_lines(Cycle now) {
    back_pressured_ = false;
    if (current_.pending == none || waits_for_data_banks(now)) return false;
    if (!banks_left_) return send_one(now);
    const bool first = current_.lines == 0;
    bool any = false;
    for (std::uint32_t banks = banks_left_; banks; banks &= banks - 1) {
        const unsigned bank = static_cast<unsigned>(__builtin_ctz(banks));
        AtOut& port = l1_port(bank);
        if (!port.can_send(now)) {
            back_pressured_ = true;
            continue;
        }
        const LineGroup& group = lines_[static_cast<unsigned>(__builtin_ctz(of_bank_[bank]))];
        of_bank_[bank] &= of_bank_[bank] - 1;
        if (!of_bank_[bank]) banks_left_ &= ~(std::uint32_t{1} << bank);
        bank_conflict_cycles += static_cast<unsigned>(__builtin_popcount(of_bank_[bank]));
        send(make_request_of(current_, group), bank, now);
        any = true;
    }
    if (any) ++active_cycles;
    if (any && first && data_banks_) data_free_from_ = now + bank_passes(*current_.lanes, data_banks_);
    if (!banks_left_) finish_sending(current_);
    return any;
}

// Sends a line request of a plain access: one per cycle.
bool BankedLsu::send_one(Cycle now) {
    const Payload& instruction = *pending_[current_.pending].instruction;
    const unsigned bank = bank_of(current_.lanes ? 0 : next_byte(instruction, current_.left));
    back_pressured_ = !l1_port(bank).can_send(now);
    if (back_pressured_) return false;
    LineRequest* line = next_request(current_);
    if (current_.done()) finish_sending(current_);
    ++active_cycles;
    send(line, bank, now);
    return true;
}

void BankedLsu::send(LineRequest* line, unsigned bank, Cycle now) {
    ++line_requests;
    if (recorded()) line_served_[bank]->show(*line);
    l1_port(bank).send(line, now);
}

void BankedLsu::account_until(Cycle cycle) {
    if (back_pressured_) l1_stall_cycles += cycle - accounted_;
    accounted_ = cycle;
}

bool BankedLsu::idle() const {
    for (unsigned bank = 1; bank < banks_; ++bank)
        if (!more_out_[bank - 1].idle()) return false;
    return LsuBase::idle() && current_.pending == none;
}

void BankedLsu::trace(unsigned sent) {
    pending_signal_.set(pending_count());
    banks_left_signal_.set(banks_left_);
    sent_signal_.set(sent);
    if (sent) wake_at(domain().now() + 1);  // only so that the waveform shows the end of it
}

void BankedLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_count() << " pending, "
        << pool_.live() << " line requests in flight"
        << (back_pressured_ ? ", a bank of the L1 does not take its next line" : "") << "\n";
}

}  // namespace heddle
