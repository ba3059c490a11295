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
       unsigned sm_id)
    : Ticked(name, domain),
      launch_in(*this, *this, "launch_in", 2),
      memory_out(*this, "memory_out", 4),
      parameters_(parameters),
      limits_{parameters.max_warps, parameters.max_ctas, parameters.registers, parameters.shared_bytes},
      kernels_(kernels),
      sm_id_(sm_id),
      free_warps_(parameters.max_warps == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters.max_warps) - 1),
      warps_(parameters.max_warps),
      ctas_(parameters.max_ctas),
      shared_memory_(parameters.shared_bytes, parameters.shared_banks),
      schedulers_(parameters.schedulers),
      finished_(std::size_t{2} * parameters.max_ctas) {
    parameters.validate("sm");
    for (Scheduler& scheduler : schedulers_) {
        scheduler.policy = make_warp_scheduler(parameters.scheduler);
        scheduler.spent_on = scheduler.sleeping_for = &idle_cycles;
    }
    for (unsigned what = 0; what < issue_classes; ++what) {
        const bool per_scheduler = what == static_cast<unsigned>(IssueClass::alu) ||
                                   (what < execution_units && parameters.special_units_per_scheduler);
        unit_free_[what].assign(per_scheduler ? parameters.schedulers : 1, 0);
    }
}

void Sm::tick(Cycle now) {
    account_until(now);
    bool progress = take_responses(now);
    wake_timed_warps(now);
    progress |= take_launch(now);
    progress |= issue(now);
    progress |= respond_finished(now);
    launch_in.service(now);
    memory_out.service(now);
    const Cycle next = std::min(timers_.next(now), next_issue(now));
    if (next != never) wake_at(next);
    sleep_or_continue(progress, now, launch_in, memory_out, finished_);
    if (issue_signal_.recorded()) trace();
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
    context.cta_slot = static_cast<std::uint16_t>(cta_slot);
    context.next = &kernel_->fetch(*context.state);
    scoreboard_.clear(slot);
    Scheduler& scheduler = scheduler_of(slot);
    scheduler.policy->add(slot);
    scheduler.waiting[static_cast<unsigned>(WarpWait::ready)] |= std::uint64_t{1} << slot;
    scheduler.ready[static_cast<unsigned>(issue_class(*context.next))] |= std::uint64_t{1} << slot;
}

void Sm::finish_warp(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const std::uint64_t bit = std::uint64_t{1} << slot;
    Scheduler& scheduler = scheduler_of(slot);
    scheduler.policy->remove(slot);
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
        scheduler_of(slot).ready[static_cast<unsigned>(issue_class(*warp.next))] |= std::uint64_t{1} << slot;
    } else if (at == never) {
        set_wait(slot, WarpWait::memory);
    } else {
        set_wait(slot, WarpWait::result);
        timers_.set(slot, at, now);
    }
}

void Sm::wake_timed_warps(Cycle now) {
    for_each_bit(timers_.take(now), [&](unsigned slot) {
        if (warps_[slot].state && waits_for_timer(warps_[slot], slot)) look_at(slot, now, now);
    });
}

bool Sm::waits_for_timer(const WarpContext& warp, unsigned slot) const {
    const bool released = warp.wait == WarpWait::barrier && !(ctas_[warp.cta_slot].at_barrier >> slot & 1);
    return warp.wait == WarpWait::result || released;
}

// A barrier opens when every live warp has come and all the CTA's writes are acknowledged, so that what was written
// before it is seen after it. All warps go on in the next cycle, whichever scheduler saw the last one come.
void Sm::release_barrier_if_complete(CtaContext& cta, Cycle now) {
    if (!cta.at_barrier || cta.at_barrier != cta.warps || cta.outstanding_writes) return;
    const std::uint64_t released = cta.at_barrier;
    cta.at_barrier = 0;
    for_each_bit(released, [&](unsigned slot) { timers_.set(slot, now + 1, now); });
}

