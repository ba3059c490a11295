// Random machines run random stimuli: every statistic and every byte of memory is the same with any number of host
// threads, which share every cycle.
#include <vector>

#include "child_process.h"
#include "kit/test_scale.h"
#include "random_machine.h"
#include "run_totals.h"
#include "scratch_folder.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct Result {
    int code;
    bool shared;  // by as many threads as were asked for
    std::string errors, statistics, sums, bins;
};

Result run(const ScratchFolder& folder, const std::string& options, const std::string& threads) {
    const std::string stats = folder / "stats.json", sums = folder / "sums", bins = folder / "bins";
    const std::string command = std::string(HEDDLE_BINARY_DIR) + "/bin/gpu --quiet --stimulus " +
                                folder / "random.stim" + " --stats " + stats + " --dump DRAWN_SUMS=" + sums +
                                " --dump DRAWN_BINS=" + bins + options + " --max-cycles 5000 --threads " + threads +
                                " 2>" + folder / "errors";
    INFO(command);
    const int status = std::system(command.c_str());
    REQUIRE(WIFEXITED(status));
    const bool shared = content_of(stats).find("\"threads\": " + threads) != std::string::npos;
    return {WEXITSTATUS(status), shared,           content_of(folder / "errors"),
            digest_of(stats),    content_of(sums), content_of(bins)};
}

enum class Drawn { refused, alone, shared };

Drawn compare_threads(RandomMachine& random) {
    const ScratchFolder folder;
    const std::string options = random.options(), stimulus = random.stimulus();
    std::ofstream(folder / "random.stim") << stimulus;
    const Result one = run(folder, options, "1");
    INFO(options << "\n" << stimulus << one.errors);
    if (one.code == 2) {
        REQUIRE(one.errors.find(".stim:") == std::string::npos);  // the stimulus is right
        return Drawn::refused;
    }
    // A long run is cut off.
    REQUIRE((one.code == 0 || one.errors.find("--max-cycles") != std::string::npos));
    REQUIRE(one.sums.size() > 1000);
    bool shared = true;
    for (const char* threads : {"2", "3", "4", "8"}) {
        const Result several = run(folder, options + " --set sim.share_every_cycle=true", threads);
        INFO(threads << " threads\n" << several.errors);
        REQUIRE(several.code == one.code);
        CHECK(several.statistics == one.statistics);
        CHECK((several.sums == one.sums));
        CHECK((several.bins == one.bins));
        shared &= several.shared;
    }
    return shared ? Drawn::shared : Drawn::alone;
}

void compare_machines(unsigned seed) {
    RandomMachine random(seed);
    const std::uint64_t wanted = scaled(2);
    std::uint64_t drawn = 0;
    for (std::uint64_t shared = 0; shared < wanted; ++drawn) {
        REQUIRE(drawn < 10 * wanted);
        if (compare_threads(random) == Drawn::shared) ++shared;
    }
}

}  // namespace

TEST_CASE("threads change nothing in random machines: first seed") {
    compare_machines(1);
}
TEST_CASE("threads change nothing in random machines: second seed") {
    compare_machines(2);
}
TEST_CASE("threads change nothing in random machines: third seed") {
    compare_machines(3);
}
