// A kernel of random memory instructions made for units that merge and reorder loads of different warps: private words
// of four warps share every line, so that lines are merged while others write them, and each thread's loads, stores and
// atomics follow each other on the same words. What every load and atomic must bring is known when it issues: the
// reference interpreter is `own_`, which executes the program in program order.
#pragma once

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "stimulus/workload.h"

namespace heddle::testing {

struct SharedLineShape {
    std::uint32_t ctas = 30, steps = 256;
    std::uint64_t seed = 1;
    std::uint32_t warps() const { return ctas * 4; }
    std::uint64_t instructions() const { return std::uint64_t{warps()} * steps; }
};

class SharedLineKernel final : public Kernel {
public:
    static constexpr unsigned warps_per_cta = 4, registers = 24, counters = 64, table_words = 2048;
    static constexpr unsigned words = 10;        // per thread: 8 in a row, for wide accesses, and 2 by themselves
    static constexpr unsigned phase_steps = 16;  // a barrier in each

    explicit SharedLineKernel(const SharedLineShape& shape)
        : program_(shape), own_(std::size_t{shape.warps()} * warp_lanes * words) {
        shape_.name = "shared_lines";
        shape_.grid = {shape.ctas, 1, 1};
        shape_.block = {warps_per_cta * warp_lanes, 1, 1};
        for (unsigned reg = 0; reg < registers; ++reg) {
            load_[reg] = instruction(Operation::load);
            atomic_[reg] = instruction(Operation::atomic);
            dependent_[reg] = instruction(Operation::store);
            load_[reg].destination_count = atomic_[reg].destination_count = dependent_[reg].source_count = 1;
            load_[reg].destinations[0] = atomic_[reg].destinations[0] = dependent_[reg].sources[0] =
                static_cast<std::uint16_t>(reg);
        }
    }

    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return registers; }

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override {
        auto* state = new State;
        state->random.seed(program_.seed * 1000003 + cta * warps_per_cta + warp);
        state->cta = cta;
        state->warp = warp;
        plan(*state);
        return state;
    }
    void finish_warp(WarpState* warp) override { delete static_cast<State*>(warp); }
    const WarpInstruction& fetch(WarpState& warp) override { return *static_cast<State&>(warp).next; }

    LaneMask execute(WarpState& warp, LaneAccess* access) override {
        State& state = static_cast<State&>(warp);
        const LaneMask lanes = access ? perform(state, *access) : all_lanes;
        ++executed;
        ++state.step;
        plan(state);
        return lanes;
    }
    void write_back(WarpState& warp, const WarpInstruction& done, const LaneAccess& access) override {
        const State& state = static_cast<State&>(warp);
        const Expected& expected = state.expected[done.destinations[0]];
        if (!expected.known) return;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (!(access.active >> lane & 1)) continue;
            ++checked;
            if (std::memcmp(&access.data[lane * access.access_bytes], expected.bytes[lane], access.access_bytes) != 0)
                throw SimulationError("shared lines: CTA " + std::to_string(state.cta) + " warp " +
                                      std::to_string(state.warp) + " lane " + std::to_string(lane) +
                                      ": wrong value from address " + std::to_string(access.address_of(lane)) +
                                      ", issued in step " + std::to_string(expected.step));
        }
    }

    static std::uint64_t table_base() { return 0x10000; }
    static std::uint64_t counter_base() { return 0x40000; }
    static std::uint32_t table_value(std::uint32_t index) { return index * 2654435761u + 977; }
    // The first eight words of a thread lie in a row, and a line holds those of the same lane of a CTA's four warps:
    // a warp touches 32 lines. Of the other words, a line holds eight lanes of each of the four warps: four lines.
    std::uint64_t address(std::uint32_t cta, std::uint32_t warp, unsigned lane, unsigned word) const {
        if (word < 8) return 0x100000 + ((std::uint64_t{cta} * warp_lanes + lane) * 4 + warp) * 32 + word * 4;
        const std::uint64_t line = (std::uint64_t{word - 8} * program_.ctas + cta) * 4 + lane / 8;
        return 0x80000000 + line * 128 + (warp * 8 + lane % 8) * 4;
    }
    const std::uint32_t* words_of(std::uint32_t cta, std::uint32_t warp, unsigned lane) const {
        return &own_[((std::size_t{cta} * warps_per_cta + warp) * warp_lanes + lane) * words];
    }

    std::uint64_t checked = 0, added = 0, executed = 0;

