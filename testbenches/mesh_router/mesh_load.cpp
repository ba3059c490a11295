// Latency and throughput of a mesh under random traffic: mesh_load SIDE VCS FLITS PATTERN PACKETS_PER_CYCLE [CYCLES].
// Prints one line as CSV: the columns of BookSim's figures in tests/mesh_router/data, and the host's speed.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "mesh_router/traffic_mesh.h"

using namespace heddle;

int sc_main(int argc, char* argv[]) {
    if (argc < 6) {
        std::fprintf(stderr, "usage: mesh_load SIDE VCS FLITS PATTERN PACKETS_PER_CYCLE [CYCLES]\n");
        return 2;
    }
    use_femtosecond_resolution();
    const auto side = static_cast<unsigned>(std::atoi(argv[1]));
    const MeshShape shape{side, side};
    MeshRouterParameters parameters;
    parameters.vcs = static_cast<unsigned>(std::atoi(argv[2]));
    const Cycle cycles = argc > 6 ? static_cast<Cycle>(std::atoll(argv[6])) : 12000, warm_up = 3000;
    TrafficMeasurement measurement;
    measurement.from = warm_up;
    measurement.to = warm_up + cycles;
    const TrafficNode::Load load{std::atof(argv[5]), static_cast<unsigned>(std::atoi(argv[3])),
                                 traffic_pattern(argv[4], shape), never};
    ClockDomain clock("clock", period_of_mhz(1000));
    Binder binder;
    TrafficMesh mesh(clock, shape, parameters, load, measurement, 1, binder);
    const auto begin = std::chrono::steady_clock::now();
    sc_core::sc_start(sc_core::sc_time(static_cast<double>(measurement.to), sc_core::SC_NS));
    const Cycle limit = measurement.to + 60000;
    for (Cycle at = measurement.to; measurement.unfinished && at < limit; at += 1000)
        sc_core::sc_start(sc_core::sc_time(1000, sc_core::SC_NS));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::uint64_t hops = 0, flits = 0;
    for (unsigned place = 0; place < shape.places(); ++place) {
        hops += mesh.grid.router(place).statistics().packets.value();
        flits += mesh.grid.router(place).statistics().flits.value();
    }
    std::printf("%ux%u,%u,%u,%u,%s,%s,%.5f,%.4f,%.5f,%d  # %.2f M packet hops/s, %.2f M flit hops/s\n", side, side,
                parameters.vcs, parameters.buffer_flits, load.flits, argv[4], argv[5],
                measurement.accepted(shape.places()), measurement.mean_latency(), measurement.mean_hops(),
                measurement.unfinished > 0, static_cast<double>(hops) / seconds / 1e6,
                static_cast<double>(flits) / seconds / 1e6);
    return 0;
}
