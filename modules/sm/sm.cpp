#include "heddle/sm/sm.h"

#include <algorithm>

namespace heddle {
namespace {

std::uint16_t shared_units(const SmParameters& parameters) {
    const unsigned special = class_bit(IssueClass::fp64) | class_bit(IssueClass::sfu) | class_bit(IssueClass::tensor);
    return static_cast<std::uint16_t>(class_bit(IssueClass::shared) |
                                      (parameters.special_units_per_scheduler ? 0 : special));
}

// With operand collectors each scheduler has a place of its own before each unit.
std::uint16_t shared_places(const SmParameters& parameters) {
    return parameters.operand_collectors ? 0 : shared_units(parameters);
}

// Units of which there is one for all schedulers, and links: that to the LSU, unless each scheduler has a queue before
// it and the LSU no instruction queues whose room the SM has to look after.
std::uint16_t contended_classes(const SmParameters& parameters, const LsuTraits& lsu) {
    const bool own_queues =
        parameters.memory_queue_entries && !MemoryOrder(lsu, parameters.max_warps).needs_notifications();
    return static_cast<std::uint16_t>(shared_places(parameters) | read_only_classes |
                                      (own_queues ? 0 : class_bit(IssueClass::memory)));
}

UnitClasses unit_classes(const SmParameters& parameters) {
    UnitClasses classes;
    for (unsigned unit = 0; unit < unit_classes_of_their_own; ++unit) classes[unit] = static_cast<IssueClass>(unit);
    if (!parameters.separate_float_unit) classes[static_cast<unsigned>(ExecutionUnit::fp32)] = IssueClass::alu;
    if (!parameters.branch_interval_cycles) classes[static_cast<unsigned>(ExecutionUnit::branch)] = IssueClass::alu;
    const ExecutionUnit multiplier = parameters.multiply_interval_cycles ? ExecutionUnit::fp32 : ExecutionUnit::alu;
    for (const ExecutionUnit unit : {ExecutionUnit::multiply, ExecutionUnit::wide_sum})
        classes[static_cast<unsigned>(unit)] = classes[static_cast<unsigned>(multiplier)];
    return classes;
}

WideAccess wide_access(const std::string& name) {
    if (name == "groups") return WideAccess::groups;
    return name == "broadcast" ? WideAccess::broadcast : WideAccess::first_word;
}

}  // namespace

Sm::Sm(sc_core::sc_module_name name, ClockDomain& domain, const SmParameters& parameters, const KernelTable& kernels,
       unsigned sm_id, unsigned sm_count, const LsuTraits& lsu)
    : Ticked(name, domain, this),
      launch_in(*this, *this, "launch_in", 2),
      memory_out(*this, "memory_out", 4),
      finished_(std::size_t{2} * validated(parameters, "sm").max_ctas),
      posted_stores_(parameters.posted_stores),
      view_{sm_id, sm_count, 0, domain.period().to_seconds() * 1e9},
      queue_entries_(parameters.memory_queue_entries),
      warp_memory_interval_(parameters.warp_memory_interval_cycles),
      units_(parameters.schedulers, shared_places(parameters)),
      warps_(parameters.max_warps),
      sm_id_(sm_id),
      operand_cycles_(parameters.operand_cycles),
      operand_cycles_without_sources_(std::max(parameters.operand_cycles, 1u) - 1),
      unit_classes_(unit_classes(parameters)),
      contended_classes_(contended_classes(parameters, lsu)),
      memory_queue_(parameters.schedulers, parameters.memory_queue_entries, parameters.memory_queues_in_turn),
      free_warps_(parameters.max_warps == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters.max_warps) - 1),
      ctas_(parameters.max_ctas),
      kernels_(kernels),
      limits_{parameters.max_warps, parameters.max_ctas, parameters.registers, parameters.shared_bytes,
              parameters.reserved_shared_bytes},
      parameters_(parameters),
      shared_memory_(parameters.shared_bytes, parameters.shared_banks, wide_access(parameters.shared_wide)) {
    lsu.validate("lsu", parameters.max_warps);
    for (unsigned s = 0; s < parameters.schedulers; ++s) {
        schedulers_[s].warps = units_.warps_of(s);
        schedulers_[s].ways = &units_.ways_of(s);
        schedulers_[s].next = &schedulers_[s + 1 < parameters.schedulers ? s + 1 : 0];
        schedulers_[s].policy = make_warp_scheduler(parameters.scheduler);
        if (parameters.warp_limit) schedulers_[s].limiter = std::make_unique<WarpLimiter>(parameters.warp_limit);
        if (parameters.operand_collectors)
            schedulers_[s].collectors = std::make_unique<OperandCollectors>(parameters, shared_units(parameters),
                                                                            schedulers_[0].collectors.get());
        issue_signals_.push_back(std::make_unique<IssueSignals>(*this, "issue_" + std::to_string(s)));
    }
    for (unsigned i = 0; i < execution_units; ++i) {
        const auto unit = static_cast<ExecutionUnit>(i);
        unit_timing_[i].latency = static_cast<std::uint16_t>(parameters.latency(unit) + parameters.write_back_cycles);
        unit_timing_[i].interval = static_cast<std::uint16_t>(parameters.interval(unit));
        unit_timing_[i].issue = static_cast<std::uint16_t>(parameters.issue_cycles(unit));
    }
    const MemoryOrder order(lsu, parameters.max_warps);
    require(parameters.barrier_awaits_stores || !order.needs_notifications(), "sm.barrier_awaits_stores",
            "is false, which needs a load/store unit that keeps memory instructions in order: lsu.pool=none, banked or "
            "sectors");
    require(
        parameters.barrier_awaits_stores || lsu.order != LsuTraits::Order::in_order_stores, "sm.barrier_awaits_stores",
        "is false, while lsu.banked.in_turn is more than 1, with which loads may pass stores of other warps: set this "
        "to true or that to 1");
    require(!posted_stores_ || !order.needs_notifications(), "sm.posted_stores",
            "needs a load/store unit that keeps memory instructions in order: lsu.pool=none, banked or sectors");
    if (order.needs_notifications()) {
        ordering_ = std::make_unique<LsuOrdering>(*this, order);
        memory_out.observe_phases(ordering_->notifications);
    }
    if (parameters.instruction_fetch || parameters.constant_cache || parameters.texture_cache)
        core_caches_ = std::make_unique<CoreCachePaths>(*this, parameters);
    if (parameters.monitor_waiting) monitor_ = std::make_unique<WaitingCounters>(*this);
    has_extras_ = ordering_ || core_caches_ || monitor_;
}

