#include "heddle/base/work_sharing.h"

#include <algorithm>
#include <chrono>

#include "heddle/base/ticked.h"

namespace heddle {
namespace {

constexpr unsigned measured_one_of = 4;  // cycles

// The threads' shares are evened out after this many shared cycles: often at first, then every 256.
bool evens_out(unsigned cycles) {
    return cycles % 256 == 0 || (cycles >= 16 && cycles < 256 && (cycles & (cycles - 1)) == 0);
}

std::uint64_t nanoseconds() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
}

}  // namespace

void ClockDomain::call_alone(unsigned id, const char* reason) {
    if (islands_[id].none()) return;
    islands_[id] = {};
    if (sharing_.reason.empty()) sharing_.reason = std::string(modules_[id].module->name()) + " " + reason;
}

void ClockDomain::connect(const Ticked& initiator, const Ticked& target) {
    ClockDomain& other = target.domain();
    if (&other == this) {
        bindings_.emplace_back(initiator.id(), target.id());
        return;
    }
    const auto join = [](ClockDomain& domain, ClockDomain& neighbour) {
        auto& all = domain.neighbours_;
        if (std::find(all.begin(), all.end(), &neighbour) == all.end()) all.push_back(&neighbour);
    };
    join(*this, other);
    join(other, *this);
    if (other.team_ == team_) return;
    constexpr const char* reason = "is bound to a module of a clock domain that has other threads or none";
    call_alone(initiator.id(), reason);
    other.call_alone(target.id(), reason);
}

const Ticked* ClockDomain::recorded_module() const {
    const auto in = [](const ClockDomain& domain) -> const Ticked* {
        for (const Member& member : domain.modules_)
            if (member.module->recorded()) return member.module;
        return nullptr;
    };
    const Ticked* found = in(*this);
    for (const ClockDomain* neighbour : neighbours_)
        if (!found) found = in(*neighbour);
    return found;
}

// It is called in the first cycle, because only then all bindings are known.
void ClockDomain::prepare_sharing() {
    if (const Ticked* recorded = recorded_module()) {
        sharing_ = {0, static_cast<unsigned>(modules_.size()),
                    std::string(recorded->name()) + " is recorded in a waveform, which one thread does"};
        return;
    }
    const StagePlan plan(islands_, bindings_);
    for (unsigned id = 0; id < modules_.size(); ++id)
        ++(plan.stage(id) == StagePlan::alone ? sharing_.alone : sharing_.shared);
    for (const unsigned id : plan.uncoloured())
        if (sharing_.reason.empty())
            sharing_.reason =
                std::string(modules_[id].module->name()) + " is part of an odd ring of bindings between islands";
    if (team_->threads() > 1 && sharing_.shared > 1)
        work_ = std::make_unique<WorkSharing>(plan, static_cast<unsigned>(modules_.size()), team_->threads());
}

std::uint64_t* ClockDomain::merge_due() {
    std::uint64_t* const due = lanes_.front().wheel.take(now_);
    const unsigned words = lanes_.front().wheel.words();
    for (std::size_t i = 1; i < work_->lanes_in_use(now_); ++i) {
        std::uint64_t* const more = lanes_[i].wheel.take(now_);
        for (unsigned word = 0; word < words; ++word) {
            due[word] |= more[word];
            more[word] = 0;
        }
    }
    return due;
}

void ClockDomain::tick_with_several_threads() {
    WorkSharing& work = *work_;
    std::uint64_t* const due = merge_due();
    const unsigned words = lanes_.front().wheel.words();
    unsigned count = 0;
    for (unsigned word = 0; word < words; ++word) count += static_cast<unsigned>(__builtin_popcountll(due[word]));
    if (!always_shared_ && !work.choice.several(count)) {
        tick_in_order(due);
    } else {
        ticks_ += count;
        std::copy_n(due, words, work.due.begin());
        std::fill_n(due, words, 0);
        tick_in_stages(work.due.data());
    }
    if (work.choice.cycle_ended()) work.choice.period_ended(nanoseconds(), ticks_);
}

