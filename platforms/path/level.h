// A level of the path from the SMs to memory: the blocks of one kind of place, with their clock and their name. It
// binds the open ends of the level above when it is built, and offers its own to the level below.
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "heddle/base/binder.h"
#include "heddle/base/debug_in.h"
#include "heddle/base/kernel_boundary.h"
#include "heddle/platforms/path/clocks.h"
#include "heddle/platforms/path/open_ends.h"
#include "heddle/stimulus/running_warp.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

class AccessEventPort;
class LineEventPort;
class PathPlan;

using ControlSocket = tlm::tlm_base_target_socket_b<32>;

// What a level is built from.
struct LevelSite {
    const PathPlan& plan;
    const Clocks& clocks;
    const OpenEnds& above;
    const OpenEnds& side;  // of all levels above: what does not take the way of the data
    Binder& binder;
    KernelTable& kernels;
};

class Level : public sc_core::sc_module {
public:
    explicit Level(sc_core::sc_module_name name) : sc_module(name) {}

    // Empty at the end of the path; what the last level leaves open leaves the GPU.
    [[nodiscard]] virtual OpenEnds open_ends() = 0;
    // Further open sockets, whose requests do not take the way of the data: instruction fetches, loads of constants.
    // A level below that knows them binds them (LevelSite::side).
    [[nodiscard]] virtual OpenEnds side_ends() { return {}; }
    // The sockets of its caches that are told when a kernel starts or ends.
    virtual std::vector<KernelBoundaryIn*> kernel_listeners() { return {}; }
    // The ports by which its caches report which lines they miss and hold (heddle/cache/line_event_port.h); only of
    // caches that may hold copies of the same lines, in front of the levels that the host reaches memory by.
    virtual std::vector<LineEventPort*> line_event_ports() { return {}; }
    // The ports by which its load/store units report what warps access (heddle/lsu/access_event_port.h).
    virtual std::vector<AccessEventPort*> access_event_ports() { return {}; }
    // The sockets by which the host reaches the memory behind this level, in the order of the address map; empty where
    // the level holds no memory or only copies of it that a kernel's start drops.
    virtual std::vector<DebugIn*> host_sockets() { return {}; }
    // The sockets by which software commands its caches (l2_command.h): write back, drop lines.
    virtual std::vector<ControlSocket*> control_sockets() { return {}; }
    virtual std::uint64_t retired_warp_instructions() const { return 0; }
    virtual void add_running_warps(RunningWarps&) const {}
};

inline std::string numbered(const char* name, std::size_t number) {
    return std::string(name) + "_" + std::to_string(number);
}

}  // namespace heddle
