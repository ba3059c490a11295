#include "heddle/platforms/dcl1/dcl1_spec.h"

namespace heddle {
namespace {

using Settings = std::vector<System::Setting>;

System plain(const std::string& name, const std::string& description, const Settings& settings = {}) {
    return {name, description, false, settings};
}

// `clusters` equal to `nodes`: private; 1: shared by all SMs.
System decoupled(const std::string& name, const std::string& description, const std::string& nodes,
                 const std::string& clusters, const Settings& more = {}) {
    Settings settings{{"path.l1", "decoupled"}, {"decoupled_l1.nodes", nodes}, {"decoupled_l1.clusters", clusters}};
    settings.insert(settings.end(), more.begin(), more.end());
    return {name, description, false, settings};
}

System perfect(const std::string& nodes) {
    return decoupled("Pr" + nodes + "+perfect", "Pr" + nodes + " with nodes in which every load hits", nodes, nodes,
                     {{"dcl1_node.perfect", "true"}});
}

const Settings boost{{"clock.noc1_mhz", "1400"}};

Settings with_boost(Settings settings) {
    settings.insert(settings.end(), boost.begin(), boost.end());
    return settings;
}

System cdxbar(const std::string& suffix, const std::string& description, const Settings& more) {
    Settings settings{{"path.network", "two_stage"}, {"two_stage_noc.groups", "10"}, {"two_stage_noc.links", "4"}};
    settings.insert(settings.end(), more.begin(), more.end());
    return {"CDXBar" + suffix, description, false, settings};
}

// The designs of MECHANISMS 5.3.
std::vector<System> designs() {
    return {{"baseline", "80 SMs with a private L1 of 16 KB each, one 80 x 32 crossbar at 700 MHz", true, {}},
            decoupled("Pr80", "A node for each SM, over a link of 32 B", "80", "80"),
            decoupled("Pr40", "Private: 40 nodes of 32 KB, each for 2 neighbouring SMs", "40", "40"),
            decoupled("Pr20", "Private: 20 nodes of 64 KB, each for 4 neighbouring SMs", "20", "20"),
            decoupled("Pr10", "Private: 10 nodes of 128 KB, each for 8 neighbouring SMs", "10", "10"),
            decoupled("Sh40", "Shared: 40 nodes of 32 KB, every line has one home for all 80 SMs", "40", "1"),
            decoupled("Sh40+C5", "Shared in 5 clusters of 16 SMs and 8 nodes", "40", "5"),
            decoupled("Sh40+C10", "Shared in 10 clusters of 8 SMs and 4 nodes", "40", "10"),
            decoupled("Sh40+C20", "Shared in 20 clusters of 4 SMs and 2 nodes", "40", "20"),
            decoupled("Sh40+C10+Boost", "As Sh40+C10, NoC#1 at 1400 MHz: the paper's proposal", "40", "10", boost)};
}

// What the paper compares them with, MECHANISMS 5.4.
std::vector<System> compared() {
    const Settings large{{"topology.clusters", "120"}, {"topology.memory_partitions", "24"}};
    return {
        cdxbar("", "Private L1s behind a hierarchical crossbar, 10 x (8 x 4) and 4 x (10 x 8)", {}),
        cdxbar("+2xNoC1", "CDXBar, its first stage at 1400 MHz", boost),
        cdxbar("+2xNoC", "CDXBar, both stages at 1400 MHz", with_boost({{"clock.noc_mhz", "1400"}})),
        plain("16xL1", "The baseline with L1s of 256 KB: shows which applications lack capacity",
              {{"l1_cache.size_bytes", "262144"}}),
        decoupled(
            "SharedL1",
            "Hypothetical: one L1 of 1280 KB for all SMs, 80 accesses per cycle, as 80 nodes behind a network that "
            "moves "
            "a line per cycle and port",
            "80", "1",
            with_boost({{"noc1.flit_bytes", "160"}, {"noc1.latency_cycles", "1"}, {"dcl1_node.latency_cycles", "28"}})),
        plain("PerfectL1", "The baseline with L1s in which every load hits", {{"l1_cache.perfect", "true"}}),
        perfect("80"),
        perfect("40"),
        perfect("20"),
        perfect("10"),
        plain("2xL1", "The baseline with L1s of 32 KB", {{"l1_cache.size_bytes", "32768"}}),
        plain("2xNoC", "The baseline with its network at 1400 MHz", {{"clock.noc_mhz", "1400"}}),
        plain("5xflit", "The baseline with flits of 160 B", {{"crossbar.flit_bytes", "160"}}),
        plain("baseline-120", "The baseline with 120 SMs, 48 slices and 24 memory controllers", large),
        decoupled("Sh60+C10+Boost-120", "120 SMs, 60 nodes in 10 clusters, 48 slices, NoC#1 at 1400 MHz", "60", "10",
                  with_boost(large))};
}

}  // namespace

PlatformSpec dcl1_spec() {
    std::vector<System> systems = designs();
    for (System& system : compared()) systems.push_back(std::move(system));
    return {
        "dcl1",
        "Decoupled L1 caches: 80 SMs whose L1s stand between two networks, private to neighbouring SMs, shared by all, "
        "or shared in clusters, against private L1s in the SMs.",
        "dcl1.ini",
        systems,
        {"decoupled_l1"}};
}

}  // namespace heddle
