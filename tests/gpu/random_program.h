// A kernel of random memory instructions whose every loaded byte is known beforehand. It is the strongest oracle there
// is for the whole memory path: private words that share lines with other SMs' words, exchanges across barriers, shared
// counters.
#pragma once

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "stimulus/workload.h"

namespace heddle::testing {

struct RandomProgramShape {
    std::uint32_t ctas = 24, warps_per_cta = 4, steps = 200;
    std::uint32_t launches = 2;
    std::uint64_t seed = 1;
};

class RandomKernel final : public Kernel {
public:
    static constexpr unsigned words_per_thread = 6, counters = 96, read_only_words = 4096, value_registers = 8;
    static constexpr unsigned steps_per_phase = 16;

    explicit RandomKernel(const RandomProgramShape& program) : program_(program) {
        shape_.name = "random";
        shape_.grid = {program.ctas, 1, 1};
        shape_.block = {program.warps_per_cta * warp_lanes, 1, 1};
        threads_ = program.ctas * program.warps_per_cta * warp_lanes;
        own_.assign(std::size_t{threads_} * words_per_thread, 0);
        for (unsigned r = 0; r < value_registers; ++r) {
            load_[r] = instruction(Operation::load);
            load_[r].destination_count = 1;
            load_[r].destinations[0] = static_cast<std::uint16_t>(r);
        }
        atomic_ = instruction(Operation::atomic);
        atomic_.destination_count = 1;
        atomic_.destinations[0] = value_registers;
        alu_.source_count = 1;
        alu_.sources[0] = 0;
    }

    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return value_registers + 1; }

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override {
        auto* state = new State;
        state->random.seed(program_.seed * 1000003 + launch_ * 7919 + cta * 64 + warp);
        state->first_thread = (cta * program_.warps_per_cta + warp) * warp_lanes;
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
        ++state.step;
        plan(state);
        return lanes;
    }

    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override {
        if (instruction.operation == Operation::atomic) return;
        const State& state = static_cast<State&>(warp);
        const auto& expected = state.expected[instruction.destinations[0]];
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (!(access.active >> lane & 1)) continue;
            std::uint32_t value = 0;
            std::memcpy(&value, &access.data[lane * 4], 4);
            ++checked;
            if (value != expected[lane])
                throw SimulationError("random program: CTA " + std::to_string(state.cta) + " warp " +
                                      std::to_string(state.warp) + " lane " + std::to_string(lane) + " step " +
                                      std::to_string(state.step) + ": loaded " + std::to_string(value) + " from " +
                                      std::to_string(access.address[lane]) + ", expected " +
                                      std::to_string(expected[lane]));
        }
    }

    void begin_launch(std::uint32_t launch) { launch_ = launch; }

    static std::uint32_t read_only_value(std::uint32_t word) { return word * 2654435761u + 12345; }
    static std::uint64_t read_only_base() { return 0x10000; }
    static std::uint64_t counter_base() { return 0x40000; }
    std::uint64_t own_base() const { return 0x100000; }
    std::uint64_t own_address(std::uint32_t thread, unsigned word) const {
        return own_base() + (std::uint64_t{word} * threads_ + thread) * 4;
    }
    std::uint64_t exchange_address(std::uint32_t thread, unsigned half) const {
        return own_base() + (std::uint64_t{words_per_thread + half} * threads_ + thread) * 4;
    }
    std::uint32_t threads() const { return threads_; }
    const std::vector<std::uint32_t>& own() const { return own_; }

    std::uint64_t checked = 0, added = 0;