// Counts the cycles before `cycle`. While the SM sleeps nothing changes, so the cycles since the last tick are counted
// by the state that tick left. The current cycle is counted later: counters that are read in it must not depend on
// whether this SM has ticked already.
template <bool plain>
[[gnu::always_inline]] inline void Sm::account_until(Cycle cycle) {
    if (cycle <= accounted_) return;
    const Cycle elapsed = cycle - accounted_;
    const Cycle lost = elapsed * units_.schedulers() - issued_;
    if (lost && units_.each_has_one_of(sets_.waiting(WarpWait::ready)))
        count_structural(lost);
    else if (lost)
        account_by_scheduler(elapsed);
    issued_ = 0;
    if (!plain && monitor_) monitor_->account(elapsed);
    accounted_ = cycle;
}

void Sm::settle_counters() {
    account_until<false>(domain().now());
    issue_cycles += warp_instructions.value() - issued_ - issue_cycles.value();  // without those of the current cycle
    thread_instructions += warp_instructions.value() * warp_lanes - idle_lanes_ - thread_instructions.value();
    fp64_busy_cycles += units_.take_busy_cycles(IssueClass::fp64);
    sfu_busy_cycles += units_.take_busy_cycles(IssueClass::sfu);
    tensor_busy_cycles += units_.take_busy_cycles(IssueClass::tensor);
}

// The warps that can issue now.
[[gnu::always_inline]] inline std::uint64_t Sm::candidates(Cycle now) {
    const unsigned classes = sets_.ready_classes();
    std::uint64_t warps = 0;
    for (unsigned left = classes & ~classes_with_links; left; left &= left - 1) {
        const unsigned what = static_cast<unsigned>(__builtin_ctz(left));
        warps |= units_.with_room(what, sets_.ready(what), now);
    }
    warps &= with_collector_;
    if (classes & classes_with_links) warps |= with_link_room(now);
    return units_.with_room(issue_port, warps & allowed_, now);
}

// Those that find room behind their link.
std::uint64_t Sm::with_link_room(Cycle now) const {
    const unsigned classes = sets_.ready_classes();
    std::uint64_t warps = 0;
    if (classes & class_bit(IssueClass::memory)) warps = with_memory_room(sets_.ready(IssueClass::memory), now);
    if (classes & read_only_classes) warps |= with_read_only_room(now);
    return warps;
}

// Those of the warps that can still issue in this cycle after an instruction of the class has.
std::uint64_t Sm::still_candidates(std::uint64_t warps, IssueClass what, Cycle now) {
    if (!units_.is_shared(what)) return warps & candidates(now);
    const std::uint64_t rivals = warps & sets_.ready(what);
    return rivals ? (warps & ~rivals) | units_.with_room(static_cast<unsigned>(what), rivals, now) : warps;
}

std::uint64_t Sm::with_queue_room(std::uint64_t warps) const {
    for (unsigned s = 0; s < units_.schedulers(); ++s)
        if (schedulers_[s].queued == queue_entries_) warps &= ~units_.warps_of(s);
    return warps;
}

