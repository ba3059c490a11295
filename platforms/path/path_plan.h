// What a machine will be built from: its shape, the levels on the path, and what each of them is made of. Features
// write into it before anything is built; levels read it.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

#include "heddle/base/address_map.h"
#include "heddle/platforms/path/level.h"
#include "heddle/platforms/path/path_parameters.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

// The places on the path, from the SMs to memory.
enum class Place : unsigned { cores, core_caches, l1, cluster, network, before_l2, l2, memory };
constexpr unsigned place_count = 8;

using LevelFactory = std::function<std::unique_ptr<Level>(const char* name, const LevelSite& site)>;

// What a monitor is built from, after all levels.
struct MonitorSite {
    const PathPlan& plan;
    const Clocks& clocks;
    const std::vector<std::unique_ptr<Level>>& levels;
};
using MonitorFactory = std::function<std::unique_ptr<sc_core::sc_module>(const char* name, const MonitorSite& site)>;

// What a feature makes of the stimulus when the machine is built: another view of its kernels, or null to leave them as
// they are. It may refuse the stimulus. `buffers` are those that the stimulus knows by name.
using StimulusView =
    std::function<std::unique_ptr<KernelTable>(const KernelTable& kernels, const std::vector<BufferPlace>& buffers)>;

class PathPlan {
public:
    struct PlannedLevel {
        std::string instance;  // what it is called below the GPU
        std::string clock;     // the name of its clock
        LevelFactory make;
    };
    // What can take a place: one level or several; none leaves the place empty.
    struct Choice {
        std::string name;  // as the keys of group `path` have it; empty where there is no choice
        std::vector<PlannedLevel> levels;
        // Of an L1: it belongs to a core, so that the core's other caches share the link behind it, not the one before.
        bool in_core = false;
    };

    // A block that only looks at others.
    struct PlannedMonitor {
        std::string instance;
        MonitorFactory make;
    };

    TopologyParameters topology;
    PathParameters path;

    // How addresses are dealt out to controllers and slices. Without an L2 there is one slice per controller, and the
    // network leads to the controllers.
    AddressMap address_map;

    // How many ends the L1s leave open below them: one per SM, unless the level of the L1s says otherwise.
    unsigned l1_ends = 0;
    // Each of these ends has a port of the network of its own. Otherwise those of a cluster share one.
    bool own_network_ports = false;
    unsigned network_ends() const { return own_network_ports ? l1_ends : topology.clusters; }

    // Loads of constants and of kernel parameters read memory: what they read has to be there before each launch.
    bool constants_in_memory = false;

    // The kernels prefetch into the L1, and the caches say what became of it.
    bool prefetches = false;

    void set_clock(const std::string& name, double mhz) { clocks_[name] = mhz; }
    double clock_mhz(const std::string& name) const { return clocks_.at(name); }

    // What a level or a feature keeps here for the others, by its type. The first form makes it if it is not there.
    template <class Part>
    Part& part() {
        std::any& slot = parts_[std::type_index(typeid(Part))];
        if (!slot.has_value()) slot = Part{};
        return std::any_cast<Part&>(slot);
    }
    template <class Part>
    const Part& part() const {
        return std::any_cast<const Part&>(parts_.at(std::type_index(typeid(Part))));
    }

    void offer(Place place, const Choice& choice) { offers_[static_cast<unsigned>(place)].push_back(choice); }
    void add_monitor(const PlannedMonitor& monitor) { monitors_.push_back(monitor); }
    const std::vector<PlannedMonitor>& monitors() const { return monitors_; }
    void add_stimulus_view(const StimulusView& view) { stimulus_views_.push_back(view); }
    const std::vector<StimulusView>& stimulus_views() const { return stimulus_views_; }
    // The levels in their order. Throws ParameterError for a choice that no feature offers.
    [[nodiscard]] std::vector<PlannedLevel> levels() const;
    // The keys that shape the path with the values they can have: "path.l1=private|none, ...".
    std::string choices() const;

private:
    const Choice& chosen(Place place) const;

    std::map<std::string, double> clocks_;
    std::map<std::type_index, std::any> parts_;
    std::vector<Choice> offers_[place_count];
    std::vector<PlannedMonitor> monitors_;
    std::vector<StimulusView> stimulus_views_;
};

}  // namespace heddle
