// Kernels of random memory instructions whose every loaded byte is known beforehand, the strongest oracle there is for
// the whole memory path. Each thread loads, stores and atomically adds to private words, reads a constant table, counts
// in shared counters, and exchanges values with other warps of its CTA across barriers. The reference is `own_`, which
// executes the program in program order. A derived class decides where private words lie and what is accessed how
// often.
#pragma once

#include <atomic>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "heddle/base/error.h"
#include "heddle/stimulus/workload.h"

namespace heddle::testing {

struct RandomProgramShape {
    static constexpr std::uint32_t warps_per_cta = 4, cta_threads = warps_per_cta * warp_lanes;
    std::uint32_t ctas = 24, steps = 200, launches = 1;
    std::uint64_t seed = 1;
    bool constants = false;  // every second load of the table is one of the constant space

    std::uint32_t threads() const { return ctas * cta_threads; }
    std::uint64_t instructions() const { return std::uint64_t{ctas} * warps_per_cta * steps * launches; }
};

class RandomKernel : public Kernel {
public:
    static constexpr unsigned registers = 24, counters = 96, table_words = 4096;
    static constexpr unsigned steps_per_phase = 16;  // a barrier in each

    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return registers; }

    std::unique_ptr<WarpExecutor> make_executor() const override { return std::make_unique<Executor>(*this); }

    void begin_launch(std::uint32_t launch) { launch_ = launch; }
    const RandomProgramShape& program() const { return program_; }
    unsigned words_per_thread() const { return words_per_thread_; }
    const std::uint32_t* words_of(std::uint32_t thread) const { return &own_[std::size_t{thread} * words_per_thread_]; }
    virtual std::uint64_t own_address(std::uint32_t thread, unsigned word) const = 0;

    static std::uint64_t table_base() { return 0x10000; }
    static std::uint64_t counter_base() { return 0x40000; }
    static std::uint32_t table_value(std::uint32_t index) { return index * 2654435761u + 12345; }

    // Counted by the executors of all SMs.
    mutable std::atomic<std::uint64_t> checked{0}, added{0}, executed{0};

protected:
    enum class What { load, store, byte_store, table, atomic, count, exchange_store, exchange_load, other };
    struct Expected {
        std::uint8_t bytes[warp_lanes][max_lane_bytes];
        std::uint32_t step = 0;
        bool known = false;
    };
    struct State : WarpState {
        std::mt19937 random;
        std::uint32_t step = 0, first_thread = 0;
        What what = What::other;
        const WarpInstruction* next = nullptr;
        Expected expected[registers];

        bool exchanges() const { return what == What::exchange_store || what == What::exchange_load; }
    };
    // What the active lanes access: a private word, or an entry of the table or of the counters.
    struct LaneChoice {
        unsigned word[warp_lanes];
        std::uint32_t entry[warp_lanes];
    };

    RandomKernel(const RandomProgramShape& program, const char* name, unsigned words_per_thread)
        : program_(program),
          words_per_thread_(words_per_thread),
          own_(std::size_t{program.threads()} * words_per_thread) {
        shape_.name = name;
        shape_.grid = {program.ctas, 1, 1};
        shape_.block = {RandomProgramShape::cta_threads, 1, 1};
        for (unsigned reg = 0; reg < registers; ++reg) {
            load_[reg] = instruction(Operation::load);
            atomic_[reg] = instruction(Operation::atomic);
            dependent_store_[reg] = instruction(Operation::store);
            load_[reg].destination_count = atomic_[reg].destination_count = dependent_store_[reg].source_count = 1;
            load_[reg].destinations[0] = atomic_[reg].destinations[0] = dependent_store_[reg].sources[0] =
                static_cast<std::uint16_t>(reg);
            // So far apart that the code is larger than a small instruction cache.
            load_[reg].pc = 16 * reg;
            atomic_[reg].pc = load_[reg].pc + 5;
            dependent_store_[reg].pc = load_[reg].pc + 11;
            table_load_[reg] = constant_load_[reg] = load_[reg];
            table_load_[reg].read_only = true;
            constant_load_[reg].operation = Operation::arithmetic;
            constant_load_[reg].space = AddressSpace::constant;
        }
    }

    // Chooses the next instruction of a step without exchange or barrier. Register 0 is the exchanges'.
    virtual void plan_random(State& state) const = 0;
    // Chooses active lanes, bytes per lane and what each lane accesses. In an exchange all lanes must be active.
    virtual void choose_lanes(State& state, LaneAccess& access, LaneChoice& choice) const = 0;
    // Where a thread leaves a value for another; `half` alternates with the phases, because a warp may write the next
    // phase's values while another still reads this phase's.
    virtual std::uint64_t exchange_address(std::uint32_t thread, unsigned half) const = 0;

