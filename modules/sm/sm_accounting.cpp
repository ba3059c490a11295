// How the SM accounts for its cycles, its waveform signals, and its deadlock report.
#include "heddle/sm/sm.h"

namespace heddle {

// The counter of a cycle in which a scheduler issues nothing and none of its warps is ready. Memory comes first,
// because the memory path is what the model is about.
Counter& Sm::lost_without_ready(std::uint64_t warps) {
    if (core_caches_ && lost_to_fetch(warps)) return core_caches_->fetch->stall_fetch_cycles;
    if (sets_.waiting(WarpWait::memory) & warps) return stall_memory_cycles;
    if (sets_.waiting(WarpWait::barrier) & warps) return stall_barrier_cycles;
    if (sets_.waiting(WarpWait::result) & warps) return stall_alu_cycles;
    return idle_cycles;
}

// Counts the cycles without issue, scheduler by scheduler: for those of which not every scheduler has a ready warp.
void Sm::account_by_scheduler(Cycle elapsed) {
    const std::uint64_t ready = sets_.waiting(WarpWait::ready), issued = issued_ ? issued_warps_ : 0;
    Cycle structural = 0;
    for (unsigned s = 0; s < units_.schedulers(); ++s) {
        const std::uint64_t own = units_.warps_of(s);
        const Cycle lost = elapsed - (issued & own ? 1 : 0);
        if (ready & own)
            structural += lost;
        else if (lost)
            lost_without_ready(own) += lost;
    }
    if (structural) count_structural(structural);
}

WaitingCounters::Sample Sm::waiting_instructions() const {
    WaitingCounters::Sample sample;
    sample.waiting = static_cast<unsigned>(__builtin_popcountll(sets_.ready(IssueClass::memory)));
    for (unsigned why = 0; ordering_ && why < MemoryOrder::verdicts; ++why) {
        sample.held[why] = static_cast<unsigned>(__builtin_popcountll(ordering_->held.by_reason(why)));
        sample.waiting += sample.held[why];
    }
    return sample;
}

// Tells the monitor and the waveform that the warp issues.
void Sm::watch_issue(unsigned slot) {
    if (monitor_) monitor_->issue(warps_[slot].needs);
    if (!recorded()) return;
    IssueSignals& signals = *issue_signals_[warps_[slot].scheduler];
    signals.pc.set(warps_[slot].next->pc);
    signals.warp.set(slot);
}

void Sm::trace(Cycle now) {
    unsigned issuers = 0;
    for (unsigned s = 0; s < units_.schedulers(); ++s)
        if (issued_ && issued_warps_ & units_.warps_of(s)) issuers |= 1u << s;
    issue_signal_.set(issuers);
    if (issued_) wake_at(now + 1);  // only so that the waveform shows the end of the issue
    const auto count = [&](WarpWait wait) { return static_cast<unsigned>(__builtin_popcountll(sets_.waiting(wait))); };
    const unsigned memory = count(WarpWait::memory), barrier = count(WarpWait::barrier);
    warps_active_signal_.set(count(WarpWait::ready) + count(WarpWait::result) + memory + barrier +
                             count(WarpWait::fetch));
    waiting_memory_signal_.set(memory);
    waiting_barrier_signal_.set(barrier);
    ctas_active_signal_.set(resident_ctas_);
    if (monitor_) {
        monitor_->signal.set(monitor_->now.waiting);
        monitor_->arithmetic_signal.set(monitor_->arithmetic);
    }
    lsu_stall_signal_.set(memory_out.request_free_from() == never);
}

void Sm::serve_blocking(Payload& payload, sc_core::sc_time&, unsigned) {
    // Running a CTA takes simulated time that only the AT protocol can express.
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
}

void Sm::add_running_warps(RunningWarps& warps) const {
    for (const WarpContext& warp : warps_)
        if (warp.state && warp.next && !warp.exited && warp.wait != WarpWait::barrier)
            warps.push_back({kernel_, warp.state->cta, warp.state->warp, warp.next->pc, warp.next->line});
}

void Sm::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << resident_ctas_ << " CTAs resident, " << pool_.live() << " memory instructions in flight\n";
    if (late_stores_)
        out << "  " << late_stores_ << " stores of warps that have ended are outstanding, " << held_launches_.size()
            << " CTAs have ended but for these\n";
    for (unsigned slot = 0; slot < warps_.size(); ++slot) {
        const WarpContext& warp = warps_[slot];
        if (!warp.state) continue;
        static const char* const waits[] = {"ready", "waits for a result", "waits for memory", "waits at a barrier",
                                            "waits for its next instruction"};
        out << "  warp slot " << slot << ": CTA " << warp.state->cta << " warp " << warp.state->warp << ", "
            << (warp.exited ? "exited, waits for its memory instructions" : waits[static_cast<unsigned>(warp.wait)])
            << ", " << warp.outstanding << " outstanding (" << warp.outstanding_writes << " writes), line "
            << (warp.next ? warp.next->line : 0) << "\n";
    }
}

}  // namespace heddle
