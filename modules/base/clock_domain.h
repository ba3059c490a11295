// One cycle scheduler per clock domain: modules sleep until a cycle they asked for, one kernel event wakes the domain.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "heddle/base/block.h"
#include "heddle/base/cycle.h"
#include "heddle/base/exact_time.h"
#include "heddle/base/island.h"
#include "heddle/base/timing_wheel.h"
#include "heddle/base/waveform.h"
#include "heddle/base/worker_team.h"

namespace heddle {

class Ticked;

class ClockDomain : public Block {
public:
    SC_HAS_PROCESS(ClockDomain);
    ClockDomain(sc_core::sc_module_name name, sc_core::sc_time period);
    ~ClockDomain() override;
    const char* kind() const override { return "clock_domain"; }

    // The cycle that contains the kernel's current time. Other domains and foreign processes may ask at any time.
    Cycle now() const { return running() ? now_ : cycle_at(kernel_time()); }
    // The cycle that contains the current time plus an annotated delay.
    Cycle cycle_after(const sc_core::sc_time& delay) const {
        if (running()) {
            if (delay == sc_core::SC_ZERO_TIME) return now_;
            if (delay == period_) return upcoming_;
        }
        return cycle_at(time() + delay.value());
    }
    // The first cycle that starts at or after the current time plus an annotated delay.
    Cycle first_cycle_not_before(const sc_core::sc_time& delay) const {
        if (running() && delay == period_) return upcoming_;
        return cycle_at(time() + delay.value() + period_ticks_ - 1);
    }
    // The first cycle that starts no earlier than a cycle of another domain, which is not past.
    Cycle first_cycle_from(const ClockDomain& other, Cycle cycle) const {
        return cycle_at(cycle * other.period_ticks_ + period_ticks_ - 1);
    }
    // The delay to annotate for the start of `cycle`; zero if that is past.
    sc_core::sc_time until(Cycle cycle) const {
        if (cycle == upcoming_) return period_;
        return delay_from(time(), cycle);
    }
    // The delay for notifying an event: from the kernel's time, which the domain may be ahead of. The caller is
    // expected to notify one, so the domain goes back to the kernel after this cycle.
    [[nodiscard]] sc_core::sc_time kernel_delay_until(Cycle cycle) {
        kernel_has_work_ = true;
        return delay_from(kernel_time(), cycle);
    }
    // Notifies an event at the start of a cycle. Modules that belong to an island have to use this instead of
    // kernel_delay_until(): only one thread may speak to the kernel.
    void notify_at(sc_core::sc_event& event, Cycle cycle);
    // The start of the running cycle.
    sc_core::sc_time start_of_cycle() const {
        sc_core::sc_time& known = own_lane().known_time;  // many ask for it in the same cycle
        if (const std::uint64_t start = now_ * period_ticks_; known.value() != start) known = exact_time(start);
        return known;
    }
    const sc_core::sc_time& period() const { return period_; }
    std::uint64_t ticks() const { return ticks_; }

    // Asks for a tick of one of the domain's modules in a later cycle; the earliest request wins. For the module itself
    // (Ticked) and its ports, which keep its number so that they need not touch it.
    void wake_at(unsigned id, Cycle cycle) {
        if (cycle == upcoming_)
            schedule_upcoming(id);
        else
            wake_later(id, cycle);
    }
    void wake_also_at(unsigned id, Cycle cycle) {
        if (cycle == upcoming_)
            schedule_upcoming(id);
        else
            wake_also_later(id, cycle);
    }

    // Results must not depend on the order in which the due modules of a cycle are called; tests shuffle it to prove
    // it. 0 keeps creation order. Call before the simulation starts.
    void set_evaluation_order_seed(std::uint64_t seed) { order_seed_ = seed; }
    // Nor must they depend on how often a module is called: with a seed a quarter of the modules, chosen at random, is
    // called in every busy cycle, whether they have asked for it or not. A module that forgets to ask for a wake-up
    // gives other results then. 0: only those that have asked. One host thread. Call before the simulation starts.
    void set_spurious_ticks_seed(std::uint64_t seed) {
        spurious_ticks_ = seed ? std::make_unique<std::mt19937_64>(seed) : nullptr;
    }
    // Modules of one island are called one after the other, and by one host thread if there are several. It changes no
    // result. Call it during construction.
    void set_island(unsigned id, Island island) { islands_[id] = island; }