private:
    enum class What { own_load, read_only_load, own_store, own_byte_store, add, exchange_store, exchange_load, other };
    struct State : WarpState {
        std::mt19937 random;
        std::uint32_t step = 0, first_thread = 0;
        What what = What::other;
        const WarpInstruction* next = nullptr;
        std::uint32_t expected[value_registers][warp_lanes];
    };

    static WarpInstruction instruction(Operation operation) {
        WarpInstruction result;
        result.operation = operation;
        return result;
    }

    // The step number alone decides about exchanges and barriers, so that all warps of a CTA agree.
    void plan(State& state) {
        const unsigned in_phase = state.step % steps_per_phase;
        state.what = What::other;
        if (state.step >= program_.steps && in_phase == 0) {
            state.next = &exit_;
        } else if (in_phase == 0) {
            state.what = What::exchange_store;
            state.next = &store_;
        } else if (in_phase == 8) {
            state.next = &barrier_;
        } else if (in_phase == 9) {
            state.what = What::exchange_load;
            state.next = &load_[0];
        } else {
            plan_random(state);
        }
    }

    void plan_random(State& state) {
        const unsigned dice = state.random() % 100;
        const unsigned reg = 1 + state.random() % (value_registers - 1);
        if (dice < 35) {
            state.what = What::own_load;
            state.next = &load_[reg];
        } else if (dice < 55) {
            state.what = What::read_only_load;
            state.next = &load_[reg];
        } else if (dice < 75) {
            state.what = What::own_store;
            state.next = &store_;
        } else if (dice < 83) {
            state.what = What::own_byte_store;
            state.next = &store_;
        } else if (dice < 90) {
            state.what = What::add;
            state.next = &atomic_;
        } else if (dice < 92) {
            state.next = &fence_;
        } else {
            state.next = &alu_;
        }
    }

    LaneMask perform(State& state, LaneAccess& access) {
        access.access_bytes = state.what == What::own_byte_store ? 1 : 4;
        access.bypass_l1 = false;
        const bool exchange = state.what == What::exchange_store || state.what == What::exchange_load;
        access.active = exchange || state.random() % 2 ? all_lanes : static_cast<LaneMask>(state.random());
        const unsigned shared_word = state.random() % words_per_thread;
        const bool scattered = state.random() % 2;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (!(access.active >> lane & 1)) continue;
            const std::uint32_t thread = state.first_thread + lane;
            const unsigned word = scattered ? state.random() % words_per_thread : shared_word;
            perform_lane(state, access, lane, thread, word);
        }
        return access.active;
    }

    void perform_lane(State& state, LaneAccess& access, unsigned lane, std::uint32_t thread, unsigned word) {
        const unsigned reg = state.next->destination_count ? state.next->destinations[0] : 0;
        const unsigned phase = state.step / steps_per_phase;
        std::uint32_t& mine = own_[std::size_t{thread} * words_per_thread + word];
        std::uint32_t value = state.random();
        switch (state.what) {
            case What::own_load:
                access.address[lane] = own_address(thread, word);
                state.expected[reg][lane] = mine;
                return;
            case What::read_only_load: {
                const std::uint32_t index = value % read_only_words;
                access.address[lane] = read_only_base() + index * 4;
                state.expected[reg][lane] = read_only_value(index);
                return;
            }
            case What::own_store:
                mine = value;
                break;
            case What::own_byte_store: {
                const unsigned byte = value % 4;
                access.address[lane] = own_address(thread, word) + byte;
                access.data[lane] = static_cast<std::uint8_t>(value >> 8);
                std::memcpy(reinterpret_cast<std::uint8_t*>(&mine) + byte, &access.data[lane], 1);
                return;
            }
            case What::add:
                access.atomic_op = AtomicOp::add;
                access.atomic_type = ElementType::u32;
                access.address[lane] = counter_base() + value % counters * 4;
                value = 1;
                std::memcpy(&access.data[lane * 4], &value, 4);
                ++added;
                return;
            case What::exchange_store:
                access.address[lane] = exchange_address(thread, phase % 2);
                value = exchanged(thread, phase);
                std::memcpy(&access.data[lane * 4], &value, 4);
                return;
            case What::exchange_load: {
                const std::uint32_t cta_threads = program_.warps_per_cta * warp_lanes;
                const std::uint32_t partner = thread / cta_threads * cta_threads + (thread + 37) % cta_threads;
                access.address[lane] = exchange_address(partner, phase % 2);
                state.expected[reg][lane] = exchanged(partner, phase);
                return;
            }
            case What::other:
                return;
        }
        access.address[lane] = own_address(thread, word);
        std::memcpy(&access.data[lane * 4], &value, 4);
    }

    std::uint32_t exchanged(std::uint32_t thread, unsigned phase) const {
        return (thread + 1) * 40503u + phase * 977u + launch_ * 31u;
    }

    const RandomProgramShape program_;
    KernelShape shape_;
    std::uint32_t threads_ = 0, launch_ = 0;
    std::vector<std::uint32_t> own_;  // what each private word must hold, in program order
    WarpInstruction load_[value_registers], atomic_, alu_;
    WarpInstruction store_ = instruction(Operation::store), barrier_ = instruction(Operation::barrier),
                    fence_ = instruction(Operation::fence), exit_ = instruction(Operation::exit);
};

class RandomWorkload final : public Workload {
public:
    explicit RandomWorkload(const RandomProgramShape& program) : program_(program), kernel_(program) {}

    std::uint32_t kernel_count() const override { return 1; }
    Kernel& kernel(std::uint32_t) override { return kernel_; }
    void initialise(HostMemory& memory) override {
        std::vector<std::uint32_t> words(RandomKernel::read_only_words);
        for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = RandomKernel::read_only_value(i);
        memory.write(RandomKernel::read_only_base(), words.data(), words.size() * 4);
    }
    std::uint32_t next_launch(HostMemory&) override {
        if (launched_ == program_.launches) return no_more;
        kernel_.begin_launch(launched_++);
        return 0;
    }
    CheckResult check(HostMemory& memory) override {
        CheckResult result;
        result.checked_values = kernel_.checked;
        std::uint64_t sum = 0;
        for (unsigned c = 0; c < RandomKernel::counters; ++c) {
            std::uint32_t value = 0;
            memory.read(RandomKernel::counter_base() + c * 4, &value, 4);
            sum += value;
        }
        expect(result, sum == kernel_.added, "shared counters add up to " + std::to_string(sum));
        for (std::uint32_t thread = 0; thread < kernel_.threads(); ++thread)
            for (unsigned word = 0; word < RandomKernel::words_per_thread; ++word) {
                std::uint32_t value = 0;
                memory.read(kernel_.own_address(thread, word), &value, 4);
                expect(result, value == kernel_.own()[std::size_t{thread} * RandomKernel::words_per_thread + word],
                       "private word of thread " + std::to_string(thread));
            }
        return result;
    }
    std::uint64_t expected_ctas() const override { return std::uint64_t{program_.ctas} * program_.launches; }
    std::uint64_t checked_loads() const { return kernel_.checked; }

private:
    static void expect(CheckResult& result, bool good, const std::string& what) {
        ++result.checked_values;
        if (good) return;
        ++result.mismatches;
        if (result.messages.size() < 5) result.messages.push_back(what);
    }
    RandomProgramShape program_;
    RandomKernel kernel_;
    std::uint32_t launched_ = 0;
};

}  // namespace heddle::testing