void Sm::continue_after_writes(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    if (warp.fenced && !warp.outstanding_writes) {
        warp.fenced = false;
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
        if (instruction.operation != Operation::load) {
            --warp.outstanding_writes;
            --ctas_[warp.cta_slot].outstanding_writes;
            continue_after_writes(slot, now);
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

// --- Issue ---

bool Sm::issue(Cycle now) {
    const unsigned count = static_cast<unsigned>(schedulers_.size());
    std::uint64_t issued = 0;
    for (unsigned i = 0; i < count; ++i) {
        const unsigned s = count > 1 ? (now + i) % count : 0;  // take turns at what is shared
        Scheduler& scheduler = schedulers_[s];
        std::uint64_t candidates = 0;
        for (unsigned what = 0; what < issue_classes; ++what)
            if (scheduler.ready[what] && has_room(static_cast<IssueClass>(what), s, now))
                candidates |= scheduler.ready[what];
        if (candidates) {
            issue_warp(s, scheduler.policy->pick(candidates), now);
            issued |= std::uint64_t{1} << s;
            scheduler.spent_on = &issue_cycles;
        } else {
            scheduler.spent_on = lost_to(scheduler);
        }
    }
    for (Scheduler& scheduler : schedulers_) scheduler.sleeping_for = lost_to(scheduler);
    issue_signal_.set(issued);
    if (issued && issue_signal_.recorded()) wake_at(now + 1);  // to show the end of the issue; changes nothing else
    return issued != 0;
}

Cycle Sm::room_from(IssueClass what, unsigned scheduler) const {
    const std::vector<Cycle>& free = unit_free_[static_cast<unsigned>(what)];
    if (what == IssueClass::memory) return memory_out.request_free_from();
    return free[free.size() > 1 ? scheduler : 0];
}

Cycle Sm::next_issue(Cycle now) const {
    Cycle next = never;
    for (unsigned s = 0; s < schedulers_.size(); ++s)
        for (unsigned what = 0; what < issue_classes; ++what)
            if (schedulers_[s].ready[what]) next = std::min(next, room_from(static_cast<IssueClass>(what), s));
    return next == never ? never : std::max(next, now + 1);
}

void Sm::issue_warp(unsigned scheduler, unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const IssueClass what = issue_class(*warp.next);
    schedulers_[scheduler].ready[static_cast<unsigned>(what)] &= ~(std::uint64_t{1} << slot);
    ++warp_instructions;
    LaneMask lanes;
    switch (what) {
        case IssueClass::memory:
            lanes = issue_memory(slot, now);
            break;
        case IssueClass::shared:
            lanes = issue_shared(slot, now);
            break;
        case IssueClass::control:
            lanes = issue_control(slot, now);
            break;
        default:
            lanes = issue_arithmetic(scheduler, slot, now);
            break;
    }
    thread_instructions += static_cast<unsigned>(__builtin_popcount(lanes));
}

LaneMask Sm::issue_arithmetic(unsigned scheduler, unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    const LaneMask lanes = kernel_->execute(*warp.state, nullptr);
    scoreboard_.set_results(slot, instruction, now + parameters_.latency(instruction.unit));
    std::vector<Cycle>& free = unit_free_[static_cast<unsigned>(instruction.unit)];
    free[free.size() > 1 ? scheduler : 0] = now + parameters_.interval(instruction.unit);
    warp.next = &kernel_->fetch(*warp.state);
    look_at(slot, now + 1, now);
    return lanes;
}

LaneMask Sm::issue_memory(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    MemoryInstruction* access = pool_.acquire(tlm::TLM_READ_COMMAND, 0, 0);
    const LaneMask lanes = kernel_->execute(*warp.state, &access->lanes);
    if (lanes) {
        access->owner.instruction = &instruction;
        access->owner.cycle = now;
        access->lanes.active = lanes;
        const bool load = instruction.operation == Operation::load, atomic = instruction.operation == Operation::atomic;
        access->set_command(load ? tlm::TLM_READ_COMMAND : atomic ? tlm::TLM_IGNORE_COMMAND : tlm::TLM_WRITE_COMMAND);
        access->set_address(access->lanes.address_of(static_cast<unsigned>(__builtin_ctz(lanes))));
        access->set_data_length(warp_lanes * access->lanes.access_bytes);
        access->set_streaming_width(access->get_data_length());
        GpuAccess& info = access->access;
        info.kind = load ? AccessKind::load : atomic ? AccessKind::atomic : AccessKind::store;
        info.space = instruction.space;
        info.sm = static_cast<std::uint16_t>(sm_id_);
        info.warp = static_cast<std::uint16_t>(slot);
        info.cta = warp.state->cta;
        info.kernel = kernel_id_;
        info.birth = sc_core::sc_time_stamp();
        ++(load ? loads : atomic ? atomics : stores);
        ++warp.outstanding;
        if (!load) {
            ++warp.outstanding_writes;
            ++ctas_[warp.cta_slot].outstanding_writes;
        }
        if (instruction.operation != Operation::store) scoreboard_.set_results(slot, instruction, never);
        memory_out.send(access, now);
    } else {
        access->release();
    }
    warp.next = &kernel_->fetch(*warp.state);
    look_at(slot, now + 1, now);
    return lanes;
}

LaneMask Sm::issue_shared(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    shared_access_.strided = false;
    const LaneMask lanes = kernel_->execute(*warp.state, &shared_access_);
    shared_access_.fill_addresses();
    shared_access_.active = lanes;
    if (lanes) {
        ++shared_accesses;
        const unsigned passes = shared_memory_.passes(shared_access_);
        shared_conflict_cycles += passes - 1;
        const std::uint32_t size = kernel_->shape().shared_bytes;
        try {
            shared_memory_.perform(instruction.operation, shared_access_, warp.cta_slot * size, size);
        } catch (const SimulationError& error) {
            throw SimulationError("kernel " + kernel_->shape().name + ", CTA " + std::to_string(warp.state->cta) +
                                  ", warp " + std::to_string(warp.state->warp) + ", line " +
                                  std::to_string(instruction.line) + ": " + error.what());
        }
        unit_free_[static_cast<unsigned>(IssueClass::shared)][0] = now + passes;
        if (instruction.operation != Operation::store) {
            kernel_->write_back(*warp.state, instruction, shared_access_);
            scoreboard_.set_results(slot, instruction, now + parameters_.shared_latency_cycles + passes - 1);
        }
    }
    warp.next = &kernel_->fetch(*warp.state);
    look_at(slot, now + 1, now);
    return lanes;
}

LaneMask Sm::issue_control(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const Operation operation = warp.next->operation;
    const LaneMask lanes = kernel_->execute(*warp.state, nullptr);
    if (operation == Operation::exit) {
        warp.exited = true;
        set_wait(slot, WarpWait::memory);
        if (!warp.outstanding) finish_warp(slot, now);
        return lanes;
    }
    warp.next = &kernel_->fetch(*warp.state);
    if (operation == Operation::barrier) {
        ++barriers;
        set_wait(slot, WarpWait::barrier);
        CtaContext& cta = ctas_[warp.cta_slot];
        cta.at_barrier |= std::uint64_t{1} << slot;
        release_barrier_if_complete(cta, now);
    } else if (warp.outstanding_writes) {
        warp.fenced = true;
        set_wait(slot, WarpWait::memory);
    } else {
        look_at(slot, now + 1, now);
    }
    return lanes;
}

// --- Accounting ---

// Where a scheduler's cycle went in which it issued nothing. Memory comes first: it is what the model is about.
Counter* Sm::lost_to(const Scheduler& scheduler) {
    const auto any = [&](WarpWait wait) { return scheduler.waiting[static_cast<unsigned>(wait)] != 0; };
    if (any(WarpWait::ready)) return &stall_structural_cycles;
    if (any(WarpWait::memory)) return &stall_memory_cycles;
    if (any(WarpWait::barrier)) return &stall_barrier_cycles;
    if (any(WarpWait::result)) return &stall_alu_cycles;
    return &idle_cycles;
}

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
    accounted_ = cycle;
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