    // Lets several host threads call the modules of a cycle, those of one island by the same thread. Foreign modules
    // are called by the kernel's thread only. To be called before the simulation starts, with the same team for all
    // domains; the team has to live as long as the simulation runs. Cycles for which it does not pay are left to the
    // kernel's thread, unless they `always` have to be shared: to see what that costs, and for tests. All cycles are
    // left to it where a waveform records a module of the domain, or one that theirs are bound to.
    void share_work(WorkerTeam& team, bool always = false) {
        team_ = &team;
        always_shared_ = always;
    }
    // For a module that may not be called by another thread than the kernel's although it belongs to an island, such as
    // one that a foreign module is bound to. `reason` completes the sentence "<module> ...".
    void call_alone(unsigned id, const char* reason);
    // Two modules are bound to each other, and both know how to be called by several threads through several ports.
    void connect(const Ticked& initiator, const Ticked& target);
    // How many modules threads share, and why others are not among them. Valid after the first cycle.
    struct Sharing {
        unsigned shared = 0, alone = 0;
        std::string reason;  // of the first module that belongs to an island and is called alone; empty: there is none
    };
    const Sharing& sharing() const { return sharing_; }

    // Before this cycle the domain may call its modules cycle after cycle without going back to the kernel, as long as
    // nothing else was scheduled there when it began and no module asks for kernel_delay_until(): temporal decoupling,
    // which saves the kernel's cost of a step in time. It may be used only if all peers of the domain's modules live in
    // this domain and nobody asks for sc_time_stamp(), which stands still meanwhile.
    void run_ahead_until(Cycle cycle) { ahead_until_ = cycle; }
    // Is called before a cycle once stop_requested(): for an executable that then leaves sc_start().
    void on_stop_request(void (*action)()) { stop_action_ = action; }

private:
    friend class Ticked;
    using TickFunction = void (*)(Ticked& module, Cycle now);
    unsigned add(Ticked& module, TickFunction tick);
    bool running() const { return upcoming_ != never; }
    // Most requests are for the cycle after the running one, which nothing can be earlier than.
    void schedule_upcoming(unsigned id) {
        Lane& lane = own_lane();
        modules_[id].ask_for(upcoming_);
        lane.upcoming_due[id >> 6] |= std::uint64_t{1} << (id & 63);
        lane.upcoming_busy = true;
    }
    bool on_wheel(Cycle cycle) const { return running() && cycle - now_ < TimingWheel::slots; }
    void schedule(Cycle cycle, unsigned id) {
        if (on_wheel(cycle))
            own_lane().wheel.put(cycle, id);
        else
            schedule_slowly(cycle, id);
    }
    void schedule_slowly(Cycle cycle, unsigned id);
    void wake_later(unsigned id, Cycle cycle);
    [[gnu::noinline]] void wake_much_later(unsigned id, Cycle cycle);
    void wake_also_later(unsigned id, Cycle cycle);
    // Consecutive questions of a thread are about the same cycle mostly, so its start is kept to save the division.
    Cycle cycle_at(std::uint64_t time) const {
        Lane& lane = own_lane();
        if (time - lane.known_start >= period_ticks_) {
            lane.known_cycle = time / period_ticks_;
            lane.known_start = lane.known_cycle * period_ticks_;
        }
        return lane.known_cycle;
    }
    static std::uint64_t kernel_time() { return sc_core::sc_time_stamp().value(); }
    std::uint64_t time() const { return running() ? now_ * period_ticks_ : kernel_time(); }
    sc_core::sc_time delay_from(std::uint64_t time, Cycle cycle) const {
        const std::uint64_t target = cycle * period_ticks_;
        return exact_time(target > time ? target - time : 0);
    }
    void end_of_elaboration() override;
    void prepare_sharing();
    const Ticked* recorded_module() const;
    void run();
    Cycle run_cycle();
    void tick_due_modules();
    void tick_with_several_threads();
    void tick_in_order(std::uint64_t* due);
    [[gnu::cold]] void add_spurious_ticks(std::uint64_t* due);
    void tick_in_stages(const std::uint64_t* due);
    void tick_share(unsigned thread);
    unsigned due_threads(const std::uint64_t* due) const;
    bool is_due(const std::uint64_t* due, const std::uint64_t* mask) const;
    void tick_all_of(const std::uint64_t* due, const std::uint64_t* mask);
    std::uint64_t* merge_due();
    void take_what_was_put_off();
    void throw_first_error();
    Cycle next_busy() const;
    void move_far_to_wheel();

