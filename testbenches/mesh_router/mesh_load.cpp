// Latency and throughput of a mesh under random traffic: mesh_load SIDE VCS FLITS PATTERN PACKETS_PER_CYCLE [CYCLES].
// FLITS is the length of packets, or 1+5 for two lengths that are equally frequent. Prints one line as CSV: the columns
// of BookSim's figures in tests/mesh_router/data, and what the host did in a second of processor time.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "mesh_router/traffic_mesh.h"

using namespace heddle;

namespace {

unsigned number(const char* text) {
    return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

TrafficNode::Load load_of(const char* flits, const char* pattern, const char* rate, const MeshShape& shape) {
    const char* other = std::strchr(flits, '+');
    return {std::atof(rate), number(flits), traffic_pattern(pattern, shape), never, other ? number(other + 1) : 0};
}

void run(TrafficMeasurement& measurement) {
    sc_core::sc_start(sc_core::sc_time(static_cast<double>(measurement.to), sc_core::SC_NS));
    const Cycle limit = measurement.to + 60000;
    for (Cycle at = measurement.to; measurement.unfinished && at < limit; at += 1000)
        sc_core::sc_start(sc_core::sc_time(1000, sc_core::SC_NS));
}

void print_speed(const MeshGrid& grid, double seconds) {
    std::uint64_t packets = 0, flits = 0;
    for (unsigned place = 0; place < grid.places(); ++place) {
        packets += grid.router(place).statistics().packets.value();
        flits += grid.router(place).statistics().flits.value();
    }
    std::printf("  # %.2f M packet hops/s, %.2f M flit hops/s, %.3f M flit hops\n",
                static_cast<double>(packets) / seconds / 1e6, static_cast<double>(flits) / seconds / 1e6,
                static_cast<double>(flits) / 1e6);
}

}  // namespace

int sc_main(int argc, char* argv[]) {
    if (argc < 6) {
        std::fprintf(stderr, "usage: mesh_load SIDE VCS FLITS PATTERN PACKETS_PER_CYCLE [CYCLES]\n");
        return 2;
    }
    use_femtosecond_resolution();
    const MeshShape shape{number(argv[1]), number(argv[1])};
    MeshRouterParameters parameters;
    parameters.vcs = number(argv[2]);
    TrafficMeasurement measurement;
    measurement.from = 3000;
    measurement.to = measurement.from + (argc > 6 ? number(argv[6]) : 12000);
    ClockDomain clock("clock", period_of_mhz(1000));
    Binder binder;
    TrafficMesh mesh(clock, shape, parameters, load_of(argv[3], argv[4], argv[5], shape), measurement, 1, binder);
    const std::clock_t begin = std::clock();
    run(measurement);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%ux%u,%u,%u,%s,%s,%s,%.5f,%.4f,%.5f,%d", shape.width, shape.height, parameters.vcs,
                parameters.buffer_flits, argv[3], argv[4], argv[5], measurement.accepted(shape.places()),
                measurement.mean_latency(), measurement.mean_hops(), measurement.unfinished > 0);
    print_speed(mesh.grid, seconds);
    return 0;
}
