#include "sm/sm.h"

#include <algorithm>

namespace heddle {
namespace {

template <class Visit>
void for_each_bit(std::uint64_t mask, Visit visit) {
    for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctzll(mask)));
}

}  // namespace

Sm::Sm(sc_core::sc_module_name name, ClockDomain& domain, const SmParameters& parameters, KernelTable& kernels,
       unsigned sm_id, unsigned sm_count)
    : Ticked(name, domain, this),
      launch_in(*this, *this, "launch_in", 2),
      memory_out(*this, "memory_out", 4),
      parameters_(parameters),
      limits_{parameters.max_warps, parameters.max_ctas, parameters.registers, parameters.shared_bytes},
      kernels_(kernels),
      sm_id_(sm_id),
      view_{sm_id, sm_count, 0, domain.period().to_seconds() * 1e9},
      free_warps_(parameters.max_warps == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters.max_warps) - 1),
      warps_(parameters.max_warps),
      ctas_(parameters.max_ctas),
      shared_memory_(parameters.shared_bytes, parameters.shared_banks),
      schedulers_(parameters.schedulers),
      finished_(std::size_t{2} * parameters.max_ctas),
      memory_queue_(std::max<std::size_t>(std::size_t{parameters.memory_queue_entries} * parameters.schedulers, 1)) {
    parameters.validate("sm");
    for (unsigned slot = 0; slot < parameters.max_warps; ++slot)
        scheduler_index_[slot] = static_cast<std::uint8_t>(slot % parameters.schedulers);
    for (Scheduler& scheduler : schedulers_) {
        scheduler.policy = make_warp_scheduler(parameters.scheduler);
        scheduler.spent_on = scheduler.sleeping_for = &idle_cycles;
        if (parameters.warp_limit) scheduler.limiter = std::make_unique<WarpLimiter>(parameters.warp_limit);
    }
    const MemoryOrder order(parameters.memory_order, parameters.max_warps, parameters.instruction_queues,
                            parameters.instruction_queue_entries);
    if (order.needs_notes()) {
        ordering_ = std::make_unique<Ordering>(*this, order);
        memory_out.observe_phases(ordering_->notes);
    }
    if (parameters.monitor_waiting) monitor_ = std::make_unique<WaitingCounters>(*this);
    for (unsigned what = 0; what < issue_classes; ++what) {
        const bool per_scheduler = what == static_cast<unsigned>(IssueClass::alu) ||
                                   (what < execution_units && parameters.special_units_per_scheduler);
        one_unit_[what] = !per_scheduler;
    }
}

void Sm::tick(Cycle now) {
    view_.cycle = now;
    account_until(now);
    if (ordering_) take_notes(now);
    bool progress = take_responses(now);
    wake_timed_warps(now);
    progress |= take_launch(now);
    progress |= issue(now);
    progress |= send_queued(now);
    progress |= respond_finished(now);
    launch_in.service(now);
    memory_out.service(now);
    Cycle next = std::min(timers_.next(now), next_issue(now));
    next = std::min(next, memory_queue_.due(now, progress, memory_out.request_link_open()));
    if (next != never) wake_at(next);
    if (ordering_) ordering_->notes.set_urgent(waits_for_notes());
    sleep_or_continue(progress, now, launch_in, memory_out, finished_);
    if (recorded()) trace();
}

// --- CTAs ---