    const sc_core::sc_time period_;
    const std::uint64_t period_ticks_;
    // While the modules of a cycle are called: the cycle after it.
    Cycle upcoming_ = never;
    Cycle now_ = 0;
    struct Lane;
    Lane& own_lane() const { return lanes_[WorkerTeam::thread()]; }
    // What the domain needs to call a module, kept here so that it does not touch cold host lines of the module.
    struct Member {
        Member(Ticked* called, TickFunction function) : module(called), tick(function) {}
        Member(const Member& other) : next(other.asked_for()), module(other.module), tick(other.tick) {}
        Cycle asked_for() const { return next.load(std::memory_order_relaxed); }
        void ask_for(Cycle cycle) { next.store(cycle, std::memory_order_relaxed); }

        std::atomic<Cycle> next{never};  // the cycle it asked for first; peers of several threads may ask for it
        Ticked* module;
        TickFunction tick;
    };
    std::vector<Member> modules_;
    using Wakeup = std::pair<Cycle, unsigned>;  // cycle and number of the module
    // What one host thread asks of the domain: a lane per thread, so that they need no locks.
    struct alignas(2 * host_line_bytes) Lane {
        std::uint64_t* upcoming_due = nullptr;  // the bitmap of the cycle after the running one
        bool upcoming_busy = false;             // whether anybody is due in it
        std::uint64_t known_start = 0;
        Cycle known_cycle = 0;
        sc_core::sc_time known_time;
        TimingWheel wheel;
        // Put off until the threads have met: wake-ups beyond the wheel, those that another domain's modules ask for,
        // and notifications of the kernel.
        std::vector<Wakeup> far, from_outside;
        std::vector<std::pair<sc_core::sc_event*, Cycle>> notifications;
        std::pair<unsigned, std::exception_ptr> error{};  // of the first module that threw, in their order
    };
    mutable std::vector<Lane> lanes_;
    bool kernel_has_work_ = false;  // events other than this domain's next cycle
    Cycle armed_ = never, ahead_until_ = 0;
    std::priority_queue<Wakeup, std::vector<Wakeup>, std::greater<>> far_;  // beyond the wheel
    void (*stop_action_)() = nullptr;
    sc_core::sc_event wake_;
    std::uint64_t ticks_ = 0, order_seed_ = 0;
    std::unique_ptr<std::mt19937_64> spurious_ticks_;  // null: only modules that have asked for it are called

    // What is needed to share the work of a cycle.
    std::vector<Island> islands_;  // by module
    std::vector<std::pair<unsigned, unsigned>> bindings_;
    std::vector<ClockDomain*> neighbours_;  // other domains whose modules are bound to some of this one
    WorkerTeam* team_ = nullptr;
    bool always_shared_ = false;
    struct WorkSharing;
    std::unique_ptr<WorkSharing> work_;  // null while one thread does everything
    Sharing sharing_;
    // Set in the cycles in which a module ticks: an idle domain is not woken for it, and nothing else changes then.
    Signal cycle_signal_{*this, "cycle", 64};
};

// Heddle's executables count time in femtoseconds, so that 1.4 GHz is not rounded to whole picoseconds. Must run before
// any sc_time exists. A virtual prototype with another resolution works too, with periods rounded to it.
void use_femtosecond_resolution();
sc_core::sc_time period_of_mhz(double mhz);

}  // namespace heddle
