// A streaming multiprocessor: it holds CTAs and issues their warp instructions, whatever front end they come from.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/launch_messages.h"
#include "heddle/base/lsu_traits.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/waveform.h"
#include "heddle/sm/core_cache_paths.h"
#include "heddle/sm/issue_units.h"
#include "heddle/sm/lsu_ordering.h"
#include "heddle/sm/memory_instruction.h"
#include "heddle/sm/memory_queue.h"
#include "heddle/sm/operand_collectors.h"
#include "heddle/sm/scoreboard.h"
#include "heddle/sm/shared_memory.h"
#include "heddle/sm/sm_parameters.h"
#include "heddle/sm/waiting_counters.h"
#include "heddle/sm/warp_context.h"
#include "heddle/sm/warp_scheduler/warp_limiter.h"
#include "heddle/sm/warp_scheduler/warp_scheduler.h"
#include "heddle/sm/warp_sets.h"
#include "heddle/sm/warp_timers.h"
#include "heddle/stimulus/kernel_table.h"
#include "heddle/stimulus/occupancy.h"
#include "heddle/stimulus/running_warp.h"

namespace heddle {

class Sm : public Ticked, public LtTarget {
public:
    AtIn launch_in;    // CTA launches (CtaLaunch); the response comes at retirement
    AtOut memory_out;  // warp memory instructions, to the LSU

    // `sm_count` is the number of SMs of the GPU, which kernels can ask for. `lsu` describes the unit at memory_out.
    Sm(sc_core::sc_module_name name, ClockDomain& domain, const SmParameters& parameters, const KernelTable& kernels,
       unsigned sm_id, unsigned sm_count = 1, const LsuTraits& lsu = {});
    const char* kind() const override { return "sm"; }

    // The sockets instruction_out (fetches), constant_out and texture_out (warp loads, like those of memory_out), in
    // this order; only those that the parameters switch on.
    std::vector<AtOut*> core_cache_outs();

    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;

    std::uint64_t retired_warp_instructions() const { return warp_instructions.value(); }
    std::uint64_t finished_ctas() const { return ctas_finished.value(); }
    // Adds the warps that issue sooner or later by themselves: not those at a barrier or at their end.
    void add_running_warps(RunningWarps& warps) const;
    bool idle() const { return resident_ctas_ == 0 && launch_in.idle() && pool_.live() == 0; }

    Counter warp_instructions{*this, "warp_instructions", "instructions", "warp instructions issued"};
    Counter thread_instructions{*this, "thread_instructions", "instructions",
                                "thread instructions issued (active lanes)"};
    Counter ctas_finished{*this, "ctas_finished", "CTAs", "CTAs that ran to their end here"};
    Counter resident_cycles{*this, "resident_cycles", "cycles", "a warp was resident"};
    Counter resident_warp_cycles{*this, "resident_warp_cycles", "warp-cycles", "warps that were resident, over cycles"};
    Counter loads{*this, "loads", "instructions", "warp loads sent to the LSU"};
    Counter stores{*this, "stores", "instructions", "warp stores sent to the LSU"};
    Counter atomics{*this, "atomics", "instructions", "warp atomics sent to the LSU"};
    Counter load_latency_cycles{*this, "load_latency_cycles", "cycles", "sum over loads: issue to last byte"};
    Counter shared_accesses{*this, "shared_accesses", "instructions", "warp accesses to shared memory"};
    Counter shared_conflict_cycles{*this, "shared_conflict_cycles", "cycles",
                                   "extra passes through shared memory banks"};
    Counter barriers{*this, "barriers", "instructions", "barrier arrivals of warps"};
    Counter issue_cycles{*this, "issue_cycles", "scheduler-cycles", "an instruction was issued"};
    Counter stall_memory_cycles{*this, "stall_memory_cycles", "scheduler-cycles", "no issue: warps wait for memory"};
    Counter stall_alu_cycles{*this, "stall_alu_cycles", "scheduler-cycles",
                             "no issue: warps wait for results of units"};
    Counter stall_structural_cycles{*this, "stall_structural_cycles", "scheduler-cycles",
                                    "no issue: a warp is ready but its unit or the LSU is busy"};
    Counter stall_lsu_cycles{*this, "stall_lsu_cycles", "scheduler-cycles",
                             "of these: a memory instruction waits for the LSU"};
    Counter stall_barrier_cycles{*this, "stall_barrier_cycles", "scheduler-cycles",
                                 "no issue: warps wait at a barrier"};
    Counter idle_cycles{*this, "idle_cycles", "scheduler-cycles", "no issue: no warp is resident"};
    Counter fp64_busy_cycles{*this, "fp64_busy_cycles", "unit-cycles", "double-precision units: issue to next issue"};
    Counter sfu_busy_cycles{*this, "sfu_busy_cycles", "unit-cycles", "special function units: issue to next issue"};
    Counter tensor_busy_cycles{*this, "tensor_busy_cycles", "unit-cycles", "tensor units: issue to next issue"};

private:
    struct Scheduler {
        std::uint64_t warps = 0;  // that it owns
        std::unique_ptr<WarpScheduler> policy;
        std::unique_ptr<WarpLimiter> limiter;           // null: no limit
        std::unique_ptr<OperandCollectors> collectors;  // null: instructions do not wait between issue and unit
        Scheduler* next = nullptr;                      // its turn comes after this one's
        IssueUnits::Ways* ways = nullptr;
        unsigned queued = 0;    // memory instructions in memory_queue_
        Cycle memory_turn = 0;  // when its next memory instruction can go to the LSU
        void prefetch() const { prefetch_host_line(policy.get()); }
    };