private:
    enum class What { load, store, byte_store, table, atomic, count, exchange_store, exchange_load, other };
    struct Expected {
        std::uint8_t bytes[warp_lanes][max_lane_bytes];
        std::uint32_t step = 0;
        bool known = false;
    };
    struct State : WarpState {
        std::mt19937 random;
        std::uint32_t step = 0;
        What what = What::other;
        const WarpInstruction* next = nullptr;
        Expected expected[registers];
    };

    static WarpInstruction instruction(Operation operation) {
        WarpInstruction result;
        result.operation = operation;
        return result;
    }
    std::uint32_t* mine(const State& state, unsigned lane) {
        return const_cast<std::uint32_t*>(words_of(state.cta, state.warp, lane));
    }

    // The step number alone decides about barriers and exchanges, so that all warps of a CTA agree.
    void plan(State& state) {
        const unsigned in_phase = state.step % phase_steps;
        state.what = What::other;
        if (state.step >= program_.steps && in_phase == 0)
            state.next = &exit_;
        else if (in_phase == 0)
            choose(state, What::exchange_store, store_);
        else if (in_phase == 8)
            state.next = &barrier_;
        else if (in_phase == 9)
            choose(state, What::exchange_load, load_[0]);
        else
            plan_random(state);
    }
    static void choose(State& state, What what, const WarpInstruction& next) {
        state.what = what;
        state.next = &next;
    }
    void plan_random(State& state) {
        const unsigned reg = 1 + state.random() % (registers - 1);
        // A store ends the time in which a warp's loads can be merged: every other phase has few.
        const bool loads_mostly = state.step / phase_steps % 2 && state.random() % 8 != 0;
        const unsigned dice = state.random() % (loads_mostly ? 58 : 100);
        if (dice < 34)
            choose(state, What::load, load_[reg]);
        else if (dice < 58)
            choose(state, What::table, load_[reg]);
        else if (dice < 72)
            choose(state, What::store, state.random() % 2 ? store_ : dependent_[reg]);
        else if (dice < 78)
            choose(state, What::byte_store, store_);
        else if (dice < 84)
            choose(state, What::atomic, atomic_[reg]);
        else if (dice < 88)
            choose(state, What::count, atomic_[reg]);
        else if (dice < 90)
            state.next = &fence_;
        else
            state.next = &alu_;
    }

    LaneMask perform(State& state, LaneAccess& access) {
        access.bypass_l1 = false;
        access.strided = false;
        const bool exchange = state.what == What::exchange_store || state.what == What::exchange_load;
        access.atomic_op = AtomicOp::add;
        access.atomic_type = ElementType::u32;
        access.active = exchange || state.random() % 3 ? all_lanes : static_cast<LaneMask>(state.random());
        const bool may_be_wide = state.what == What::load || state.what == What::store;
        const unsigned dice = state.random() % 16;
        const unsigned wide = !may_be_wide || dice > 1 ? 1 : dice == 1 ? 4 : 2;  // in words
        access.access_bytes = static_cast<std::uint8_t>(state.what == What::byte_store ? 1 : wide * 4);
        // One word for all lanes, or one for each; mostly of those that lie densely.
        const bool dense = wide == 1 && state.random() % 16 != 0, each = state.random() % 8 == 0;
        const auto any_word = [&]() -> unsigned {
            return dense ? 8 + state.random() % 2 : state.random() % (8 / wide) * wide;
        };
        Expected* expected = state.next->destination_count ? &state.expected[state.next->destinations[0]] : nullptr;
        if (expected) {
            expected->step = state.step;
            expected->known = state.what != What::count;
        }
        const std::uint32_t pattern = state.random() % 16, start = state.random() % 64;
        unsigned word = any_word();
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (!(access.active >> lane & 1)) continue;
            if (each) word = any_word();
            const std::uint32_t entry = pattern == 0 ? state.random() : pattern < 8 ? start : start + lane;
            perform_lane(state, access, lane, word, entry, expected);
        }
        return access.active;
    }

    void perform_lane(State& state, LaneAccess& access, unsigned lane, unsigned word, std::uint32_t entry,
                      Expected* expected) {
        const unsigned bytes = access.access_bytes;
        std::uint8_t* data = &access.data[std::size_t{lane} * bytes];
        std::uint32_t* const own = mine(state, lane) + word;
        access.address[lane] = address(state.cta, state.warp, lane, word);
        switch (state.what) {
            case What::load:
                std::memcpy(expected->bytes[lane], own, bytes);
                return;
            case What::store:
                for (unsigned i = 0; i < bytes; ++i) data[i] = static_cast<std::uint8_t>(state.random());
                std::memcpy(own, data, bytes);
                return;
            case What::byte_store:
                *data = static_cast<std::uint8_t>(state.random());
                access.address[lane] += entry % 4;
                reinterpret_cast<std::uint8_t*>(own)[entry % 4] = *data;
                return;
            case What::table:
                access.address[lane] = table_base() + entry % table_words * 4;
                put(expected->bytes[lane], table_value(entry % table_words));
                return;
            case What::atomic:
                put(expected->bytes[lane], *own);
                put(data, entry);
                *own += entry;
                return;
            case What::count:
                access.address[lane] = counter_base() + entry % counters * 4;
                put(data, 1);
                ++added;
                return;
            case What::exchange_store:
                access.address[lane] = exchange_address(state.cta, state.warp, lane, state.step);
                put(data, exchanged(state.cta, state.warp, lane, state.step));
                return;
            case What::exchange_load: {
                const std::uint32_t partner = (state.warp + 1) % warps_per_cta;
                access.address[lane] = exchange_address(state.cta, partner, lane, state.step);
                put(expected->bytes[lane], exchanged(state.cta, partner, lane, state.step));
                return;
            }
            case What::other:
                return;
        }
    }
    static void put(std::uint8_t* bytes, std::uint32_t value) { std::memcpy(bytes, &value, 4); }
    static std::uint32_t exchanged(std::uint32_t cta, std::uint32_t warp, unsigned lane, unsigned step) {
        return ((cta * 4 + warp) * 32 + lane + 1) * 40503u + step / phase_steps * 977u;
    }
    // Two halves in turn: a warp may write the next phase's values while another still reads this phase's.
    std::uint64_t exchange_address(std::uint32_t cta, std::uint32_t warp, unsigned lane, unsigned step) const {
        const std::uint64_t half = step / phase_steps % 2;
        return 0x40000000 + ((half * program_.ctas + cta) * 4 + lane / 8) * 128 + (warp * 8 + lane % 8) * 4;
    }

    const SharedLineShape program_;
    KernelShape shape_;
    std::vector<std::uint32_t> own_;
    WarpInstruction load_[registers], atomic_[registers], dependent_[registers], alu_;
    WarpInstruction store_ = instruction(Operation::store), barrier_ = instruction(Operation::barrier),
                    fence_ = instruction(Operation::fence), exit_ = instruction(Operation::exit);
};

