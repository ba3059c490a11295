// A random program for units that merge and reorder loads of different warps: private words of four warps share every
// line, so that lines are merged while others write them, and each thread's loads, stores and atomics follow each other
// on the same words.
#pragma once

#include "random_program.h"

namespace heddle::testing {

class SharedLineKernel final : public RandomKernel {
public:
    explicit SharedLineKernel(const RandomProgramShape& program)
        : RandomKernel(program, "shared_lines", row_words + lone_words) {}

    // The first eight words of a thread lie in a row, and a line holds those of the same lane of a CTA's four warps:
    // a warp touches 32 lines. Of the other words, a line holds eight lanes of each of the four warps: four lines.
    std::uint64_t own_address(std::uint32_t thread, unsigned word) const override {
        const Place at(thread);
        if (word >= row_words) return 0x80000000 + dense_offset(at, word - row_words);
        return 0x100000 + ((std::uint64_t{at.cta} * warp_lanes + at.lane) * 4 + at.warp) * 32 + word * 4;
    }

private:
    static constexpr unsigned row_words = 8, lone_words = 2;
    struct Place {
        explicit Place(std::uint32_t thread)
            : cta(thread / RandomProgramShape::cta_threads),
              warp(thread / warp_lanes % RandomProgramShape::warps_per_cta),
              lane(thread % warp_lanes) {}
        std::uint32_t cta, warp, lane;
    };
    std::uint64_t dense_offset(const Place& at, std::uint64_t group) const {
        return ((group * program_.ctas + at.cta) * 4 + at.lane / 8) * 128 + (at.warp * 8 + at.lane % 8) * 4;
    }
    std::uint64_t exchange_address(std::uint32_t thread, unsigned half) const override {
        return 0x40000000 + dense_offset(Place(thread), half);
    }

    void plan_random(State& state) const override {
        const unsigned reg = 1 + state.random() % (registers - 1);
        // A store ends the time in which a warp's loads can be merged: every other phase has few.
        const bool loads_mostly = state.step / steps_per_phase % 2 && state.random() % 8 != 0;
        const unsigned dice = state.random() % (loads_mostly ? 58 : 100);
        if (dice < 34)
            choose(state, What::load, load_[reg]);
        else if (dice < 58)
            choose(state, What::table, load_[reg]);
        else if (dice < 72)
            choose(state, What::store, state.random() % 2 ? store_ : dependent_store_[reg]);
        else if (dice < 78)
            choose(state, What::byte_store, store_);
        else if (dice < 84)
            choose(state, What::atomic, atomic_[reg]);
        else if (dice < 88)
            choose(state, What::count, atomic_[reg]);
        else
            choose(state, What::other, dice < 90 ? fence_ : alu_);
    }

    void choose_lanes(State& state, LaneAccess& access, LaneChoice& choice) const override {
        access.active = state.exchanges() || state.random() % 3 ? all_lanes : static_cast<LaneMask>(state.random());
        const bool may_be_wide = state.what == What::load || state.what == What::store;
        const unsigned dice = state.random() % 16;
        const unsigned wide = !may_be_wide || dice > 1 ? 1 : dice == 1 ? 4 : 2;  // in words
        access.access_bytes = static_cast<std::uint8_t>(state.what == What::byte_store ? 1 : wide * 4);
        // One word for all lanes, or one for each; mostly of those that lie densely.
        const bool dense = wide == 1 && state.random() % 16 != 0, each = state.random() % 8 == 0;
        const auto any_word = [&]() -> unsigned {
            return dense ? row_words + state.random() % lone_words : state.random() % (row_words / wide) * wide;
        };
        const std::uint32_t pattern = state.random() % 16, start = state.random() % 64;
        const unsigned word = any_word();
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            choice.word[lane] = each ? any_word() : word;
            choice.entry[lane] = pattern == 0  ? static_cast<std::uint32_t>(state.random())
                                 : pattern < 8 ? start
                                               : start + lane;
        }
    }
};

// A random program for run_platform_named().
inline std::unique_ptr<Workload> shared_lines(const RandomProgramShape& program) {
    return std::make_unique<RandomWorkload>(std::make_unique<SharedLineKernel>(program));
}

}  // namespace heddle::testing
