#include "heddle/base/clock_domain.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "heddle/base/error.h"
#include "heddle/base/stop_request.h"
#include "heddle/base/ticked.h"

namespace heddle {

void TimingWheel::resize(std::size_t modules) {
    words_ = static_cast<unsigned>((modules + 63) / 64);
    due_.assign(std::size_t{slots} * words_, 0);
    busy_ = {};
}

Cycle TimingWheel::next_busy(Cycle now) const {
    const unsigned start = (now + 1) % slots;
    unsigned word = start >> 6;
    std::uint64_t bits = busy_[word] >> (start & 63) << (start & 63);
    for (unsigned looked = 0; looked <= busy_.size(); ++looked) {
        if (bits) {
            const unsigned slot = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
            return now + 1 + ((slot - start) % slots);
        }
        word = (word + 1) % busy_.size();
        bits = busy_[word];
    }
    return never;
}

ClockDomain::ClockDomain(sc_core::sc_module_name name, sc_core::sc_time period)
    : Block(name), period_(period), period_ticks_(period.value()) {
    if (period_ticks_ == 0) throw ParameterError(this->name(), "clock period is zero at this time resolution");
    SC_METHOD(run);
    sensitive << wake_;
    dont_initialize();
}

unsigned ClockDomain::add(Ticked& module, TickFunction tick) {
    modules_.push_back({never, &module, tick});
    groups_.push_back(0);
    wheel_.resize(modules_.size());
    return static_cast<unsigned>(modules_.size() - 1);
}

void ClockDomain::end_of_elaboration() {
    // Wake-ups that were asked for during construction are scheduled again: the wheel grew, and the order may change.
    wheel_.resize(modules_.size());
    far_ = {};
    const auto group_of = [this](const Member& member) { return groups_[member.module->id_]; };
    std::stable_sort(modules_.begin(), modules_.end(),
                     [&](const Member& a, const Member& b) { return group_of(a) < group_of(b); });
    if (order_seed_) {
        std::mt19937_64 random(order_seed_);
        std::shuffle(modules_.begin(), modules_.end(), random);
    }
    for (unsigned id = 0; id < modules_.size(); ++id) {
        modules_[id].module->id_ = id;
        if (modules_[id].next != never) schedule(modules_[id].next, id);
    }
}

// Spurious ticks are allowed, lost ones are deadlocks: a request made while this module is due in the current cycle but
// has not ticked yet must be kept, hence next > now.
void ClockDomain::wake_later(unsigned id, Cycle cycle) {
    Cycle& next = modules_[id].next;
    if (cycle >= next && next > now()) return;
    next = cycle;
    schedule(cycle, id);
}

void ClockDomain::wake_also_later(unsigned id, Cycle cycle) {
    Cycle& next = modules_[id].next;
    if (next > cycle || next <= now())
        next = cycle;
    else if (next == cycle)
        return;
    schedule(cycle, id);
}

void ClockDomain::schedule_slowly(Cycle cycle, unsigned id) {
    if (!running()) now_ = now();
    if (cycle - now_ < TimingWheel::slots)
        wheel_.put(cycle, id);
    else
        far_.push({cycle, id});
    if (!running() && cycle < armed_) {
        armed_ = cycle;
        wake_.notify(kernel_delay_until(cycle));
    }
}

void ClockDomain::move_far_to_wheel() {
    while (!far_.empty() && far_.top().first - now_ < TimingWheel::slots) {
        wheel_.put(far_.top().first, far_.top().second);
        far_.pop();
    }
}

void ClockDomain::tick_due_modules() {
    // A module may only ask for later cycles, so the current bitmap does not change while it is walked.
    const Cycle now = now_;
    Member* const modules = modules_.data();
    std::uint64_t* const due = wheel_.take(now);
    for (unsigned word = 0; word < wheel_.words(); ++word) {
        std::uint64_t bits = due[word];
        due[word] = 0;
        ticks_ += static_cast<unsigned>(__builtin_popcountll(bits));
        for (; bits; bits &= bits - 1) {
            const unsigned id = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
            Member& member = modules[id];
            if (member.next <= now) member.next = never;
            member.tick(*member.module, now);
        }
    }
}

// Returns the next busy cycle.
Cycle ClockDomain::run_cycle() {
    move_far_to_wheel();
    upcoming_busy_ = false;
    upcoming_due_ = wheel_.due(now_ + 1);
    upcoming_ = now_ + 1;
    // What a module throws leaves the domain in this cycle for good, so that now() is right for the report of it: the
    // kernel's time may be behind.
    tick_due_modules();
    upcoming_ = never;
    const Cycle next = upcoming_busy_ ? now_ + 1 : wheel_.next_busy(now_);
    return far_.empty() ? next : std::min(next, far_.top().first);
}

void ClockDomain::run() {
    now_ = now();
    armed_ = never;
    kernel_has_work_ = sc_core::sc_pending_activity();
    show(cycle_signal_, now_);
    // Whoever asked for the end of the run gets it after this cycle. It is not done ahead of the kernel's time, at
    // which sc_start() returns.
    if (stop_action_ && stop_requested()) stop_action_();
    Cycle next = run_cycle();
    while (next < ahead_until_ && !kernel_has_work_ && !stop_requested()) {
        now_ = next;
        next = run_cycle();
    }
    if (next == never) return;
    armed_ = next;
    wake_.notify(kernel_delay_until(next));
}

void use_femtosecond_resolution() {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
}

sc_core::sc_time period_of_mhz(double mhz) {
    const double femtoseconds = 1e9 / mhz;
    const double tick_femtoseconds = sc_core::sc_get_time_resolution().to_seconds() * 1e15;
    return sc_core::sc_time::from_value(static_cast<std::uint64_t>(std::llround(femtoseconds / tick_femtoseconds)));
}

}  // namespace heddle
