// One module of each kind, from the CTA dispatcher to the memory controller, joined by Joints, and a kernel whose every
// result is known.
#pragma once

#include "contract/joints.h"
#include "heddle/crossbar/crossbar.h"
#include "heddle/cta_dispatcher/cta_dispatcher.h"
#include "heddle/icc_unit/icc_unit.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/l2_slice/l2_slice.h"
#include "heddle/lsu/lsu.h"
#include "heddle/memory_controller/memory_controller.h"
#include "heddle/sm/sm.h"
#include "sm/message_driver.h"
#include "sm/script_kernel.h"

namespace heddle {

template <class Joint>
struct SmallMachine : sc_core::sc_module {
    static constexpr unsigned ctas = 12, rounds = 6;
    static constexpr std::uint64_t input = 0x10000, output = 0x40000, counters = 0x80000;

    explicit SmallMachine(sc_core::sc_module_name name) : sc_module(name) {
        debugger.bind(ignore);
        memory_debugger.bind(ignore);
        joints.join(host.launch_out, dispatcher.kernel_in);
        joints.join(dispatcher.sm_out[0], sm.launch_in);
        joints.join(sm.memory_out, lsu.warp_in);
        joints.join(lsu.l1_out, l1.core_in);
        joints.join(l1.memory_out, icc.core_in[0]);
        joints.join(icc.noc_out, crossbar.in[0]);
        joints.join(crossbar.out[0], l2.request_in);
        joints.join(l2.memory_out, memory.request_in);
        joints.join(dispatcher.kernel_events_out, l1.kernel_events_in);
        joints.join(debugger, l2.host_in);
        joints.join(memory_debugger, memory.host_in);
        KernelShape shape;
        shape.name = "known";
        shape.grid.x = ctas;
        shape.block.x = warp_lanes;
        table.kernels.push_back(std::make_unique<ScriptKernel>(
            shape, [](auto cta, auto) { return program(cta); }, [this] { return clock.now(); }));
        host.send(1, KernelLaunch{0});
    }
    static CrossbarParameters one_to_one() {
        CrossbarParameters parameters;
        parameters.inputs = parameters.outputs = 1;
        return parameters;
    }
    static ClusterPortParameters one_core() {
        ClusterPortParameters parameters;
        parameters.cores = 1;
        return parameters;
    }
    // What the joints between the LSU and a block have added to an address there.
    static constexpr std::uint64_t offset_after(unsigned joints_passed) {
        return std::is_same_v<Joint, TranslatingJoint> ? joints_passed * TranslatingJoint::step : 0;
    }
    static constexpr unsigned joints_to_l2 = 4, joints_to_memory = 5;
    // Loads that coalesce and loads that do not, stores, and atomics that all CTAs make on the same counters.
    static Script program(std::uint32_t cta) {
        Script steps;
        for (unsigned round = 0; round < rounds; ++round) {
            const std::uint64_t place = std::uint64_t{cta} * rounds + round;
            steps.push_back(script::load(1, input + place * 128));
            steps.push_back(script::memory(Operation::load, AddressSpace::global, 2, input + place * 128, 0, 68));
            steps.push_back(script::store(3, output + place * 128, word_of(output + place * 128)));
            steps.push_back(script::memory(Operation::atomic, AddressSpace::global, 4, counters, 1, 4 * (1 + round)));
        }
        return steps;
    }
    static std::uint32_t word_of(std::uint64_t address) { return static_cast<std::uint32_t>(address * 2654435761U); }

    unsigned debug(tlm::tlm_initiator_socket<32>& socket, tlm::tlm_command command, std::uint64_t address,
                   std::uint32_t& word) {
        tlm::tlm_generic_payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        return socket->transport_dbg(payload);
    }
    void fill_input() {
        for (std::uint64_t address = input; address < input + 0x8000; address += 4) {
            std::uint32_t word = word_of(address);
            debug(memory_debugger, tlm::TLM_WRITE_COMMAND, address + offset_after(joints_to_memory), word);
        }
    }
    std::uint32_t read(std::uint64_t address) {
        std::uint32_t word = 0;
        debug(debugger, tlm::TLM_READ_COMMAND, address + offset_after(joints_to_l2), word);
        return word;
    }
    const ScriptKernel& kernel() const { return *table.kernels[0]; }
    Cycle finished() const { return host[0].answered; }

    struct Ignore : tlm::tlm_bw_transport_if<> {
        tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
            return tlm::TLM_ACCEPTED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    };

    ScriptKernels table;
    Ignore ignore;
    ClockDomain clock{"clock", period_of_mhz(1000)};
    MessageDriver host{"host", clock};
    CtaDispatcher dispatcher{"dispatcher", clock, {}, MachineShape{1, 1}, {}, table};
    Sm sm{"sm", clock, {}, table, 0};
    Lsu lsu{"lsu", clock, {}};
    L1Cache l1{"l1", clock, {}};
    IccUnit icc{"icc", clock, one_core(), {}};
    Crossbar crossbar{"crossbar", clock, one_to_one(), AddressMap{1, 256}};
    L2Slice l2{"l2", clock, {}};
    MemoryController memory{"memory", clock, {}};
    tlm::tlm_initiator_socket<32> debugger{"debugger"}, memory_debugger{"memory_debugger"};
    Joints<Joint> joints;
};

}  // namespace heddle
