// A merge at one router: SMs at places 0 and 2 of a 4 x 2 mesh read one DRAM row of the memory at place 3, and the SM
// at place 6 writes to it. The reads meet in router 2 and go on as one Big Packet; the write is not held. Prints what
// the routers did and when memory and the SMs got what, and leaves mesh_router.vcd in the current folder.
#include <cstdio>

#include "crossbar/traffic.h"
#include "kit/waveform_file.h"
#include "mesh_router/memory_mesh.h"

using namespace heddle_bench;

namespace {

struct Top {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    Binder binder;
    MemoryMesh mesh{clock, options(), binder};
    Memory memory{"memory", clock, 10};
    std::vector<std::unique_ptr<ScriptedInitiator>> sms;  // in the order of their places: 0, 1, 2, 4, 5, 6, 7

    Top() {
        for (const auto& initiator : mesh.initiators) {
            const std::string name = "sm_" + std::to_string(sms.size());
            sms.push_back(std::make_unique<ScriptedInitiator>(name.c_str(), clock));
            sms.back()->out.bind(initiator->request_in);
        }
        mesh.targets.front()->memory_out.bind(memory.in);
    }
    static MemoryMeshOptions options() {
        MemoryMeshOptions options;
        options.shape = {4, 2};
        options.memory_places = {3};
        options.router.routing = "yx";
        options.coalescing.hold = "dynamic";
        return options;
    }
};

void print(Top& top) {
    for (unsigned place = 0; place < 4; ++place) {
        const CoalescingStatistics& router = *top.mesh.requests.router(place).coalescing_statistics();
        std::printf("router %u  held %llu packets for %llu cycles, merged %llu\n", place,
                    static_cast<unsigned long long>(router.held.value()),
                    static_cast<unsigned long long>(router.hold_cycles.value()),
                    static_cast<unsigned long long>(router.merges.value()));
    }
    for (const Memory::Arrival& arrival : top.memory.arrivals)
        std::printf("memory    address %5llu  request in cycle %3llu\n",
                    static_cast<unsigned long long>(arrival.address), static_cast<unsigned long long>(arrival.cycle));
    for (const auto& sm : top.sms)
        for (const ScriptedInitiator::Done& done : sm->done)
            std::printf("%-8s  address %5llu  response in cycle %3llu\n", sm->name(),
                        static_cast<unsigned long long>(done.address), static_cast<unsigned long long>(done.cycle));
    const TargetInterface& target = *top.mesh.targets.front();
    std::printf("%llu requests came in %llu packets\n", static_cast<unsigned long long>(target.requests.value()),
                static_cast<unsigned long long>(target.request_packets.value()));
}

}  // namespace

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    Top top;
    top.sms[0]->script = {{10, Kind::read, 0, 128}};
    top.sms[2]->script = {{26, Kind::read, 512, 128}, {27, Kind::read, 640, 128}};
    top.sms[5]->script = {{20, Kind::write, 1024, 128}};
    WaveformFile waveform("mesh_router.vcd");
    sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_NS));
    waveform.close();
    print(top);
    return 0;
}