    // From the start in the unit to the result, with the stages behind the unit, and to the next start; from the issue
    // to the scheduler's next one.
    struct UnitTiming {
        std::uint16_t latency = 0, interval = 0, issue = 1;
    };

    // What a scheduler issued last. `warp` is its slot in the SM, as in the transactions that come of it.
    struct IssueSignals {
        IssueSignals(Block& owner, const std::string& scheduler)
            : pc(owner, scheduler + "_pc", 32), warp(owner, scheduler + "_warp", 16) {}
        Signal pc, warp;
    };

    // The executor of a kernel's last launch here: it is used again if the kernel is still the same.
    struct KeptExecutor {
        std::uint64_t version = 0;
        std::unique_ptr<WarpExecutor> executor;
    };

    // CTAs
    bool take_launch(Cycle now);
    bool begin_launch(const CtaLaunch& message);
    WarpExecutor& executor_of(std::uint32_t kernel);
    std::unique_ptr<WarpExecutor> make_executor() const;
    void start_cta(Payload* launch, const CtaLaunch& message, Cycle now);
    void start_warp(unsigned slot, unsigned cta_slot, std::uint32_t cta, std::uint32_t warp, Cycle now);
    // A warp that has exited ends with its last response; with posted stores, those of its stores may come later.
    bool can_finish(const WarpContext& warp) const {
        return !(posted_stores_ ? warp.outstanding_results : warp.outstanding);
    }
    void finish_warp(unsigned slot, Cycle now);
    void end_cta(Payload* launch, Cycle now);
    void take_late_store(MemoryInstruction& response, Cycle now);
    bool respond_finished(Cycle now);

    // Warps
    unsigned slot_of(const WarpContext& warp) const { return static_cast<unsigned>(&warp - warps_.data()); }
    Scheduler& scheduler_of(unsigned slot) { return schedulers_[warps_[slot].scheduler]; }
    void set_wait(unsigned slot, WarpWait wait) {
        const std::uint64_t bit = std::uint64_t{1} << slot;
        sets_.leave(bit, warps_[slot].wait);
        sets_.enter(bit, wait);
        warps_[slot].wait = wait;
    }
    // Applies a change of a warp's state to the warp limit, if there is one.
    void limit(unsigned slot, void (WarpLimiter::*change)(unsigned)) {
        if (parameters_.warp_limit == 0) return;
        (*scheduler_of(slot).limiter.*change)(slot);
        allowed_ = 0;
        for (unsigned s = 0; s < units_.schedulers(); ++s) allowed_ |= schedulers_[s].limiter->allowed();
    }
    // Decides when the warp's next instruction can issue: at once if its registers are ready `by` the given cycle.
    void update_readiness(unsigned slot, Cycle by, Cycle now) {
        if (missing(slot)) return wait_for_fetch(slot);
        const WarpContext& warp = warps_[slot];
        const Cycle registers = scoreboard_.ready_at(warp.pending, slot, *warp.next, by);
        wait_for_registers(slot, after_interval(slot, registers), by, now);
    }
    // The interval between memory instructions of a warp counts like a register that is not ready yet.
    static bool accesses_memory(IssueClass needs) { return needs == IssueClass::memory || needs == IssueClass::shared; }
    Cycle after_interval(unsigned slot, Cycle ready_at) const {
        if (warp_memory_interval_ == 1 || !accesses_memory(warps_[slot].needs)) return ready_at;
        return std::max(ready_at, memory_from_[slot]);
    }
    void wait_for_registers(unsigned slot, Cycle ready_at, Cycle by, Cycle now);
    void wake_timed_warps(std::uint64_t warps, Cycle now);
    bool waits_for_timer(const WarpContext& warp, unsigned slot) const;
    bool barrier_awaits_writes(const CtaContext& cta) const;
    void release_barrier_if_complete(CtaContext& cta, Cycle now);
    void continue_after_memory(unsigned slot, Cycle now);
    // Those of the warps whose line requests may still wait in the LSU; none if the LSU keeps everything in order.
    std::uint64_t in_unit(std::uint64_t warps) const { return ordering_ ? ordering_->order.in_unit() & warps : 0; }

