// Figures that single blocks decide, against the blocks' own counters.
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "heddle/base/block.h"
#include "heddle/base/counter.h"
#include "platform_run.h"
#include "run_totals.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct Counted {
    std::vector<double> values;
    double largest() const { return *std::max_element(values.begin(), values.end()); }
    double imbalance() const {
        return largest() * static_cast<double>(values.size()) / std::accumulate(values.begin(), values.end(), 0.0);
    }
};

// By kind of block.
Counted count(const std::string& kind, const std::vector<std::string>& counters) {
    Counted counted;
    for_each_block(nullptr, [&](const Block& block) {
        if (kind != block.kind()) return;
        double sum = 0;
        for (const NamedCounter& counter : block.counters())
            if (std::find(counters.begin(), counters.end(), counter.name()) != counters.end())
                sum += static_cast<double>(counter.value());
        counted.values.push_back(sum);
    });
    return counted;
}

double largest_bucket(const std::string& histogram) {
    std::uint64_t largest = 0;
    for_each_block(nullptr, [&](const Block& block) {
        for (const Histogram* candidate : block.histograms())
            if (histogram == candidate->name())
                for (const std::uint64_t bucket : candidate->counts()) largest = std::max(largest, bucket);
    });
    return static_cast<double>(largest);
}

struct Blocks {
    Counted l1, l1_sectors, l2;
    double reply_flits = 0, request_flits = 0;
    void look() {
        l1 = count("l1_cache", {"accesses", "stores", "atomics", "bypasses"});
        l1_sectors = count("l1_cache", {"accesses", "store_sectors", "atomics", "bypasses"});
        l2 = count("l2_slice", {"accesses"});
        reply_flits = largest_bucket("reply_output_flits");
        request_flits = largest_bucket("request_output_flits");
    }
};

std::map<std::string, std::string> run(Blocks& blocks, std::vector<std::string> settings,
                                       const char* stimulus = "histogram") {
    // Tests that run at the same time are processes of their own.
    const std::string file = std::string(HEDDLE_BINARY_DIR) + "/figures_test_" + std::to_string(getpid()) + ".json";
    settings.insert(settings.end(), {"--stimulus", shipped(stimulus), "--stats", file});
    const PlatformRun run = run_platform_named("gpu", settings, {nullptr, {}, [&](Machine&) { blocks.look(); }});
    INFO(run.text());
    REQUIRE(run.code == 0);
    auto totals = totals_of(file);
    std::remove(file.c_str());
    return totals;
}

}  // namespace

TEST_CASE("camping indices, ports and links of the most used blocks follow from the blocks' counters") {
    Blocks blocks;
    const auto totals = run(blocks, {"--set", "clock.noc_mhz=700"});
    const auto figure = [&](const char* name) { return std::stod(totals.at(name)); };
    const double cycles = figure("cycles");
    CHECK(figure("l1_camping_index") == Approx(blocks.l1.imbalance()));
    CHECK(figure("l2_camping_index") == Approx(blocks.l2.imbalance()));
    CHECK(figure("l2_camping_index") > 1);
    CHECK(figure("l1_port_utilisation_max") == Approx(blocks.l1.largest() / cycles).epsilon(0.001));
    CHECK(figure("l2_port_utilisation_max") == Approx(blocks.l2.largest() / cycles).epsilon(0.001));
    CHECK(figure("noc_reply_link_utilisation_max") == Approx(blocks.reply_flits / (cycles / 2)).epsilon(0.001));
    CHECK(figure("noc_request_link_utilisation_max") == Approx(blocks.request_flits / (cycles / 2)).epsilon(0.001));
    CHECK(blocks.reply_flits > 0);
}

TEST_CASE("ports of a cache with several are used up later") {
    Blocks blocks;
    const auto totals = run(blocks, {"--set", "l1_cache.ports=2"});
    CHECK(std::stod(totals.at("l1_port_utilisation_max")) ==
          Approx(blocks.l1.largest() / 2 / std::stod(totals.at("cycles"))).epsilon(0.001));
}

// One slice answers twelve clusters, and sends to several of them at a time.
TEST_CASE("the channels of a crossbar whose inputs send several flits in a cycle are its outputs") {
    Blocks blocks;
    const auto totals = run(blocks,
                            {"--set", "topology.memory_partitions=1", "--set", "crossbar.allocator=sweep", "--set",
                             "crossbar.virtual_output_queues=false"},
                            "stencil");
    const double cycles = std::stod(totals.at("cycles")), flits = std::stod(totals.at("noc_reply_flits"));
    CHECK(flits > cycles);
    CHECK(std::stod(totals.at("noc_reply_utilisation")) == Approx(flits / 12 / cycles).epsilon(0.001));
}

TEST_CASE("with a bank for each sector an L1 looks up four sectors in a cycle") {
    Blocks blocks;
    const auto totals = run(blocks, {"--set", "l1_cache.sectored=true", "--set", "l1_cache.sector_requests=true",
                                     "--set", "l1_cache.sector_stores=true", "--set",
                                     "l1_cache.lookup_after_latency=true", "--set", "l1_cache.sector_banks=true"});
    CHECK(std::stod(totals.at("l1_port_utilisation_max")) ==
          Approx(blocks.l1_sectors.largest() / 4 / std::stod(totals.at("cycles"))).epsilon(0.001));
}

TEST_CASE("figures of what is not there are left out") {
    Blocks blocks;
    const auto totals = run(blocks, {"--set", "path.l1=none", "--set", "path.network=mesh"});
    CHECK(totals.count("l1_camping_index") == 0);
    CHECK(totals.count("noc_reply_link_utilisation_max") == 0);
    CHECK(totals.count("l2_camping_index") == 1);
}