void ClockDomain::tick_in_stages(const std::uint64_t* due) {
    WorkSharing& work = *work_;
    for (std::size_t i = work.lanes_in_use(now_); i < lanes_.size(); ++i) WorkSharing::begin_cycle(lanes_[i], now_);
    work.one_lane_from = now_ + TimingWheel::slots;
    work.measures = ++work.cycles % measured_one_of == 0;
    tick_all_of(due, work.shares.alone());
    if (due_threads(due) > 1) {
        team_->run([](void* domain, unsigned thread) { static_cast<ClockDomain*>(domain)->tick_share(thread); }, this);
        take_what_was_put_off();
        for (ClockDomain* neighbour : neighbours_) neighbour->take_what_was_put_off();
    } else {
        for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
            for (unsigned thread = 0; thread < lanes_.size(); ++thread)
                tick_all_of(due, work.shares.mask(stage, thread));
    }
    throw_first_error();
    if (!evens_out(work.cycles)) return;
    std::vector<double> times;
    for (WorkSharing::Busy& busy : work.busy) times.push_back(std::exchange(busy.time, 0));
    work.shares.even_out(times);
}

// How many threads have a module to call.
unsigned ClockDomain::due_threads(const std::uint64_t* due) const {
    unsigned threads = 0;
    for (unsigned thread = 0; thread < lanes_.size(); ++thread) {
        bool any = false;
        for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
            any = any || is_due(due, work_->shares.mask(stage, thread));
        threads += any;
    }
    return threads;
}

bool ClockDomain::is_due(const std::uint64_t* due, const std::uint64_t* mask) const {
    std::uint64_t any = 0;
    for (unsigned word = 0; word < lanes_.front().wheel.words(); ++word) any |= due[word] & mask[word];
    return any;
}

// The time that it waits for other threads does not count as work.
void ClockDomain::tick_share(unsigned thread) {
    WorkSharing& work = *work_;
    const std::uint64_t* const due = work.due.data();
    const auto mask = [&](StagePlan::Stage stage) { return work.shares.mask(stage, thread); };
    const std::uint64_t begin = work.measures ? nanoseconds() : 0;
    tick_all_of(due, mask(StagePlan::first));
    team_->end_first_half();
    tick_all_of(due, mask(StagePlan::inside));
    std::uint64_t waited = 0;
    if (is_due(due, mask(StagePlan::second))) {
        const std::uint64_t arrival = work.measures ? nanoseconds() : 0;
        team_->await_first_halves();
        if (work.measures) waited = nanoseconds() - arrival;
        tick_all_of(due, mask(StagePlan::second));
    }
    if (work.measures) work.busy[thread].time += static_cast<double>(nanoseconds() - begin - waited);
}

// An error of one module does not keep others from being called, so that which one is reported does not depend on the
// threads: that of the first module in their order.
void ClockDomain::tick_all_of(const std::uint64_t* due, const std::uint64_t* mask) {
    const Cycle now = now_;
    Member* const modules = modules_.data();
    const unsigned words = lanes_.front().wheel.words();
    for (unsigned word = 0; word < words; ++word) {
        for (std::uint64_t bits = due[word] & mask[word]; bits; bits &= bits - 1) {
            const unsigned id = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
            Member& member = modules[id];
            if (member.asked_for() <= now) member.ask_for(never);
            try {
                member.tick(*member.module, now);
            } catch (...) {
                auto& error = own_lane().error;
                if (!error.second || id < error.first) error = {id, std::current_exception()};
            }
        }
    }
}

void ClockDomain::throw_first_error() {
    const Lane* first = nullptr;
    for (const Lane& lane : lanes_)
        if (lane.error.second && (!first || lane.error.first < first->error.first)) first = &lane;
    if (first) std::rethrow_exception(first->error.second);
}

void ClockDomain::take_what_was_put_off() {
    for (Lane& lane : lanes_) {
        for (const Wakeup& wakeup : lane.far) far_.push(wakeup);
        lane.far.clear();
        for (const auto& [cycle, id] : lane.from_outside) wake_also_later(id, cycle);
        lane.from_outside.clear();
        for (const auto& [event, cycle] : lane.notifications) event->notify(kernel_delay_until(cycle));
        lane.notifications.clear();
    }
}

}  // namespace heddle