bool Sm::take_launch(Cycle now) {
    if (!launch_in.requests().ready(now)) return false;
    if (finished_.room(now) <= resident_ctas_) return false;  // a CTA that ends must find room for its answer
    Payload* launch = launch_in.requests().head();
    CtaLaunch message;
    message.launch = launch_;
    const bool known = read_message(*launch, message, 8) && message.kernel < kernels_.kernel_count() &&
                       message.cta < kernels_.kernel(message.kernel).shape().ctas();
    if (!known) {
        if (launch->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
            launch->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        finished_.push(launch_in.requests().pop(now), now + 1);
        return true;
    }
    if (!begin_launch(message, now) || resident_ctas_ >= cta_limit_) return false;
    launch_in.requests().pop(now);
    start_cta(launch, message, now);
    return true;
}

// One kernel at a time; a new launch begins with empty private caches (MECHANISMS 0).
bool Sm::begin_launch(const CtaLaunch& message, Cycle now) {
    if (kernel_ && kernel_id_ == message.kernel && launch_ == message.launch) return true;
    if (resident_ctas_ != 0) return false;
    if (kernel_ && launch_ != message.launch) {
        if (!memory_out.can_send(now)) return false;
        MemoryInstruction* drop = pool_.acquire(tlm::TLM_IGNORE_COMMAND, 0, 0);
        drop->owner.instruction = nullptr;
        drop->lanes.active = 0;
        drop->access.kind = AccessKind::invalidate;
        drop->access.sm = static_cast<std::uint16_t>(sm_id_);
        memory_out.send(drop, now);
    }
    launch_ = message.launch;
    kernel_id_ = message.kernel;
    kernel_ = &kernels_.kernel(message.kernel);
    cta_limit_ = occupancy(kernel_->shape(), limits_).ctas;
    if (cta_limit_ == 0)
        throw SimulationError(std::string(name()) + ": a CTA of kernel " + kernel_->shape().name +
                              " does not fit into the SM: too many " + occupancy(kernel_->shape(), limits_).limited_by);
    scoreboard_.resize(parameters_.max_warps, kernel_->scoreboard_registers());
    return true;
}

void Sm::start_cta(Payload* launch, const CtaLaunch& message, Cycle now) {
    const auto free_slot = std::find_if(ctas_.begin(), ctas_.end(), [](const CtaContext& c) { return !c.launch; });
    const unsigned cta_slot = static_cast<unsigned>(free_slot - ctas_.begin());
    *free_slot = CtaContext{};
    free_slot->launch = launch;
    free_slot->cta = message.cta;
    ++resident_ctas_;
    const KernelShape& shape = kernel_->shape();
    shared_memory_.clear(cta_slot * shape.shared_bytes, shape.shared_bytes);
    for (unsigned warp = 0; warp < shape.warps_per_cta(); ++warp) {
        const unsigned slot = static_cast<unsigned>(__builtin_ctzll(free_warps_));
        free_warps_ &= free_warps_ - 1;
        free_slot->warps |= std::uint64_t{1} << slot;
        start_warp(slot, cta_slot, message.cta, warp, now);
    }
}

void Sm::start_warp(unsigned slot, unsigned cta_slot, std::uint32_t cta, std::uint32_t warp, Cycle now) {
    WarpContext& context = warps_[slot];
    context = WarpContext{};
    context.state = kernel_->start_warp(cta, warp);
    context.state->cta = cta;
    context.state->warp = warp;
    context.state->sm = &view_;
    context.cta_slot = static_cast<std::uint16_t>(cta_slot);
    context.next = &kernel_->fetch(*context.state);
    scoreboard_.clear(slot);
    Scheduler& scheduler = scheduler_of(slot);
    scheduler.policy->add(slot);
    limit(slot, &WarpLimiter::add);
    scheduler.waiting[static_cast<unsigned>(WarpWait::ready)] |= std::uint64_t{1} << slot;
    set_ready_unless_held(slot);
}

void Sm::finish_warp(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const std::uint64_t bit = std::uint64_t{1} << slot;
    Scheduler& scheduler = scheduler_of(slot);
    scheduler.policy->remove(slot);
    limit(slot, &WarpLimiter::remove);
    scheduler.waiting[static_cast<unsigned>(warp.wait)] &= ~bit;
    kernel_->finish_warp(warp.state);
    warp.state = nullptr;
    free_warps_ |= bit;
    CtaContext& cta = ctas_[warp.cta_slot];
    cta.warps &= ~bit;
    if (cta.warps) {
        release_barrier_if_complete(cta, now);
        return;
    }
    cta.launch->set_response_status(tlm::TLM_OK_RESPONSE);
    finished_.push(cta.launch, now + 1);
    cta.launch = nullptr;
    --resident_ctas_;
    ++ctas_finished;
}

bool Sm::respond_finished(Cycle now) {
    if (!finished_.ready(now) || !launch_in.can_respond(now)) return false;
    launch_in.respond(finished_.pop(now), now);
    return true;
}

// --- Warps ---

void Sm::set_wait(unsigned slot, WarpWait wait) {
    WarpContext& warp = warps_[slot];
    const std::uint64_t bit = std::uint64_t{1} << slot;
    Scheduler& scheduler = scheduler_of(slot);
    scheduler.waiting[static_cast<unsigned>(warp.wait)] &= ~bit;
    scheduler.waiting[static_cast<unsigned>(wait)] |= bit;
    warp.wait = wait;
}

// Decides when the warp's next instruction can issue: at once if its registers are ready `by` the given cycle.
void Sm::look_at(unsigned slot, Cycle by, Cycle now) {
    const WarpContext& warp = warps_[slot];
    const Cycle at = scoreboard_.ready_at(slot, *warp.next);
    if (at <= by) {
        if (warp.wait != WarpWait::ready) set_wait(slot, WarpWait::ready);
        set_ready_unless_held(slot);
    } else if (at == never) {
        set_wait(slot, WarpWait::memory);
    } else {
        set_wait(slot, WarpWait::result);
        timers_.set(slot, at, now);
    }
}

void Sm::wake_timed_warps(Cycle now) {
    for_each_bit(timers_.take(now), [&](unsigned slot) {
        if (!warps_[slot].state || !waits_for_timer(warps_[slot], slot)) return;
        limit(slot, &WarpLimiter::resume);
        look_at(slot, now, now);
    });
}

bool Sm::waits_for_timer(const WarpContext& warp, unsigned slot) const {
    const bool released = warp.wait == WarpWait::barrier && !(ctas_[warp.cta_slot].at_barrier >> slot & 1);
    return warp.wait == WarpWait::result || released;
}

// A barrier opens when every live warp has come and all the CTA's writes are acknowledged, so that what was written
// before it is seen after it, and when no load can be passed in the LSU by what comes after it. All warps go on in the
// next cycle, whichever scheduler saw the last one come.
void Sm::release_barrier_if_complete(CtaContext& cta, Cycle now) {
    if (!cta.at_barrier || cta.at_barrier != cta.warps || cta.outstanding_writes || cta.in_unit) return;
    const std::uint64_t released = cta.at_barrier;
    cta.at_barrier = 0;
    for_each_bit(released, [&](unsigned slot) { timers_.set(slot, now + 1, now); });
}

void Sm::continue_after_memory(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    if (warp.fenced && !warp.outstanding_writes && !in_unit(slot)) {
        warp.fenced = false;
        if (ordering_) --ordering_->fences;
        look_at(slot, now, now);
    }
    release_barrier_if_complete(ctas_[warp.cta_slot], now);
}

bool Sm::take_responses(Cycle now) {
    auto& responses = memory_out.responses();
    bool any = false;
    while (responses.ready(now)) {
        any = true;
        auto* answered = static_cast<MemoryInstruction*>(responses.pop(now));
        if (answered->is_response_error())
            throw SimulationError(std::string(name()) + ": memory access answered with " +
                                  answered->get_response_string());
        if (!answered->owner.instruction) {  // the invalidate at kernel start
            answered->release();
            continue;
        }
        const unsigned slot = answered->access.warp;
        WarpContext& warp = warps_[slot];
        const WarpInstruction& instruction = *answered->owner.instruction;
        if (instruction.operation == Operation::load) load_latency_cycles += now - answered->owner.cycle;
        if (instruction.operation != Operation::store) {
            kernel_->write_back(*warp.state, instruction, answered->lanes);
            scoreboard_.set_results(slot, instruction, now);
        }
        --warp.outstanding;
        if (ordering_) leave_unit(*answered, now);  // if the unit has not said so
        if (instruction.operation != Operation::load) {
            --warp.outstanding_writes;
            --ctas_[warp.cta_slot].outstanding_writes;
            continue_after_memory(slot, now);
        }
        answered->release();
        if (warp.exited) {
            if (!warp.outstanding) finish_warp(slot, now);
        } else if (warp.wait == WarpWait::memory && !warp.fenced) {
            look_at(slot, now, now);
        }
    }
    return any;
}

}  // namespace heddle
