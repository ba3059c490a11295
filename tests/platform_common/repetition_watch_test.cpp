#include <catch2/catch.hpp>

#include "heddle/platforms/common/repetition_watch.h"

using namespace heddle;

namespace {

struct NamedKernel : Kernel {
    explicit NamedKernel(const std::string& name) { shape_.name = name; }
    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return 1; }
    std::unique_ptr<WarpExecutor> make_executor() const override { return nullptr; }

private:
    KernelShape shape_;
};

const NamedKernel kernel("spin");
constexpr Cycle step = RepetitionWatch::long_cycles / RepetitionWatch::enough_samples + 1;

// Shows the watch `samples` looks at a loop of `instructions`, one warp in it.
struct Loop {
    RepetitionWatch watch;
    Cycle now = 0;
    std::uint64_t retired = 0, ctas = 0;
    void turn(unsigned samples, unsigned instructions, bool gets_on = true) {
        for (unsigned i = 0; i < samples; ++i) {
            now += step;
            retired += gets_on;
            see(40 + i % instructions, 7 + i % instructions);
        }
    }
    void see(std::uint32_t pc, std::uint32_t line) {
        if (watch.worth_a_look(now, retired, ctas)) watch.look(now, {{&kernel, 3, 2, pc, line}});
    }
};

}  // namespace

TEST_CASE("a loop of few instructions is told with its place when it has lasted") {
    Loop loop;
    loop.turn(RepetitionWatch::enough_samples - 1, 2);
    CHECK(loop.watch.message().empty());
    loop.turn(2, 2);
    CHECK_THAT(loop.watch.message(),
               Catch::StartsWith("only 2 different instructions have been seen for ") &&
                   Catch::EndsWith(" cycles: kernel spin, lines 7 to 8, PCs 40 to 41 (CTA 3 warp 2)"));
}

TEST_CASE("one instruction is told as one") {
    Loop loop;
    loop.turn(2 * RepetitionWatch::enough_samples, 1);
    CHECK_THAT(loop.watch.message(), Catch::StartsWith("only one instruction has been seen for ") &&
                                         Catch::EndsWith("kernel spin, line 7, PC 40 (CTA 3 warp 2)"));
}

TEST_CASE("many instructions, CTAs that end, a machine at rest and few cycles are no repetition") {
    Loop many;
    many.turn(200, RepetitionWatch::few_instructions + 1);
    CHECK(many.watch.message().empty());

    Loop ending;
    for (unsigned i = 0; i < 100; ++i, ++ending.ctas) ending.turn(1, 1);
    CHECK(ending.watch.message().empty());

    Loop resting;
    resting.turn(100, 1, false);
    CHECK(resting.watch.message().empty());

    Loop slow;
    for (; slow.retired < 100; ++slow.retired, ++slow.now) slow.see(1, 1);
    CHECK(slow.watch.message().empty());
}

TEST_CASE("a rare instruction of the loop counts, and does not make it new") {
    Loop loop;
    loop.turn(2 * RepetitionWatch::enough_samples, 2);
    ++loop.retired;
    loop.now += step;
    loop.see(99, 20);
    CHECK_THAT(loop.watch.message(), Catch::StartsWith("only 3 different instructions") &&
                                         Catch::EndsWith("lines 7 to 20, PCs 40 to 99 (CTA 3 warp 2)"));
}

TEST_CASE("few samples of a long piece of code are not taken for a short loop") {
    Loop loop;
    for (unsigned i = 0; i < RepetitionWatch::few_instructions; ++i, loop.now += 10 * step, ++loop.retired)
        loop.see(i, i);
    CHECK(loop.watch.message().empty());
}

TEST_CASE("a loop that ends is not told any more") {
    Loop loop;
    loop.turn(2 * RepetitionWatch::enough_samples, 2);
    REQUIRE_FALSE(loop.watch.message().empty());
    loop.turn(100, 2 * RepetitionWatch::few_instructions);
    CHECK(loop.watch.message().empty());
}
