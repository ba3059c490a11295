// What is no flit does not get into a network: a transaction that somebody binds to a router's link is an error.
#include <catch2/catch.hpp>

#include "heddle/mesh_router/mesh_router.h"
#include "kit/simple_memory.h"

using namespace heddle;

namespace {

// Sends one load in the first cycle.
class Sender : public Ticked {
public:
    AtOut out{*this, "out", 2};
    Sender(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) { wake_at(1); }
    void tick(Cycle now) override { out.send(pool_.acquire(tlm::TLM_READ_COMMAND, 0, 4), now); }

private:
    PayloadPool<LinePayload> pool_;
};

}  // namespace

TEST_CASE("a load on a link of a mesh is an error that says what to do") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    MeshRouter router("router", clock, {{1, 1}, 0}, {});
    Sender sender("sender", clock);
    SimpleMemory memory("memory", clock, {});
    sender.out.bind(router.in(MeshPort::node));
    router.out(MeshPort::node).bind(memory.request_in);
    CHECK_THROWS_WITH(sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_NS)),
                      Catch::Contains("router.node_in: got a transaction that is no flit") &&
                          Catch::Contains("bound to a network interface"));
}

TEST_CASE("a blocking access that names no place is an error") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    MeshRouter router("router", clock, {{1, 1}, 0}, {});
    Sender sender("sender", clock);
    SimpleMemory memory("memory", clock, {});
    sender.out.bind(router.in(MeshPort::node));
    router.out(MeshPort::node).bind(memory.request_in);
    tlm::tlm_generic_payload payload;
    sc_core::sc_time delay;
    CHECK_THROWS_WITH(sender.out->b_transport(payload, delay), Catch::Contains("names no place"));
}