    static void choose(State& state, What what, const WarpInstruction& next) {
        state.what = what;
        state.next = &next;
    }

    const RandomProgramShape program_;
    WarpInstruction load_[registers], atomic_[registers], dependent_store_[registers], alu_;
    WarpInstruction table_load_[registers], constant_load_[registers];
    const WarpInstruction store_ = instruction(Operation::store), fence_ = instruction(Operation::fence);

private:
    class Executor final : public WarpExecutor {
    public:
        explicit Executor(const RandomKernel& kernel) : kernel_(kernel) {}

        WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override { return kernel_.start(cta, warp); }
        void finish_warp(WarpState* warp) override { delete static_cast<State*>(warp); }
        const WarpInstruction& fetch(WarpState& warp) override { return *static_cast<State&>(warp).next; }
        LaneMask execute(WarpState& warp, LaneAccess* access) override {
            State& state = static_cast<State&>(warp);
            const LaneMask lanes = access ? kernel_.perform(state, *access) : all_lanes;
            ++kernel_.executed;
            ++state.step;
            kernel_.plan(state);
            return lanes;
        }
        void write_back(WarpState& warp, const WarpInstruction& done, const LaneAccess& access) override {
            kernel_.check_loaded(static_cast<State&>(warp), done, access);
        }

    private:
        const RandomKernel& kernel_;
    };

    State* start(std::uint32_t cta, std::uint32_t warp) const {
        auto* state = new State;
        state->random.seed(program_.seed * 1000003 + launch_ * 7919 + cta * 64 + warp);
        state->cta = cta;
        state->warp = warp;
        state->first_thread = (cta * RandomProgramShape::warps_per_cta + warp) * warp_lanes;
        plan(*state);
        return state;
    }
    void check_loaded(const State& state, const WarpInstruction& done, const LaneAccess& access) const {
        const Expected& expected = state.expected[done.destinations[0]];
        if (!expected.known) return;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (!(access.active >> lane & 1)) continue;
            ++checked;
            const std::uint8_t* loaded = &access.data[lane * access.access_bytes];
            if (std::memcmp(loaded, expected.bytes[lane], access.access_bytes) == 0) continue;
            throw SimulationError(
                "random program: CTA " + std::to_string(state.cta) + " warp " + std::to_string(state.warp) + " lane " +
                std::to_string(lane) + ": wrong value from address " + std::to_string(access.address_of(lane)) +
                ", issued in step " + std::to_string(expected.step) + ": first word is " +
                std::to_string(word_in(loaded)) + ", expected " + std::to_string(word_in(expected.bytes[lane])));
        }
    }

    static WarpInstruction instruction(Operation operation) {
        WarpInstruction result;
        result.operation = operation;
        return result;
    }
    static std::uint32_t word_in(const std::uint8_t* bytes) {
        std::uint32_t value = 0;
        std::memcpy(&value, bytes, 4);
        return value;
    }
    static void put(std::uint8_t* bytes, std::uint32_t value) { std::memcpy(bytes, &value, 4); }

    // The step number alone decides about exchanges and barriers, so that all warps of a CTA agree.
    void plan(State& state) const {
        const unsigned in_phase = state.step % steps_per_phase;
        if (state.step >= program_.steps && in_phase == 0)
            choose(state, What::other, exit_);
        else if (in_phase == 0)
            choose(state, What::exchange_store, store_);
        else if (in_phase == 8)
            choose(state, What::other, barrier_);
        else if (in_phase == 9)
            choose(state, What::exchange_load, load_[0]);
        else
            plan_random(state);
        if (state.what != What::table) return;
        const std::uint16_t reg = state.next->destinations[0];
        state.next = program_.constants && state.step % 2 ? &constant_load_[reg] : &table_load_[reg];
    }

    LaneMask perform(State& state, LaneAccess& access) const {
        access.bypass_l1 = access.strided = false;
        access.atomic_op = AtomicOp::add;
        access.atomic_type = ElementType::u32;
        LaneChoice choice;
        choose_lanes(state, access, choice);
        Expected* expected = state.next->destination_count ? &state.expected[state.next->destinations[0]] : nullptr;
        if (expected) {
            expected->step = state.step;
            expected->known = state.what != What::count;
        }
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            if (access.active >> lane & 1)
                perform_lane(state, access, lane, choice, expected ? expected->bytes[lane] : nullptr);
        return access.active;
    }

    void perform_lane(State& state, LaneAccess& access, unsigned lane, const LaneChoice& choice,
                      std::uint8_t* expected) const {
        const std::uint32_t thread = state.first_thread + lane, entry = choice.entry[lane];
        const unsigned bytes = access.access_bytes, phase = state.step / steps_per_phase;
        std::uint8_t* const data = &access.data[std::size_t{lane} * bytes];
        std::uint32_t* const own = &own_[std::size_t{thread} * words_per_thread_ + choice.word[lane]];
        access.address[lane] = own_address(thread, choice.word[lane]);
        switch (state.what) {
            case What::load:
                std::memcpy(expected, own, bytes);
                return;
            case What::store:
                for (unsigned i = 0; i < bytes; i += 4) put(data + i, static_cast<std::uint32_t>(state.random()));
                std::memcpy(own, data, bytes);
                return;
            case What::byte_store:
                *data = static_cast<std::uint8_t>(state.random());
                access.address[lane] += entry % 4;
                reinterpret_cast<std::uint8_t*>(own)[entry % 4] = *data;
                return;
            case What::table:
                access.address[lane] = table_base() + entry % table_words * 4;
                put(expected, table_value(entry % table_words));
                return;
            case What::atomic:
                put(expected, *own);
                put(data, entry);
                *own += entry;
                return;
            case What::count:
                access.address[lane] = counter_base() + entry % counters * 4;
                put(data, 1);
                ++added;
                return;
            case What::exchange_store:
                access.address[lane] = exchange_address(thread, phase % 2);
                put(data, exchanged(thread, phase));
                return;
            case What::exchange_load: {
                const std::uint32_t all = RandomProgramShape::cta_threads,
                                    partner = thread / all * all + (thread + 37) % all;
                access.address[lane] = exchange_address(partner, phase % 2);
                put(expected, exchanged(partner, phase));
                return;
            }
            case What::other:
                return;
        }
    }
    std::uint32_t exchanged(std::uint32_t thread, unsigned phase) const {
        return (thread + 1) * 40503u + phase * 977u + launch_ * 31u;
    }

    const unsigned words_per_thread_;
    KernelShape shape_;
    std::uint32_t launch_ = 0;
    // What each private word must hold, in program order. Only the SM that runs a thread accesses the thread's words.
    mutable std::vector<std::uint32_t> own_;
    const WarpInstruction barrier_ = instruction(Operation::barrier), exit_ = instruction(Operation::exit);
};

