// Random loads, stores and atomics through a mesh that merges packets: every byte right, nothing lost or left over.
#include <cstdio>
#include <memory>

#include "in_child.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"
#include "kit/waveform_file.h"
#include "mesh_router/memory_mesh.h"
#include "network_traffic.h"

using namespace heddle;

namespace {

struct Options {
    MemoryMeshOptions mesh;
    TrafficParameters traffic;
    SimpleMemoryParameters memory;
    std::uint64_t order_seed = 0;
    bool waveform = false;

    Options(unsigned vcs, const std::string& hold) {
        mesh.shape = {4, 3};
        mesh.memory_places = {1, 6, 11};
        mesh.router.vcs = vcs;
        mesh.coalescing.hold = hold;
        mesh.row_bytes = 1 << 24;  // one row for all SMs, so that packets of different ones merge
        traffic.transactions = scaled(4000);
        memory.stall_percent = 20;
    }
    // Everything as small as it can be.
    Options& tiny() {
        mesh.router.buffer_flits = 1;
        mesh.router.flit_bytes = 8;
        mesh.interface.interface_packets = 1;
        mesh.interface.outstanding_lines = 3;
        mesh.coalescing.table_entries = 1;
        mesh.coalescing.max_requests = 3;
        memory.queue_entries = 1;
        traffic.transactions = scaled(1500);
        return *this;
    }
    bool merges() const { return mesh.coalescing.active() && mesh.coalescing.hold != "extra"; }
};

struct System {
    explicit System(const Options& o) : options(o), clock("clock", period_of_mhz(1000)), mesh(clock, o.mesh, binder) {
        clock.set_evaluation_order_seed(o.order_seed);
        for (std::size_t i = 0; i < mesh.initiators.size(); ++i) {
            TrafficParameters traffic = o.traffic;
            traffic.base = 0x10000 * (i + 1);
            traffic.seed = i + 1;
            sms.push_back(std::make_unique<TrafficGenerator>(("sm_" + std::to_string(i)).c_str(), clock, traffic));
            binder.bind(sms.back()->memory_out, mesh.initiators[i]->request_in);
        }
        for (std::size_t i = 0; i < mesh.targets.size(); ++i) {
            SimpleMemoryParameters memory = o.memory;
            memory.seed = i;
            memories.push_back(std::make_unique<SimpleMemory>(("memory_" + std::to_string(i)).c_str(), clock, memory));
            binder.bind(mesh.targets[i]->memory_out, memories.back()->request_in);
        }
    }
    void run() {
        std::unique_ptr<WaveformFile> waveform;
        const std::string path = "mesh_coalescing_" + std::to_string(getpid()) + ".vcd";
        if (options.waveform) waveform = std::make_unique<WaveformFile>(path);
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        if (waveform) {
            waveform->close();
            std::remove(path.c_str());
        }
        for_each_block(nullptr, [](Block& block) { block.settle_counters(); });
        for (const auto& sm : sms) {
            CHECK(sm->done());
            CHECK(sm->first_error() == "");
            CHECK(sm->live_payloads() == 0);
            CHECK(sm->check_by_debug() == "");
        }
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
        CHECK(mesh.in_flight() == 0);
        check_counts();
    }
    void check_counts() const {
        std::uint64_t sent = 0, loads = 0, replies = 0, merges = 0, packets = 0, requests = 0, reads = 0, answered = 0;
        for (const auto& initiator : mesh.initiators) {
            loads += initiator->read_requests.value();
            sent += initiator->read_requests.value() + initiator->write_requests.value() +
                    initiator->atomic_requests.value() + initiator->control_requests.value();
            replies += initiator->replies.value();
        }
        for (const auto& target : mesh.targets) {
            packets += target->request_packets.value();
            requests += target->requests.value();
            reads += target->reads.value();
            answered += target->reply_packets.value();
        }
        for (unsigned place = 0; place < mesh.requests.places(); ++place)
            if (const auto* statistics = mesh.requests.router(place).coalescing_statistics()) {
                merges += statistics->merges.value();
                CHECK(statistics->held.value() <= statistics->candidates.value());
            }
        CHECK(sent == options.traffic.transactions * sms.size());
        CHECK(requests == sent);
        CHECK(reads == loads);
        CHECK(answered == sent);
        CHECK(replies == sent);
        CHECK(packets + merges == sent);
        if (!options.merges()) CHECK(merges == 0);
        // A table of one place may find nothing to merge in a short run.
        if (options.merges() && options.mesh.coalescing.table_entries > 1) CHECK(merges > 0);
    }