    // Order in the LSU
    void set_ready_unless_held(unsigned slot);
    void enter_unit(MemoryInstruction& access, bool load);
    void take_notifications(Cycle now);
    void leave_queue(unsigned slot, Cycle now);
    void leave_unit(unsigned slot, Cycle now);
    void leave_with_response(MemoryInstruction& response, Cycle now);
    // A warp is held back, or waits at a fence or a barrier.
    bool notifications_awaited() const {
        return ordering_->fences || ordering_->held.all() || sets_.waiting(WarpWait::barrier);
    }
    void update_held(std::uint64_t warps, Cycle now);

    // Issue
    template <bool plain>
    bool issue(std::uint64_t warps, Cycle now);
    void fetch_next(WarpContext& warp) { expect<false>(warp, executor_->fetch(*warp.state)); }
    template <bool plain>
    void expect(WarpContext& warp, const WarpInstruction& next) {
        warp.next = &next;
        warp.needs = issue_class(next, unit_classes_);
        if (!plain && core_caches_) look_ahead(warp);
    }
    Cycle start(IssueClass what, Scheduler& scheduler, bool reads_registers, unsigned interval, Cycle next);
    void set_queued(Scheduler& scheduler, unsigned queued);
    void set_ready(unsigned slot) {
        if (ordering_) return set_ready_unless_held(slot);
        sets_.set_ready(slot, warps_[slot].needs);
    }
    std::uint64_t candidates(Cycle now);
    std::uint64_t with_link_room(Cycle now) const;
    Cycle link_room_from(Cycle now) const;
    std::uint64_t still_candidates(std::uint64_t warps, IssueClass what, Cycle now);
    std::uint64_t with_queue_room(std::uint64_t warps) const;
    std::uint64_t with_memory_room(std::uint64_t warps, Cycle now) const {
        if (queue_entries_) return units_.with_room(memory_class, with_queue_room(warps), now);
        return memory_out.can_send(now) ? warps : 0;
    }
    Cycle memory_room_from(std::uint64_t warps, Cycle now) const {
        if (!warps) return never;
        if (!queue_entries_) return memory_out.request_free_from();
        const std::uint64_t with_room = with_queue_room(warps);
        return with_room ? units_.room_from(memory_class, with_room, now) : never;
    }
    static constexpr unsigned memory_class = static_cast<unsigned>(IssueClass::memory);
    static constexpr unsigned issue_port = static_cast<unsigned>(IssueUnits::issue_port);
    void enqueue_memory(MemoryInstruction& access, unsigned slot, Cycle now);
    bool send_queued(Cycle now);
    void read_operands(const MemoryInstruction& access, Cycle now);
    template <bool plain>
    void issue_arithmetic(Scheduler& scheduler, unsigned slot, Cycle now, Cycle next);
    template <bool plain>
    void continue_after_arithmetic(WarpContext& warp, const WarpInstruction& instruction, Cycle now, Cycle next);
    [[gnu::noinline]] void issue_other(unsigned slot, Cycle now);
    // Most warps are full, and counting bits is a function call on many hosts.
    void count_idle_lanes(LaneMask active) {
        if (active != all_lanes) idle_lanes_ += static_cast<unsigned>(__builtin_popcount(~active));
    }
    LaneMask issue_memory(unsigned slot, Cycle now);
    void send_memory(MemoryInstruction& access, unsigned slot, Cycle now);
    void describe(MemoryInstruction& access, unsigned slot, Cycle now);
    LaneMask issue_shared(unsigned slot, Cycle now);
    void execute_control(unsigned slot, Cycle now);
    [[gnu::noinline]] void hold_for_atomic(unsigned slot, bool shared, Cycle now);
    void perform_shared(const WarpContext& warp, const SharedPattern& pattern);
    void take_responses(Cycle now);
    void take_response(MemoryInstruction& response, Cycle now);
    // The registers of a load or atomic get their values with its response.
    void expect_results(WarpContext& warp, unsigned slot, const WarpInstruction& instruction) {
        ++warp.outstanding_results;
        scoreboard_.set_in_flight(warp.pending, slot, instruction);
    }
    void take_results(WarpContext& warp, unsigned slot, const WarpInstruction& instruction) {
        scoreboard_.set_arrived(warp.pending, slot, instruction, --warp.outstanding_results == 0);
    }
    // A load of the warp has brought its bytes.
    void loaded(unsigned slot, Cycle now) {
        WarpContext& warp = warps_[slot];
        --warp.outstanding;
        if (warp.exited) {
            if (can_finish(warp)) finish_warp(slot, now);
        } else if (warp.wait == WarpWait::memory && warp.fenced == WarpFence::none) {
            update_readiness(slot, now, now);
        }
    }
    [[noreturn, gnu::cold]] void memory_error(const MemoryInstruction& response) const;
    Cycle next_issue(Cycle now);
    bool only_room_matters() const;
    Cycle own_work(Cycle now);