class SharedLineWorkload final : public Workload {
public:
    explicit SharedLineWorkload(const SharedLineShape& shape) : shape_(shape), kernel_(shape) {}

    std::uint32_t kernel_count() const override { return 1; }
    Kernel& kernel(std::uint32_t) override { return kernel_; }
    void initialise(HostMemory& memory) override {
        std::vector<std::uint32_t> table(SharedLineKernel::table_words);
        for (std::uint32_t i = 0; i < table.size(); ++i) table[i] = SharedLineKernel::table_value(i);
        memory.write(SharedLineKernel::table_base(), table.data(), table.size() * 4);
    }
    std::uint32_t next_launch(HostMemory&) override { return launched_++ ? no_more : 0; }
    CheckResult check(HostMemory& memory) override {
        CheckResult result;
        result.checked_values = kernel_.checked;
        std::uint64_t sum = 0;
        for (unsigned c = 0; c < SharedLineKernel::counters; ++c)
            sum += word_at(memory, SharedLineKernel::counter_base() + c * 4);
        expect(result, sum == kernel_.added, "shared counters");
        expect(result, kernel_.executed >= shape_.instructions(), "number of instructions");
        for (std::uint32_t warp = 0; warp < shape_.warps(); ++warp)
            for (unsigned lane = 0; lane < warp_lanes; ++lane)
                for (unsigned word = 0; word < SharedLineKernel::words; ++word)
                    expect(result,
                           word_at(memory, kernel_.address(warp / 4, warp % 4, lane, word)) ==
                               kernel_.words_of(warp / 4, warp % 4, lane)[word],
                           "private word " + std::to_string(word) + " of warp " + std::to_string(warp));
        return result;
    }
    std::uint64_t expected_ctas() const override { return shape_.ctas; }

private:
    static std::uint32_t word_at(HostMemory& memory, std::uint64_t address) {
        std::uint32_t value = 0;
        memory.read(address, &value, 4);
        return value;
    }
    static void expect(CheckResult& result, bool good, const std::string& what) {
        ++result.checked_values;
        if (good) return;
        ++result.mismatches;
        if (result.messages.size() < 5) result.messages.push_back(what);
    }
    const SharedLineShape shape_;
    SharedLineKernel kernel_;
    unsigned launched_ = 0;
};

}  // namespace heddle::testing
