// Latency and throughput under load against BookSim 2, for the same router: data/booksim_mesh.csv. Its README and how
// the figures were measured: docs/validation/booksim.md.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "heddle/base/binder.h"
#include "in_child.h"
#include "kit/test_scale.h"
#include "mesh_router/traffic_mesh.h"

using namespace heddle;

namespace {

struct Row {
    std::string mesh, traffic;
    unsigned side, vcs, buffer_flits, packet_flits;
    double injection, accepted, latency;
    bool saturated;
    std::string curve() const {
        return mesh + ", " + std::to_string(vcs) + " VCs, " + std::to_string(packet_flits) + " flits, " + traffic;
    }
};

std::vector<Row> rows_of(const std::string& mesh, unsigned vcs) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/tests/mesh_router/data/booksim_mesh.csv");
    std::string line;
    std::getline(file, line);
    std::vector<Row> rows;
    while (std::getline(file, line)) {
        std::vector<std::string> fields;
        std::istringstream text(line);
        for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
        REQUIRE(fields.size() == 11);
        const auto number = [&](std::size_t i) { return static_cast<unsigned>(std::stoul(fields[i])); };
        const Row row{fields[0],
                      fields[4],
                      number(0),
                      number(1),
                      number(2),
                      number(3),
                      std::stod(fields[5]),
                      std::stod(fields[6]),
                      std::stod(fields[7]),
                      fields[10] == "1"};
        if (row.mesh == mesh && row.vcs == vcs) rows.push_back(row);
    }
    return rows;
}

struct Measured {
    double accepted = 0, latency = 0;
};

// At `injection` packets per node and cycle: after 2000 cycles, packets created in 8000 cycles, and in more where
// packets are rare, are followed to their end; where the network cannot take them all, for 8000 cycles more.
Measured measure(const Row& row, double injection) {
    return in_child([&] {
        const MeshShape shape{row.side, row.side};
        MeshRouterParameters router;
        router.vcs = row.vcs;
        router.buffer_flits = row.buffer_flits;
        TrafficMeasurement measurement;
        measurement.from = 2000;
        measurement.to = 10000 + static_cast<Cycle>(20 / injection);
        ClockDomain clock("clock", period_of_mhz(1000));
        Binder binder;
        TrafficMesh mesh(clock, shape, router,
                         {injection, row.packet_flits, traffic_pattern(row.traffic, shape), never}, measurement, 1,
                         binder);
        sc_core::sc_start(sc_core::sc_time(static_cast<double>(measurement.to), sc_core::SC_NS));
        for (int i = 0; i < 16 && measurement.unfinished; ++i) sc_core::sc_start(sc_core::sc_time(500, sc_core::SC_NS));
        return Measured{measurement.accepted(shape.places()), measurement.mean_latency()};
    });
}

// Below saturation the latency is within 10 %. On the knee of a curve, which is where BookSim's latency is more than
// half above that of the curve's lowest load, a small difference in load is a large one in latency: there the curves
// are compared along the axis of load. BookSim's point lies between ours at 5 % less and at 5 % more load, 10 % allowed
// as well.
void check_latency(const Row& row, double lowest) {
    if (row.latency <= 1.5 * lowest) {
        const Measured ours = measure(row, row.injection);
        CHECK(ours.latency == Approx(row.latency).epsilon(0.1));
        CHECK(ours.accepted == Approx(row.accepted).epsilon(0.1));
        return;
    }
    CHECK(measure(row, 0.95 * row.injection).latency < 1.1 * row.latency);
    const Measured more = measure(row, 1.05 * row.injection);
    CHECK(more.latency > 0.9 * row.latency);
    CHECK(more.accepted == Approx(row.accepted).epsilon(0.1));
}

// A curve's saturation throughput is the most that it accepts at any load.
void compare(const std::string& mesh, unsigned vcs, std::size_t row_count) {
    const std::vector<Row> rows = rows_of(mesh, vcs);
    CHECK(rows.size() == row_count);
    // Where tests are shortened some rows are enough: figures are the same with sanitizers.
    const std::size_t step = rows.size() / scaled(rows.size(), 3);
    std::map<std::string, double> lowest, saturation, ours;
    for (const Row& row : rows) lowest.insert({row.curve(), row.latency});
    for (std::size_t i = 0; i < rows.size(); i += step) {
        const Row& row = rows[i];
        CAPTURE(row.curve(), row.injection);
        if (row.saturated) {
            const double accepted = measure(row, row.injection).accepted;
            CHECK(accepted == Approx(row.accepted).epsilon(0.1));
            saturation[row.curve()] = std::max(saturation[row.curve()], row.accepted);
            ours[row.curve()] = std::max(ours[row.curve()], accepted);
        } else {
            check_latency(row, lowest[row.curve()]);
        }
    }
    for (const auto& [curve, accepted] : saturation) {
        CAPTURE(curve);
        CHECK(ours[curve] == Approx(accepted).epsilon(0.1));
    }
}

}  // namespace

TEST_CASE("BookSim: 6x6, 1 VC") {
    compare("6x6", 1, 29);
}

TEST_CASE("BookSim: 6x6, 4 VCs") {
    compare("6x6", 4, 48);
}

TEST_CASE("BookSim: 8x8, 1 VC") {
    compare("8x8", 1, 5);
}