    const Options options;
    ClockDomain clock;
    CheckingBinder binder;
    MemoryMesh mesh;
    std::vector<std::unique_ptr<TrafficGenerator>> sms;
    std::vector<std::unique_ptr<SimpleMemory>> memories;
};

}  // namespace

TEST_CASE("data through a mesh: no merging, 1 channel") {
    System(Options(1, "none")).run();
}
TEST_CASE("data through a mesh: no merging, 4 channels") {
    System(Options(4, "none")).run();
}
TEST_CASE("data through a mesh: dynamic, 1 channel") {
    System(Options(1, "dynamic")).run();
}
TEST_CASE("data through a mesh: dynamic, 4 channels") {
    System(Options(4, "dynamic")).run();
}
TEST_CASE("data through a mesh: dynamic, the later deadline") {
    Options o(2, "dynamic");
    o.mesh.coalescing.deadline = "max";
    o.mesh.router.routing = "yx";
    System(o).run();
}
TEST_CASE("data through a mesh: fixed, 1 channel") {
    System(Options(1, "fixed")).run();
}
TEST_CASE("data through a mesh: fixed, 4 channels, many rows") {
    Options o(4, "fixed");
    o.mesh.row_bytes = 2048;
    System(o).run();
}
TEST_CASE("data through a mesh: extra, 1 channel") {
    System(Options(1, "extra")).run();
}
TEST_CASE("data through a mesh: extra, 4 channels") {
    System(Options(4, "extra")).run();
}
TEST_CASE("data through a mesh: tiny buffers, no merging") {
    System(Options(1, "none").tiny()).run();
}
TEST_CASE("data through a mesh: tiny buffers, dynamic, 1 channel") {
    System(Options(1, "dynamic").tiny()).run();
}
TEST_CASE("data through a mesh: tiny buffers, dynamic, 4 channels") {
    System(Options(4, "dynamic").tiny()).run();
}
TEST_CASE("data through a mesh: tiny buffers, extra") {
    System(Options(2, "extra").tiny()).run();
}
TEST_CASE("data through a mesh: Big Packets longer than the buffers") {
    Options o(1, "fixed");
    o.mesh.router.buffer_flits = 2;
    o.mesh.router.flit_bytes = 8;
    o.mesh.coalescing.delay_per_hop = 100;
    System(o).run();
}

// The generators are no SMs: without ready warps, slack is nothing.
TEST_CASE("data through a mesh: slack without ready warps holds nothing") {
    System system(Options(1, "slack"));
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
    for (const auto& sm : system.sms) {
        CHECK(sm->done());
        CHECK(sm->first_error() == "");
    }
    for (unsigned place = 0; place < system.mesh.requests.places(); ++place)
        CHECK(system.mesh.requests.router(place).coalescing_statistics()->held.value() == 0);
}

TEST_CASE("merging and its statistics do not depend on evaluation order or a waveform") {
    for (const bool tiny : {false, true}) {
        Options o(tiny ? 1 : 3, "dynamic");
        if (tiny) o.tiny();
        o.traffic.transactions = 300;
        const std::uint64_t reference = heddle_bench::check_evaluation_orders<System>(o);
        o.order_seed = 5;
        o.waveform = true;
        CHECK(heddle_bench::hash_in_child<System>(o) == reference);
    }
}

// What a load returns is known when it is sent only if requests of one SM to one line do not pass each other.
TEST_CASE("requests of an SM to a line stay in order where packets can pass each other") {
    for (const unsigned vcs : {1U, 4U}) {
        const unsigned wrong = in_child([vcs] {
            ClockDomain clock("clock", period_of_mhz(1000));
            CheckingBinder binder;
            const Options options(vcs, "dynamic");
            MemoryMesh mesh(clock, options.mesh, binder);
            heddle_bench::NetworkEnds ends(20);
            for (const auto& initiator : mesh.initiators) ends.add_initiator(clock, 2000, 32, 3, initiator->request_in);
            for (const auto& target : mesh.targets) ends.add_memory(clock, 5, target->memory_out);
            sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
            unsigned sum = 0;
            for (const auto& initiator : ends.initiators) sum += initiator->wrong + !initiator->done();
            return sum;
        });
        CHECK(wrong == 0);
    }
}
