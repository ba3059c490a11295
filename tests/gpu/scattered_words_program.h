// A random program whose private words lie side by side with those of other SMs' threads, and whose lanes access the
// same word or each its own.
#pragma once

#include "random_program.h"

namespace heddle::testing {

class ScatteredWordsKernel final : public RandomKernel {
public:
    explicit ScatteredWordsKernel(const RandomProgramShape& program) : RandomKernel(program, "scattered_words", words) {
        alu_.source_count = 1;  // the value that the last exchange brought
        alu_.sources[0] = 0;
    }
    std::uint64_t own_address(std::uint32_t thread, unsigned word) const override {
        return 0x100000 + (std::uint64_t{word} * program_.threads() + thread) * 4;
    }

private:
    static constexpr unsigned words = 6, value_registers = 8;

    std::uint64_t exchange_address(std::uint32_t thread, unsigned half) const override {
        return own_address(thread, words + half);
    }
    void plan_random(State& state) const override {
        const unsigned dice = state.random() % 100;
        const unsigned reg = 1 + state.random() % (value_registers - 1);
        if (dice < 35)
            choose(state, What::load, load_[reg]);
        else if (dice < 55)
            choose(state, What::table, load_[reg]);
        else if (dice < 75)
            choose(state, What::store, store_);
        else if (dice < 83)
            choose(state, What::byte_store, store_);
        else if (dice < 90)
            choose(state, What::count, atomic_[value_registers]);
        else
            choose(state, What::other, dice < 92 ? fence_ : alu_);
    }
    void choose_lanes(State& state, LaneAccess& access, LaneChoice& choice) const override {
        access.access_bytes = state.what == What::byte_store ? 1 : 4;
        access.active = state.exchanges() || state.random() % 2 ? all_lanes : static_cast<LaneMask>(state.random());
        const unsigned shared_word = state.random() % words;
        const bool scattered = state.random() % 2;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            choice.word[lane] = scattered ? state.random() % words : shared_word;
            choice.entry[lane] = static_cast<std::uint32_t>(state.random());
        }
    }
};

// A random program for run_platform_named().
inline std::unique_ptr<Workload> scattered_words(const RandomProgramShape& program) {
    return std::make_unique<RandomWorkload>(std::make_unique<ScatteredWordsKernel>(program));
}

}  // namespace heddle::testing