    // A tick. A plain() one leaves out what few SMs have.
    template <bool plain>
    void cycle(Cycle now);
    // The LSU keeps everything in order, there is no other cache, and nobody watches what is issued.
    bool plain() const { return !has_extras_ && !recorded(); }

    // Sockets
    // Nothing has come through a socket or waits to leave by one: a tick only has to issue.
    bool sockets_quiet() const {
        const Cycle heads = launch_in.requests().head_visible() & memory_out.responses().head_visible() &
                            memory_queue_.head_visible() & finished_.head_visible();
        return heads == never && !launch_in.stalls_peer() && !memory_out.defers();
    }
    bool take_arrivals(Cycle now);
    Cycle serve_sockets(bool progress, Cycle now);

    // The core's other caches
    void begin_kernel_code();
    [[gnu::noinline]] void look_ahead(WarpContext& warp);
    bool missing(unsigned slot) const { return missing_ >> slot & 1; }
    [[gnu::noinline]] void wait_for_fetch(unsigned slot) { set_wait(slot, WarpWait::fetch); }
    std::uint64_t with_read_only_room(Cycle now) const;
    Cycle read_only_room_from() const;
    LaneMask issue_read_only(unsigned slot, Cycle now);
    bool take_core_cache_responses(Cycle now);
    void take_read_only_response(MemoryInstruction& response, Cycle now);
    void take_fetch(Payload& response, Cycle now);
    bool send_fetch(Cycle now);
    void service_core_caches(Cycle now);
    Cycle core_caches_due(bool progress, Cycle now);
    bool lost_to_fetch(std::uint64_t warps) const;
    [[noreturn, gnu::cold]] void fetch_error(const Payload& response, unsigned slot) const;

    // Accounting
    Counter& lost_without_ready(std::uint64_t warps);
    void account_by_scheduler(Cycle elapsed);
    void count_structural(Cycle scheduler_cycles) {
        stall_structural_cycles += scheduler_cycles;
        if (sets_.ready_classes() & class_bit(IssueClass::memory) || ~with_collector_ ||
            (ordering_ && ordering_->held.all()))
            stall_lsu_cycles += scheduler_cycles;
    }
    template <bool plain>
    void account_until(Cycle cycle);
    WaitingCounters::Sample waiting_instructions() const;
    void trace(Cycle now);
    [[gnu::noinline]] void watch_issue(unsigned slot);

