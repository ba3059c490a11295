// One cycle scheduler per clock domain: modules sleep until a cycle they asked for, one kernel event wakes the domain.
#pragma once

#include <array>
#include <cstdint>
#include <queue>
#include <systemc>
#include <utility>
#include <vector>

#include "heddle/base/block.h"
#include "heddle/base/cycle.h"
#include "heddle/base/waveform.h"

namespace heddle {

class Ticked;

// Which modules are due in which of the next `slots` cycles, as one bitmap per cycle. Plain data structure.
class TimingWheel {
public:
    static constexpr unsigned slots = 512;

    void resize(std::size_t modules);
    void put(Cycle cycle, unsigned id) {
        const unsigned slot = cycle % slots;
        due_[slot * words_ + (id >> 6)] |= std::uint64_t{1} << (id & 63);
        busy_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    }
    // The bitmap of a cycle: words() words.
    std::uint64_t* due(Cycle cycle) { return &due_[(cycle % slots) * words_]; }
    // The same for the cycle that begins; whoever takes it sets its words to zero.
    std::uint64_t* take(Cycle cycle) {
        const unsigned slot = cycle % slots;
        busy_[slot >> 6] &= ~(std::uint64_t{1} << (slot & 63));
        return due(cycle);
    }
    // The first busy cycle after `now`, or never.
    Cycle next_busy(Cycle now) const;
    unsigned words() const { return words_; }

private:
    unsigned words_ = 0;
    std::vector<std::uint64_t> due_;
    std::array<std::uint64_t, slots / 64> busy_{};
};

class ClockDomain : public Block {
public:
    SC_HAS_PROCESS(ClockDomain);
    ClockDomain(sc_core::sc_module_name name, sc_core::sc_time period);
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
    // The start of the running cycle.
    sc_core::sc_time start_of_cycle() const { return sc_core::sc_time::from_value(now_ * period_ticks_); }
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
    // Modules of one group are called one after the other, groups in ascending order; without a group: before them. It
    // changes no result, but blocks that exchange transactions find them in the host's caches. Call it during
    // construction.
    void set_evaluation_group(unsigned id, unsigned group) { groups_[id] = group + 1; }

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
        modules_[id].next = upcoming_;
        upcoming_due_[id >> 6] |= std::uint64_t{1} << (id & 63);
        upcoming_busy_ = true;
    }
    void schedule(Cycle cycle, unsigned id) {
        if (running() && cycle - now_ < TimingWheel::slots)
            wheel_.put(cycle, id);
        else
            schedule_slowly(cycle, id);
    }
    void schedule_slowly(Cycle cycle, unsigned id);
    void wake_later(unsigned id, Cycle cycle);
    void wake_also_later(unsigned id, Cycle cycle);
    // Consecutive questions are about the same cycle mostly, so its start is kept to save the division.
    Cycle cycle_at(std::uint64_t time) const {
        if (time - known_start_ >= period_ticks_) {
            known_cycle_ = time / period_ticks_;
            known_start_ = known_cycle_ * period_ticks_;
        }
        return known_cycle_;
    }
    static std::uint64_t kernel_time() { return sc_core::sc_time_stamp().value(); }
    std::uint64_t time() const { return running() ? now_ * period_ticks_ : kernel_time(); }
    sc_core::sc_time delay_from(std::uint64_t time, Cycle cycle) const {
        const std::uint64_t target = cycle * period_ticks_;
        return sc_core::sc_time::from_value(target > time ? target - time : 0);
    }
    void end_of_elaboration() override;
    void run();
    Cycle run_cycle();
    void tick_due_modules();
    void move_far_to_wheel();

    const sc_core::sc_time period_;
    const std::uint64_t period_ticks_;
    // While the modules of a cycle are called: the cycle after it, its bitmap and whether anybody is due in it.
    Cycle upcoming_ = never;
    std::uint64_t* upcoming_due_ = nullptr;
    bool upcoming_busy_ = false;
    bool kernel_has_work_ = false;  // events other than this domain's next cycle
    Cycle now_ = 0, armed_ = never, ahead_until_ = 0;
    mutable std::uint64_t known_start_ = 0;
    mutable Cycle known_cycle_ = 0;
    // What the domain needs to call a module, kept here so that it does not touch cold host lines of the module.
    struct Member {
        Cycle next;  // the cycle it asked for first
        Ticked* module;
        TickFunction tick;
    };
    std::vector<Member> modules_;
    std::vector<unsigned> groups_;  // by module, until the simulation starts
    TimingWheel wheel_;
    using Wakeup = std::pair<Cycle, unsigned>;                              // cycle and number of the module
    std::priority_queue<Wakeup, std::vector<Wakeup>, std::greater<>> far_;  // beyond the wheel
    void (*stop_action_)() = nullptr;
    sc_core::sc_event wake_;
    std::uint64_t ticks_ = 0, order_seed_ = 0;
    // Set in the cycles in which a module ticks: an idle domain is not woken for it, and nothing else changes then.
    Signal cycle_signal_{*this, "cycle", 64};
};

// Heddle's executables count time in femtoseconds, so that 1.4 GHz is not rounded to whole picoseconds. Must run before
// any sc_time exists. A virtual prototype with another resolution works too, with periods rounded to it.
void use_femtosecond_resolution();
sc_core::sc_time period_of_mhz(double mhz);

}  // namespace heddle
