// What levels and features say of their use is a part of the time: their capacities are right on every preset.
#include "heddle/platforms/common/limiting_resource.h"
#include "in_child.h"
#include "platform_run.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct Busiest {
    double part = 0;
    char name[80] = "";

    void look_at(const std::vector<PathStage>& stages) {
        for (const PathStage& stage : stages)
            for (const Resource& resource : stage.resources)
                if (resource.in_use.busiest > part) {
                    part = resource.in_use.busiest;
                    std::snprintf(name, sizeof name, "%s: %s", stage.name.c_str(), resource.name.c_str());
                }
    }
};

// Of a finished run, whose work is all done: nothing is counted for a time that was not there.
Busiest busiest_of(const std::string& preset, const std::string& stimulus) {
    Busiest found;
    const auto look = [&](Machine& machine) {
        const Statistics& statistics = machine.host().statistics();
        const Snapshot end = statistics.take(machine.host().done_cycle());
        const PathUse use = machine.path_use({statistics, end});
        found.look_at(use.requests);
        found.look_at(use.replies);
    };
    const PlatformRun run =
        run_platform_named("gpu", {"--quiet", "--config", preset, "--stimulus", stimulus}, {nullptr, {}, look});
    if (run.code != 0) found.part = -1;
    return found;
}

}  // namespace

TEST_CASE("no resource of any preset is busy for longer than a run") {
    const std::string limits = std::string(HEDDLE_SOURCE_DIR) + "/tests/gpu/limits/";
    for (const std::string& preset : make_platform("gpu")->preset_names())
        for (const std::string& stimulus : {shipped("vector_add_small"), limits + "hits.stim"}) {
            const Busiest found = in_child([&] { return busiest_of(preset, stimulus); });
            INFO(preset << ", " << stimulus << ": " << found.name << " " << found.part);
            CHECK(found.part > 0);
            CHECK(found.part <= 1);
        }
}
