// Policies that know the grid, see which CTA has retired, and delay launches.
#include <map>
#include <random>

#include "dispatcher_bench.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

struct Seen {
    GridShape grid;
    MachineShape machine;
    std::vector<std::pair<unsigned, std::uint32_t>> retired;  // SM and CTA
    unsigned asked = 0;
};

// Agents: one CTA slot per SM. A row of the grid belongs to one SM, which works on its CTAs from left to right;
// fetching the next one when another has retired takes `overhead` cycles, the first is free.
class Agents final : public CtaPolicy {
public:
    Agents(Seen& seen, unsigned overhead) : seen_(seen), overhead_(overhead) {}
    void begin(const MachineShape& machine, const GridShape& grid, unsigned) override {
        seen_.machine = machine;
        seen_.grid = grid;
        tasks_.assign(machine.sms(), {});
        for (std::uint32_t cta = 0; cta < grid.ctas(); ++cta) tasks_[grid.y_of(cta) % machine.sms()].push_back(cta);
        started_.assign(machine.sms(), false);
    }
    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        ++seen_.asked;
        for (unsigned sm = 0; sm < free_slots.size(); ++sm) {
            if (free_slots[sm] == 0 || tasks_[sm].empty()) continue;
            const Placement placement{sm, tasks_[sm].front()};
            tasks_[sm].erase(tasks_[sm].begin());
            const unsigned delay = started_[sm] ? overhead_ : 0;
            started_[sm] = true;
            return {placement, delay};
        }
        return {};
    }
    void retired(unsigned sm, std::uint32_t cta) override { seen_.retired.emplace_back(sm, cta); }

private:
    Seen& seen_;
    const unsigned overhead_;
    std::vector<Ctas> tasks_;
    std::vector<bool> started_;
};

// One CTA after another to any SM with room, at least `gap` cycles apart.
class Throttled final : public CtaPolicy {
public:
    Throttled(Seen& seen, unsigned gap) : seen_(seen), gap_(gap) {}
    void begin(const MachineShape&, const GridShape&, unsigned) override { next_ = 0; }
    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        ++seen_.asked;
        if (std::exchange(pause_, false)) return CtaDecision::not_before(gap_ - 1);
        for (unsigned sm = 0; sm < free_slots.size(); ++sm)
            if (free_slots[sm]) {
                pause_ = true;
                return Placement{sm, next_++};
            }
        return {};
    }
    void retired(unsigned, std::uint32_t) override {}

private:
    Seen& seen_;
    const unsigned gap_;
    std::uint32_t next_ = 0;
    bool pause_ = false;
};

// Any CTA to any SM with room, with any delay, or a pause. Checks that it is told of every CTA it placed, and where.
class Random final : public CtaPolicy {
public:
    explicit Random(unsigned seed) : random_(seed) {}
    void begin(const MachineShape&, const GridShape& grid, unsigned) override {
        REQUIRE(running_.empty());
        left_.clear();
        for (std::uint32_t cta = 0; cta < grid.ctas(); ++cta) left_.push_back(cta);
        std::shuffle(left_.begin(), left_.end(), random_);
    }
    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        REQUIRE_FALSE(left_.empty());
        if (random_() % 5 == 0) return CtaDecision::not_before(1 + random_() % 60);
        const unsigned first = static_cast<unsigned>(random_() % free_slots.size());
        for (unsigned i = 0; i < free_slots.size(); ++i) {
            const unsigned sm = (first + i) % free_slots.size();
            if (!free_slots[sm]) continue;
            const Placement placement{sm, left_.back()};
            left_.pop_back();
            running_[placement.cta] = sm;
            return {placement, random_() % 3 ? 0 : static_cast<unsigned>(random_() % 200)};
        }
        return {};
    }
    void retired(unsigned sm, std::uint32_t cta) override {
        REQUIRE(running_.count(cta));
        REQUIRE(running_[cta] == sm);
        running_.erase(cta);
    }