    // What every tick reads lies on neighbouring lines of the host's cache; the first holds the last words of timers_.
    alignas(host_line_bytes) WarpTimers timers_;
    RegisteredQueue<Payload*> finished_;
    const bool posted_stores_;
    unsigned late_stores_ = 0;             // of warps that have ended
    std::vector<Payload*> held_launches_;  // CTAs that have ended, but for such stores

    Cycle accounted_ = 0;                    // the cycles before this one are in the counters
    std::unique_ptr<LsuOrdering> ordering_;  // null: the LSU keeps everything in order
    std::unique_ptr<WaitingCounters> monitor_;
    std::unique_ptr<CoreCachePaths> core_caches_;  // null: all instructions are there, all loads go to the LSU
    bool has_extras_ = false;                      // any of these three
    SmView view_;
    std::uint64_t allowed_ = ~std::uint64_t{0};  // warps that the warp limit lets issue
    std::uint64_t missing_ = 0;                  // warps whose next instruction is being fetched
    std::uint64_t issued_warps_ = 0;       // of those that could issue in the last tick, each scheduler issued one
    unsigned issued_ = 0;                  // how many these were
    std::uint64_t idle_lanes_ = 0;         // of all instructions so far: thread instructions follow from them
    const unsigned queue_entries_;         // in memory_queue_, of each scheduler; 0: there is no queue
    const unsigned warp_memory_interval_;  // 1: none

    WarpSets sets_;
    IssueUnits units_;
    // Warps of schedulers whose memory instructions do not hold all collectors.
    std::uint64_t with_collector_ = ~std::uint64_t{0};

    WarpExecutor* executor_ = nullptr;                                // of the current launch; null before the first
    std::array<Scheduler, SmParameters::max_schedulers> schedulers_;  // the first units_.schedulers() are in use
    std::vector<WarpContext> warps_;
    Scoreboard scoreboard_;
    PayloadPool<MemoryInstruction> pool_;
    const unsigned sm_id_;
    std::uint32_t kernel_id_ = 0, launch_ = 0;
    Cycle parameters_at_ = 0;  // when the kernel's parameters are there
    std::array<UnitTiming, execution_units> unit_timing_{};
    // From issue to start. An instruction without source registers saves the cycle in which they are read.
    Cycle operand_cycles_ = 0, operand_cycles_without_sources_ = 0;
    UnitClasses unit_classes_{};
    const std::uint16_t contended_classes_;  // an issue may take what warps of other schedulers need, as class bits

    MemoryQueue<MemoryInstruction> memory_queue_;                // issued, not yet sent to the LSU
    std::array<Cycle, SmParameters::warp_slots> memory_from_{};  // when a warp can issue its next access to memory
    std::array<Cycle, SmParameters::warp_slots> held_until_{};   // by an atomic on shared memory, or before it starts
    unsigned resident_ctas_ = 0, cta_limit_ = 0;
    Cycle barrier_free_from_ = 0;  // when the next arrival at a barrier counts
    std::uint64_t free_warps_;
    Cycle resident_since_ = 0;  // the first of the CTAs without a gap to those resident now
    Cycle turns_from_ = 0;      // the cycle from which the schedulers' turns are counted
    std::vector<CtaContext> ctas_;
    const Kernel* kernel_ = nullptr;
    bool has_values_ = true;               // of the current kernel
    std::uint32_t shared_bytes_ = 0;       // of one of its CTAs
    std::vector<KeptExecutor> executors_;  // by kernel
    const KernelTable& kernels_;
    const SmLimits limits_;
    const SmParameters parameters_;
    SharedMemory shared_memory_;
    LaneAccess shared_access_;
    Cycle shared_result_at_ = 0;  // of the last load or atomic on shared memory that issued

    Signal warps_active_signal_{*this, "warps_active", 7};
    Signal ctas_active_signal_{*this, "ctas_active", 7};
    Signal waiting_memory_signal_{*this, "warps_waiting_memory", 7};
    Signal waiting_barrier_signal_{*this, "warps_waiting_barrier", 7};
    Signal issue_signal_{*this, "issue", 8};
    Signal lsu_stall_signal_{*this, "lsu_stall", 1};
    std::vector<std::unique_ptr<IssueSignals>> issue_signals_;  // by scheduler
};

}  // namespace heddle