// Launches a random kernel and compares memory with what its threads must have left there.
class RandomWorkload final : public Workload {
public:
    explicit RandomWorkload(std::unique_ptr<RandomKernel> kernel) : kernel_(std::move(kernel)) {}

    std::uint32_t kernel_count() const override { return 1; }
    const Kernel& kernel(std::uint32_t) const override { return *kernel_; }
    void initialise(HostMemory& memory) override {
        std::vector<std::uint32_t> table(RandomKernel::table_words);
        for (std::uint32_t i = 0; i < table.size(); ++i) table[i] = RandomKernel::table_value(i);
        memory.write(RandomKernel::table_base(), table.data(), table.size() * 4);
    }
    std::uint32_t next_launch(HostMemory&) override {
        if (launched_ == kernel_->program().launches) return no_more;
        kernel_->begin_launch(launched_++);
        return 0;
    }
    CheckResult check(HostMemory& memory) override {
        CheckResult result;
        result.checked_values = kernel_->checked;
        std::uint64_t sum = 0;
        for (unsigned c = 0; c < RandomKernel::counters; ++c)
            sum += word_at(memory, RandomKernel::counter_base() + c * 4);
        expect(result, sum == kernel_->added, "shared counters add up to " + std::to_string(sum));
        expect(result, kernel_->executed >= kernel_->program().instructions(), "number of instructions");
        for (std::uint32_t thread = 0; thread < kernel_->program().threads(); ++thread)
            for (unsigned word = 0; word < kernel_->words_per_thread(); ++word)
                expect(result, word_at(memory, kernel_->own_address(thread, word)) == kernel_->words_of(thread)[word],
                       "private word " + std::to_string(word) + " of thread " + std::to_string(thread));
        return result;
    }
    std::uint64_t expected_ctas() const override {
        return std::uint64_t{kernel_->program().ctas} * kernel_->program().launches;
    }

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
    std::unique_ptr<RandomKernel> kernel_;
    std::uint32_t launched_ = 0;
};

}  // namespace heddle::testing
