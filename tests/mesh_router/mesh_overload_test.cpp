// Meshes that are offered more than they can take: nothing deadlocks, gets lost or is counted twice, and the result
// does not depend on who is evaluated first or on a waveform.
#include <cstdio>
#include <memory>

#include "kit/checking_binder.h"
#include "kit/test_scale.h"
#include "kit/waveform_file.h"
#include "mesh_router/traffic_mesh.h"
#include "network_traffic.h"

using namespace heddle;

namespace {

struct Options {
    MeshShape shape{6, 6};
    MeshRouterParameters router;
    TrafficNode::Load load;
    std::uint64_t order_seed = 0;
    bool checked = true, waveform = false;
};

struct System {
    explicit System(const Options& o) : options(o), clock("clock", period_of_mhz(1000)) {
        clock.set_evaluation_order_seed(o.order_seed);
        mesh = std::make_unique<TrafficMesh>(clock, o.shape, o.router, o.load, measurement, 1,
                                             o.checked ? checking : plain);
    }
    void run() {
        std::unique_ptr<WaveformFile> waveform;
        const std::string path = "mesh_traffic_" + std::to_string(getpid()) + ".vcd";
        if (options.waveform) waveform = std::make_unique<WaveformFile>(path);
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        if (waveform) {
            waveform->close();
            std::remove(path.c_str());
        }
        check();
    }
    void check() const {
        CHECK(measurement.arrived == measurement.created);
        CHECK(measurement.unfinished == 0);
        CHECK(mesh->in_flight() == 0);
        std::uint64_t flits = 0, by_port = 0, ejected = 0;
        for (unsigned place = 0; place < options.shape.places(); ++place) {
            const MeshRouterStatistics& router = mesh->grid.router(place).statistics();
            flits += router.flits.value();
            for (std::uint64_t count : router.output_flits.counts()) by_port += count;
            ejected += router.output_flits.counts()[static_cast<unsigned>(MeshPort::node)];
        }
        CHECK(flits == measurement.flit_hops);
        CHECK(by_port == flits);
        CHECK(ejected == measurement.accepted_flits);
        if (!options.checked) return;
        CHECK(checking.violations().empty());
        CHECK(checking.outstanding() == 0);
        CHECK(checking.transactions() == flits + ejected);  // every flit is ejected once and injected once
    }

    const Options options;
    ClockDomain clock;
    TrafficMeasurement measurement;
    Binder plain;
    CheckingBinder checking;
    std::unique_ptr<TrafficMesh> mesh;
};

Options offered(double packets_per_cycle, unsigned flits, const char* pattern, Cycle stop) {
    Options o;
    o.load = {packets_per_cycle, flits, traffic_pattern(pattern, o.shape), stop};
    return o;
}

}  // namespace

TEST_CASE("a million packets at overload all arrive") {
    Options o = offered(0.28, 1, "uniform", scaled(101000));
    o.checked = false;
    System system(o);
    system.run();
    CHECK(system.measurement.created > scaled(1000000));
}

TEST_CASE("overload: packets of 1 and 5 flits, one channel") {
    Options o = offered(0.2, 1, "uniform", scaled(10000));
    o.load.other_flits = 5;
    System(o).run();
}

TEST_CASE("overload: packets of 5 and 40 flits, buffers of one flit, yx") {
    Options o = offered(0.02, 5, "transpose", scaled(10000));
    o.load.other_flits = 40;
    o.router.buffer_flits = 1;
    o.router.routing = "yx";
    System(o).run();
}

TEST_CASE("overload: tornado, four channels of two flits, ten stages") {
    Options o = offered(0.4, 3, "tornado", scaled(8000));
    o.router.vcs = 4;
    o.router.buffer_flits = 2;
    o.router.stages = 10;
    System(o).run();
}

TEST_CASE("overload: eight channels of one flit, three stages") {
    Options o = offered(0.5, 2, "uniform", scaled(5000));
    o.load.other_flits = 7;
    o.router.vcs = 8;
    o.router.buffer_flits = 1;
    o.router.stages = 3;
    System(o).run();
}

TEST_CASE("overload: everybody sends to one place") {
    Options o = offered(0.1, 1, "uniform", scaled(5000));
    o.load.other_flits = 5;
    o.load.pattern = [](unsigned, std::mt19937_64&) { return 14U; };
    o.router.vcs = 2;
    System(o).run();
}

TEST_CASE("overload: a row of routers") {
    Options o = offered(0.5, 4, "uniform", scaled(5000));
    o.shape = {9, 1};
    o.load.pattern = traffic_pattern("uniform", o.shape);
    System(o).run();
}

TEST_CASE("a single router returns packets to its own node") {
    Options o = offered(0.9, 1, "uniform", scaled(5000));
    o.shape = {1, 1};
    o.load.pattern = traffic_pattern("uniform", o.shape);
    System(o).run();
}

TEST_CASE("mesh statistics do not depend on evaluation order, checkers or a waveform") {
    for (unsigned vcs : {1U, 3U}) {
        Options o = offered(0.12, 1, "uniform", 600);
        o.load.other_flits = 5;
        o.router.vcs = vcs;
        o.router.buffer_flits = 4;
        const std::uint64_t reference = heddle_bench::check_evaluation_orders<System>(o);
        o.order_seed = 5;
        o.waveform = true;
        CHECK(heddle_bench::hash_in_child<System>(o) == reference);
        o.checked = false;
        CHECK(heddle_bench::hash_in_child<System>(o) == reference);
    }
}