private:
    std::mt19937 random_;
    Ctas left_;
    std::map<std::uint32_t, unsigned> running_;
};

SmLimits one_slot() {
    SmLimits limits;
    limits.max_ctas = 1;
    return limits;
}

}  // namespace

TEST_CASE("a grid's CTAs are numbered with x fastest") {
    const GridShape grid{5, 3, 2};
    CHECK(grid.ctas() == 30);
    std::uint32_t cta = 0;
    for (unsigned z = 0; z < 2; ++z)
        for (unsigned y = 0; y < 3; ++y)
            for (unsigned x = 0; x < 5; ++x, ++cta) {
                CHECK(grid.x_of(cta) == x);
                CHECK(grid.y_of(cta) == y);
                CHECK(grid.z_of(cta) == z);
            }
}

TEST_CASE("agents: rows stay on their SM, each next task comes after the overhead, SMs do not wait for each other") {
    Seen seen;
    DispatcherBench bench({1, 3}, {}, one_slot(), std::make_unique<Agents>(seen, 30));
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t) { return Cycle{10}; };
    bench.record();
    bench.add_kernel(Dim3{4, 3, 1});
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    CHECK(seen.grid.x == 4);
    CHECK(seen.grid.y == 3);
    CHECK(seen.machine.sms() == 3);
    for (unsigned sm = 0; sm < 3; ++sm)
        CHECK(bench.sms[sm]->ctas() == Ctas{4 * sm, 4 * sm + 1, 4 * sm + 2, 4 * sm + 3});
    REQUIRE(bench.records.size() == 12);
    std::vector<Cycle> last(3, never);
    for (std::size_t i = 0; i < 12; ++i) {
        const CtaRecord& cta = bench.records[i];
        CHECK(seen.retired[i] == std::pair(cta.sm, cta.cta));
        if (last[cta.sm] != never) CHECK(cta.launched == last[cta.sm] + 30);
        last[cta.sm] = cta.retired;
    }
    // Three launches, then four times a CTA's life with its overhead: nobody stood behind another's delay.
    CHECK(bench.host[0].answered < 2 + 3 + 4 * (30 + 15));
}

TEST_CASE("a policy that is not to be asked before some cycles is left alone, and the dispatcher sleeps") {
    Seen seen;
    DispatcherBench bench({2, 1}, {}, {}, std::make_unique<Throttled>(seen, 400));
    bench.record();
    bench.add_kernel(10);
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    REQUIRE(bench.records.size() == 10);
    for (unsigned i = 1; i < 10; ++i) CHECK(bench.records[i].launched == bench.records[i - 1].launched + 400);
    CHECK(seen.asked == 10 + 9);
    CHECK(bench.clock.ticks() < 10 * 20);  // of all modules, in 4000 cycles
}

TEST_CASE("random placements, delays and pauses: every CTA runs exactly once") {
    const unsigned ctas = static_cast<unsigned>(scaled(600, 60));
    DispatcherBench bench({3, 2}, {}, {}, std::make_unique<Random>(11));
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t cta) { return 5 + cta * 7919 % 97; };
    bench.add_kernel(Dim3{ctas / 6, 3, 2});
    bench.add_kernel(Dim3{7, 1, 1});
    for (std::uint32_t kernel : {0, 1, 0}) bench.host.send(1, KernelLaunch{kernel});
    bench.run();
    std::map<std::pair<unsigned, std::uint32_t>, unsigned> seen;
    for (auto& sm : bench.sms) {
        CHECK(sm->most_resident <= 8);
        for (const SmModel::Taken& taken : sm->taken) ++seen[{taken.launch.launch, taken.launch.cta}];
    }
    CHECK(seen.size() == 2 * (ctas / 6 * 6) + 7);
    for (const auto& [cta, times] : seen) CHECK(times == 1);
    CHECK(bench.dispatcher.ctas_retired.value() == seen.size());
}
