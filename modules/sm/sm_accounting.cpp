// Where the schedulers' cycles went, and what the SM shows of itself.
#include "sm/sm.h"

namespace heddle {

// Counts the cycles before `cycle`. While the SM sleeps nothing changes, so the cycles since the last tick went where
// the last tick left them. The current cycle is counted later: whoever asks for counters in it must not see whether
// this SM has ticked already.
void Sm::account_until(Cycle cycle) {
    if (cycle <= accounted_) return;
    for (Scheduler& scheduler : schedulers_) {
        ++*scheduler.spent_on;
        *scheduler.sleeping_for += cycle - accounted_ - 1;
        scheduler.spent_on = scheduler.sleeping_for;
    }
    if (monitor_) monitor_->account(cycle - accounted_);
    accounted_ = cycle;
}

WaitingCounters::Sample Sm::waiting_instructions() const {
    WaitingCounters::Sample sample;
    for (const Scheduler& scheduler : schedulers_)
        sample.waiting +=
            static_cast<unsigned>(__builtin_popcountll(scheduler.ready[static_cast<unsigned>(IssueClass::memory)]));
    for (unsigned why = 0; ordering_ && why < MemoryOrder::verdicts; ++why) {
        sample.held[why] = static_cast<unsigned>(__builtin_popcountll(ordering_->held[why]));
        sample.waiting += sample.held[why];
    }
    return sample;
}

void Sm::trace() {
    std::array<unsigned, warp_waits> count{};
    for (const Scheduler& scheduler : schedulers_)
        for (unsigned wait = 0; wait < warp_waits; ++wait)
            count[wait] += static_cast<unsigned>(__builtin_popcountll(scheduler.waiting[wait]));
    warps_active_signal_.set(count[0] + count[1] + count[2] + count[3]);
    waiting_memory_signal_.set(count[static_cast<unsigned>(WarpWait::memory)]);
    waiting_barrier_signal_.set(count[static_cast<unsigned>(WarpWait::barrier)]);
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

void Sm::report_outstanding(std::ostream& out) const {
    if (resident_ctas_ == 0 && launch_in.idle()) return;
    out << name() << ": " << resident_ctas_ << " CTAs resident, " << pool_.live() << " memory instructions in flight\n";
    for (unsigned slot = 0; slot < warps_.size(); ++slot) {
        const WarpContext& warp = warps_[slot];
        if (!warp.state) continue;
        static const char* const waits[] = {"ready", "waits for a result", "waits for memory", "waits at a barrier"};
        out << "  warp slot " << slot << ": CTA " << warp.state->cta << " warp " << warp.state->warp << ", "
            << (warp.exited ? "exited, waits for its memory instructions" : waits[static_cast<unsigned>(warp.wait)])
            << ", " << warp.outstanding << " outstanding (" << warp.outstanding_writes << " writes), line "
            << (warp.next ? warp.next->line : 0) << "\n";
    }
}

}  // namespace heddle
