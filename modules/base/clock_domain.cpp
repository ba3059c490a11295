#include "heddle/base/clock_domain.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heddle/base/error.h"
#include "heddle/base/stop_request.h"
#include "heddle/base/ticked.h"
#include "heddle/base/work_sharing.h"

namespace heddle {

ClockDomain::ClockDomain(sc_core::sc_module_name name, sc_core::sc_time period)
    : Block(name), period_(period), period_ticks_(period.value()), lanes_(1) {
    exact_time(0);  // makes its table while there is one thread
    if (period_ticks_ == 0) throw ParameterError(this->name(), "clock period is zero at this time resolution");
    SC_METHOD(run);
    sensitive << wake_;
    dont_initialize();
}

ClockDomain::~ClockDomain() = default;

unsigned ClockDomain::add(Ticked& module, TickFunction tick) {
    modules_.emplace_back(&module, tick);
    islands_.emplace_back();
    for (Lane& lane : lanes_) lane.wheel.resize(modules_.size());
    return static_cast<unsigned>(modules_.size() - 1);
}

void ClockDomain::end_of_elaboration() {
    // Wake-ups that were asked for during construction are scheduled again: the wheel grew, and the order may change.
    lanes_.resize(team_ ? team_->threads() : 1);
    for (Lane& lane : lanes_) lane.wheel.resize(modules_.size());
    far_ = {};
    std::vector<unsigned> order(modules_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return islands_[a] < islands_[b]; });
    if (order_seed_) {
        std::mt19937_64 random(order_seed_);
        std::shuffle(order.begin(), order.end(), random);
    }
    std::vector<Member> members;
    const std::vector<Island> islands = islands_;
    for (unsigned id = 0; id < order.size(); ++id) {
        members.push_back(modules_[order[id]]);
        members.back().module->id_ = id;
        islands_[id] = islands[order[id]];
    }
    modules_.swap(members);
    for (unsigned id = 0; id < modules_.size(); ++id)
        if (modules_[id].asked_for() != never) schedule(modules_[id].asked_for(), id);
}

// Spurious ticks are allowed, lost ones are deadlocks: a request made while this module is due in the current cycle but
// has not ticked yet must be kept, hence next > now.
void ClockDomain::wake_later(unsigned id, Cycle cycle) {
    if (!on_wheel(cycle)) return wake_much_later(id, cycle);
    Member& member = modules_[id];
    const Cycle next = member.asked_for();
    if (cycle >= next && next > now_) return;
    member.ask_for(cycle);
    own_lane().wheel.put(cycle, id);
}

void ClockDomain::wake_much_later(unsigned id, Cycle cycle) {
    Member& member = modules_[id];
    const Cycle next = member.asked_for();
    if (cycle >= next && next > now()) return;
    member.ask_for(cycle);
    schedule_slowly(cycle, id);
}

void ClockDomain::wake_also_later(unsigned id, Cycle cycle) {
    if (WorkerTeam::at_work() && !running()) {
        own_lane().from_outside.emplace_back(cycle, id);
        return;
    }
    Member& member = modules_[id];
    const Cycle next = member.asked_for();
    if (next == cycle) return;
    if (next > cycle || next <= now()) member.ask_for(cycle);
    schedule(cycle, id);
}

void ClockDomain::schedule_slowly(Cycle cycle, unsigned id) {
    if (!running()) now_ = now();
    if (cycle - now_ < TimingWheel::slots)
        own_lane().wheel.put(cycle, id);
    else if (WorkerTeam::at_work())
        own_lane().far.emplace_back(cycle, id);
    else
        far_.push({cycle, id});
    if (!running() && cycle < armed_) {
        armed_ = cycle;
        wake_.notify(kernel_delay_until(cycle));
    }
}

void ClockDomain::notify_at(sc_core::sc_event& event, Cycle cycle) {
    if (WorkerTeam::at_work())
        own_lane().notifications.emplace_back(&event, cycle);
    else
        event.notify(kernel_delay_until(cycle));
}

void ClockDomain::move_far_to_wheel() {
    while (!far_.empty() && far_.top().first - now_ < TimingWheel::slots) {
        own_lane().wheel.put(far_.top().first, far_.top().second);
        far_.pop();
    }
}

void ClockDomain::tick_due_modules() {
    if (work_) return tick_with_several_threads();
    std::uint64_t* const due = lanes_.front().wheel.take(now_);
    if (spurious_ticks_) add_spurious_ticks(due);
    tick_in_order(due);
}

// A bit is set in both of two random words with a probability of one in four.
void ClockDomain::add_spurious_ticks(std::uint64_t* due) {
    for (std::size_t first = 0; first < modules_.size(); first += 64) {
        const std::uint64_t chosen = (*spurious_ticks_)() & (*spurious_ticks_)();
        const std::size_t left = modules_.size() - first;
        due[first / 64] |= left < 64 ? chosen & ((std::uint64_t{1} << left) - 1) : chosen;
    }
}

// A module may only ask for later cycles, so the current bitmap does not change while it is walked.
void ClockDomain::tick_in_order(std::uint64_t* due) {
    const Cycle now = now_;
    Member* const modules = modules_.data();
    const unsigned words = lanes_.front().wheel.words();
    for (unsigned word = 0; word < words; ++word) {
        std::uint64_t bits = due[word];
        due[word] = 0;
        ticks_ += static_cast<unsigned>(__builtin_popcountll(bits));
        for (; bits; bits &= bits - 1) {
            const unsigned id = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
            Member& member = modules[id];
            if (member.asked_for() <= now) member.ask_for(never);
            member.tick(*member.module, now);
        }
    }
}

Cycle ClockDomain::next_busy() const {
    Cycle next = never;
    const std::size_t lanes = work_ ? work_->lanes_in_use(now_) : 1;
    for (std::size_t i = 0; i < lanes; ++i) {
        const Lane& lane = lanes_[i];
        next = std::min(next, lane.upcoming_busy ? now_ + 1 : lane.wheel.next_busy(now_));
    }
    return far_.empty() ? next : std::min(next, far_.top().first);
}

// Returns the next busy cycle.
Cycle ClockDomain::run_cycle() {
    move_far_to_wheel();
    const std::size_t lanes = work_ ? work_->lanes_in_use(now_) : 1;
    for (std::size_t i = 0; i < lanes; ++i) WorkSharing::begin_cycle(lanes_[i], now_);
    upcoming_ = now_ + 1;
    // What a module throws leaves the domain in this cycle for good, so that now() is right for the report of it: the
    // kernel's time may be behind.
    tick_due_modules();
    upcoming_ = never;
    return next_busy();
}

void ClockDomain::run() {
    if (team_ && !work_ && sharing_.shared + sharing_.alone == 0) prepare_sharing();
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