// The same as with_link_room(), but the first cycle in which one does.
Cycle Sm::link_room_from(Cycle now) const {
    const unsigned classes = sets_.ready_classes();
    Cycle next = never;
    if (classes & class_bit(IssueClass::memory))
        next = memory_room_from(sets_.ready(IssueClass::memory) & allowed_, now);
    return classes & read_only_classes ? std::min(next, read_only_room_from()) : next;
}

// The first cycle in which a warp that is ready now finds its unit free.
[[gnu::always_inline]] inline Cycle Sm::next_issue(Cycle now) {
    const unsigned classes = sets_.ready_classes();
    Cycle next = never;
    if (classes & classes_with_links) next = link_room_from(now);
    for (unsigned left = classes & ~classes_with_links; left; left &= left - 1) {
        const unsigned what = static_cast<unsigned>(__builtin_ctz(left));
        const std::uint64_t warps = sets_.ready(what) & allowed_ & with_collector_;
        if (warps) next = std::min(next, units_.room_from(what, warps, now));
    }
    if (next == never) return never;
    return std::max({next, units_.room_from(issue_port, sets_.waiting(WarpWait::ready), now), now + 1});
}

// The LSU withholds END_REQ, each scheduler has a warp that waits for its unit, and one of these waits for the LSU: one
// more ready warp with a memory instruction would neither issue nor change a statistic.
inline bool Sm::only_room_matters() const {
    if (memory_out.request_link_open() || queue_entries_ || ordering_ || monitor_ || recorded()) return false;
    return sets_.ready_classes() & class_bit(IssueClass::memory) &&
           units_.each_has_one_of(sets_.waiting(WarpWait::ready));
}

// When the SM next has something to do by itself.
[[gnu::always_inline]] inline Cycle Sm::own_work(Cycle now) {
    const Cycle issue = next_issue(now);
    if (issue == now + 1 || timers_.empty()) return issue;
    return std::min(issue, only_room_matters() ? timers_.next_urgent(now) : timers_.next(now));
}

// Takes what has come through the sockets and says whether there was anything.
bool Sm::take_arrivals(Cycle now) {
    if (ordering_ && !ordering_->notifications.empty()) take_notifications(now);
    bool progress = memory_out.responses().ready(now);
    if (progress) take_responses(now);
    if (core_caches_) progress |= take_core_cache_responses(now);
    if (launch_in.requests().ready(now)) progress |= take_launch(now);
    return progress;
}

// Sends what waits for a socket and says when the SM is needed again.
Cycle Sm::serve_sockets(bool progress, Cycle now) {
    if (queue_entries_) progress |= send_queued(now);
    if (core_caches_) progress |= send_fetch(now);
    if (finished_.ready(now)) progress |= respond_finished(now);
    launch_in.service(now);
    memory_out.service(now);
    if (core_caches_) service_core_caches(now);
    if (ordering_) ordering_->notifications.set_urgent(notifications_awaited());
    const Cycle own = own_work(now);
    if (own == now + 1) return own;  // nothing can be earlier
    const Cycle queued = queue_entries_ ? memory_queue_.due(now, progress, memory_out.request_link_open()) : never;
    const Cycle ports = std::min(launch_in.due(now, progress), memory_out.due(now, progress));
    const Cycle next = std::min(std::min(own, queued), std::min(ports, finished_.due(now, progress)));
    return core_caches_ ? std::min(next, core_caches_due(progress, now)) : next;
}

template <bool plain>
inline void Sm::cycle(Cycle now) {
    const Cycle last_tick = view_.cycle;
    view_.cycle = now;
    schedulers_[0].prefetch();  // needed at the end of this tick
    if (!plain && ordering_) ordering_->prefetch();
    account_until<plain>(now);
    scoreboard_.begin(now);
    // First, because what follows may set timers, which would be mistaken for expired ones.
    if (const std::uint64_t due = timers_.due(last_tick, now)) wake_timed_warps(timers_.take(due), now);
    bool quiet = sockets_quiet() && (plain || !(ordering_ || core_caches_));
    const bool arrivals = !quiet && take_arrivals(now);
    if (!plain && monitor_) monitor_->begin(waiting_instructions());
    if (const std::uint64_t warps = candidates(now)) quiet &= issue<plain>(warps, now);
    if (!plain && monitor_) monitor_->later = waiting_instructions();
    const Cycle next = quiet ? own_work(now) : serve_sockets(arrivals || issued_, now);
    if (next != never) wake_at(next);
    if (!plain && recorded()) trace(now);
}

void Sm::tick(Cycle now) {
    if (plain())
        cycle<true>(now);
    else
        cycle<false>(now);
}

}  // namespace heddle
