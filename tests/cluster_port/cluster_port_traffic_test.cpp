// Random traffic through two cluster ports and a crossbar, checked byte for byte.
#include "heddle/cluster_port/cluster_port.h"
#include "heddle/crossbar/crossbar.h"
#include "network_traffic.h"

using namespace heddle_bench;

namespace {

struct Options {
    ClusterPortParameters port;
    unsigned packets = 2000, stall_percent = 0;
    double noc_mhz = 1400, memory_mhz = 1400;
    std::uint64_t order_seed = 0;
};

struct System {
    static constexpr unsigned clusters = 2, memories = 3;

    explicit System(const Options& o)
        : core_clock("core_clock", period_of_mhz(1400)),
          noc_clock("noc_clock", period_of_mhz(o.noc_mhz)),
          memory_clock("memory_clock", period_of_mhz(o.memory_mhz)),
          ends(o.stall_percent) {
        CrossbarParameters p;
        p.inputs = clusters;
        p.outputs = memories;
        AddressMap map;
        map.partitions = memories;
        crossbar = std::make_unique<Crossbar>("crossbar", noc_clock, p, map);
        for (unsigned c = 0; c < clusters; ++c) {
            ports.push_back(std::make_unique<ClusterPort>(("port_" + std::to_string(c)).c_str(), core_clock, o.port));
            ports.back()->noc_out.bind(crossbar->in[c]);
            for (unsigned i = 0; i < o.port.cores; ++i)
                ends.add_initiator(core_clock, o.packets, 16, memories, ports.back()->core_in[i]);
        }
        for (unsigned i = 0; i < memories; ++i) ends.add_memory(memory_clock, 1, crossbar->out[i]);
        for (ClockDomain* clock : {&core_clock, &noc_clock, &memory_clock})
            clock->set_evaluation_order_seed(o.order_seed);
    }
    void run() {
        ends.run_to_end();
        for (const auto& port : ports) {
            const std::uint64_t requests =
                port->read_requests.value() + port->write_requests.value() + port->atomic_requests.value();
            CHECK(requests == port->responses.value());
            CHECK(requests == port->injected_requests.value());
            CHECK(port->bus_busy_cycles.value() >= requests);
        }
    }

    ClockDomain core_clock, noc_clock, memory_clock;
    std::unique_ptr<Crossbar> crossbar;
    std::vector<std::unique_ptr<ClusterPort>> ports;
    NetworkEnds ends;
};

Options tiny_buffers() {
    Options o;
    o.port.injection_buffer_packets = 1;
    o.port.response_buffer_packets = 1;
    o.stall_percent = 30;
    return o;
}

}  // namespace

TEST_CASE("cluster port: 100 000 random packets") {
    Options o;
    o.packets = 10000;
    System(o).run();
}

TEST_CASE("cluster port: random packets through buffers of one packet and stalling peers") {
    System(tiny_buffers()).run();
}

TEST_CASE("cluster port: random packets over three clocks of 1400 and 700 and 924 MHz") {
    Options o;
    o.noc_mhz = 700;
    o.memory_mhz = 924;
    o.stall_percent = 10;
    System(o).run();
}

TEST_CASE("cluster port: statistics do not depend on evaluation order") {
    Options o = tiny_buffers();
    o.packets = 400;
    check_evaluation_orders<System>(o);
}
