// CTAs and their warps, from launch to end.
#include <algorithm>

#include "heddle/sm/sm.h"

namespace heddle {
namespace {

// Results are kept in 32 bits, as cycles from an epoch on.
constexpr std::uint32_t latest_parameters = 1U << 30;

}  // namespace

bool Sm::take_launch(Cycle now) {
    // A CTA that ends must find room for its response.
    if (finished_.room(now) <= resident_ctas_ + held_launches_.size()) return false;
    Payload* launch = launch_in.requests().head();
    CtaLaunch message;
    message.launch = launch_;
    const bool known = read_message(*launch, message, 8) && message.kernel < kernels_.kernel_count() &&
                       message.cta < kernels_.kernel(message.kernel).shape().ctas() &&
                       message.parameters_in <= latest_parameters;
    if (!known) {
        if (launch->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
            launch->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        finished_.push(launch_in.requests().pop(now), now + 1);
        return true;
    }
    if (!begin_launch(message) || resident_ctas_ >= cta_limit_) return false;
    launch_in.requests().pop(now);
    parameters_at_ = std::max(parameters_at_, now + message.parameters_in);
    start_cta(launch, message, now);
    return true;
}

// One kernel at a time: the CTAs of the one before have left.
bool Sm::begin_launch(const CtaLaunch& message) {
    if (executor_ && kernel_id_ == message.kernel && launch_ == message.launch) return true;
    if (resident_ctas_ != 0) return false;
    launch_ = message.launch;
    parameters_at_ = 0;
    kernel_id_ = message.kernel;
    kernel_ = &kernels_.kernel(message.kernel);
    cta_limit_ = occupancy(kernel_->shape(), limits_).ctas;
    if (cta_limit_ == 0) throw InputError(does_not_fit(kernel_->shape(), limits_));
    scoreboard_.resize(parameters_.max_warps, kernel_->scoreboard_registers(), parameters_.memory_operand_cycles != 0);
    executor_ = &executor_of(kernel_id_);
    has_values_ = kernel_->has_values();
    shared_bytes_ = kernel_->shape().shared_bytes;
    shared_memory_.begin_kernel();
    if (core_caches_) begin_kernel_code();
    return true;
}

WarpExecutor& Sm::executor_of(std::uint32_t kernel) {
    if (executors_.size() <= kernel) executors_.resize(kernel + 1);
    KeptExecutor& kept = executors_[kernel];
    if (!kept.executor || kept.version != kernel_->version()) kept = {kernel_->version(), make_executor()};
    return *kept.executor;
}

std::unique_ptr<WarpExecutor> Sm::make_executor() const {
    std::unique_ptr<WarpExecutor> executor = kernel_->make_executor();
    if (!parameters_.expands_routines() || !kernel_->has_routines()) return executor;
    return std::make_unique<RoutineExecutor>(std::move(executor), parameters_.routines(), parameters_.max_warps);
}

void Sm::start_cta(Payload* launch, const CtaLaunch& message, Cycle now) {
    const auto free_slot = std::find_if(ctas_.begin(), ctas_.end(), [](const CtaContext& c) { return !c.launch; });
    const unsigned cta_slot = static_cast<unsigned>(free_slot - ctas_.begin());
    *free_slot = CtaContext{};
    free_slot->launch = launch;
    free_slot->cta = message.cta;
    free_slot->begin = now;
    if (resident_ctas_++ == 0) {
        resident_since_ = now;
        // Accel-Sim's SM is active for a cycle, in which it fetches, before its first instruction issues; so one more.
        if (parameters_.own_turns) turns_from_ = now - 1 - resident_cycles.value();
    }
    const KernelShape& shape = kernel_->shape();
    shared_memory_.clear(cta_slot * shape.shared_bytes, shape.shared_bytes);
    for (unsigned warp = 0; warp < shape.warps_per_cta(); ++warp) {
        const unsigned slot = parameters_.fixed_warp_slots ? cta_slot * shape.warps_per_cta() + warp
                                                           : static_cast<unsigned>(__builtin_ctzll(free_warps_));
        free_warps_ &= ~(std::uint64_t{1} << slot);
        free_slot->warps |= std::uint64_t{1} << slot;
        start_warp(slot, cta_slot, message.cta, warp, now);
    }
}

void Sm::start_warp(unsigned slot, unsigned cta_slot, std::uint32_t cta, std::uint32_t warp, Cycle now) {
    WarpContext& context = warps_[slot];
    const std::uint32_t occupant = context.occupant + 1;
    context = WarpContext{};
    context.occupant = occupant;
    context.state = executor_->start_warp(cta, warp);
    context.state->cta = cta;
    context.state->warp = warp;
    context.state->slot = slot;
    context.state->sm = &view_;
    context.cta_slot = static_cast<std::uint16_t>(cta_slot);
    context.scheduler = static_cast<std::uint8_t>(slot % units_.schedulers());
    if (core_caches_ && core_caches_->fetch) core_caches_->fetch->buffers.clear(slot);
    fetch_next(context);
    scoreboard_.clear(slot);
    memory_from_[slot] = 0;
    held_until_[slot] = now + warp * parameters_.warp_start_interval_cycles;
    scheduler_of(slot).policy->add(slot, cta_slot);
    limit(slot, &WarpLimiter::add);
    sets_.enter(std::uint64_t{1} << slot, WarpWait::ready);
    if (missing(slot))
        wait_for_fetch(slot);
    else
        wait_for_registers(slot, held_until_[slot], now, now);
}

void Sm::finish_warp(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const std::uint64_t bit = std::uint64_t{1} << slot;
    scheduler_of(slot).policy->remove(slot);
    limit(slot, &WarpLimiter::remove);
    sets_.leave(bit, warp.wait);
    executor_->finish_warp(warp.state);
    warp.state = nullptr;
    free_warps_ |= bit;
    CtaContext& cta = ctas_[warp.cta_slot];
    cta.warps &= ~bit;
    if (warp.outstanding_writes) {
        late_stores_ += warp.outstanding_writes;
        ++warp.occupant;  // their responses find another one
    }
    resident_warp_cycles += now - cta.begin;
    if (cta.warps) {
        release_barrier_if_complete(cta, now);
        return;
    }
    end_cta(cta.launch, now);
    cta.launch = nullptr;
    if (--resident_ctas_ == 0) resident_cycles += now - resident_since_;
    ++ctas_finished;
}

// The last CTA that is resident waits for the stores of those before it, so that at a kernel's end all have arrived.
void Sm::end_cta(Payload* launch, Cycle now) {
    launch->set_response_status(tlm::TLM_OK_RESPONSE);
    if (late_stores_ && resident_ctas_ == 1)
        held_launches_.push_back(launch);
    else
        finished_.push(launch, now + 1);
}

// The response to a store of a warp that has ended. The barriers of its CTA waited for it; if that has ended too, its
// slot may have another one, which began after the store was issued.
void Sm::take_late_store(MemoryInstruction& response, Cycle now) {
    CtaContext& cta = ctas_[response.access.cta_slot];
    if (cta.begin <= response.owner.cycle) {
        --cta.outstanding_writes;
        release_barrier_if_complete(cta, now);
    }
    response.release();
    if (--late_stores_) return;
    for (Payload* launch : held_launches_) finished_.push(launch, now + 1);
    held_launches_.clear();
}

bool Sm::respond_finished(Cycle now) {
    if (!launch_in.can_respond(now)) return false;
    launch_in.respond(finished_.pop(now), now);
    return true;
}

}  // namespace heddle
