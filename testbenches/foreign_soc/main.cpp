// A GPU in somebody else's SoC. CPU, bus and memory know nothing of Heddle; the GPU is one module that shares their
// memory:
//
//   cpu --- bus --- memory          0x80000000   gpu.memory_out, one socket per partition, are bus masters
//            +----- gpu.launch_in   0x10000000   kernel launches
//            +----- gpu.control_in  0x10001000   cache commands
//
// The CPU fills two buffers, launches a vector add, sleeps until the GPU's interrupt, flushes the GPU's L2 and checks.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <iostream>
#include <systemc>

#include "heddle/platforms/device/gpu_device.h"

using Payload = tlm::tlm_generic_payload;
using sc_core::sc_time;

struct Memory : sc_core::sc_module {
    tlm_utils::simple_target_socket<Memory> socket{"socket"};
    std::vector<unsigned char> bytes = std::vector<unsigned char>(1 << 20);

    explicit Memory(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_b_transport(this, &Memory::b_transport);
    }
    void b_transport(Payload& payload, sc_time& delay) {
        const std::uint64_t address = payload.get_address(), length = payload.get_data_length();
        delay += sc_time(60, sc_core::SC_NS);
        if (payload.get_byte_enable_ptr()) return payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        if (address + length > bytes.size()) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
        unsigned char *mine = &bytes[address], *data = payload.get_data_ptr();
        std::memcpy(payload.is_write() ? mine : data, payload.is_write() ? data : mine, length);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

constexpr std::uint64_t launch_base = 0x10000000, control_base = 0x10001000, memory_base = 0x80000000;

// Passes accesses on by address. tlm_utils turns a master's nb_transport into b_transport.
struct Bus : sc_core::sc_module {
    sc_core::sc_vector<tlm_utils::simple_target_socket<Bus>> master_in;
    tlm_utils::simple_initiator_socket<Bus> launch_out{"launch_out"}, control_out{"control_out"},
        memory_out{"memory_out"};

    Bus(sc_core::sc_module_name name, unsigned masters) : sc_module(name), master_in("master_in", masters) {
        for (auto& master : master_in) master.register_b_transport(this, &Bus::b_transport);
    }
    void b_transport(Payload& payload, sc_time& delay) {
        const std::uint64_t address = payload.get_address();
        const bool memory = address >= memory_base, control = address >= control_base;
        payload.set_address(address - (memory ? memory_base : control ? control_base : launch_base));
        (memory ? memory_out : control ? control_out : launch_out)->b_transport(payload, delay);
        payload.set_address(address);
    }
};

struct Cpu : sc_core::sc_module {
    SC_HAS_PROCESS(Cpu);
    tlm_utils::simple_initiator_socket<Cpu> bus_out{"bus_out"};
    sc_core::sc_in<bool> interrupt_in{"interrupt_in"};
    bool passed = false;

    explicit Cpu(sc_core::sc_module_name name) : sc_module(name) {
        SC_THREAD(run);
        SC_METHOD(take_interrupt);
        sensitive << interrupt_in.pos();
        dont_initialize();
    }

private:
    unsigned kernels_ended_ = 0;
    sc_core::sc_event interrupted_;

    void take_interrupt() {
        ++kernels_ended_;
        interrupted_.notify();
    }
    void access(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
        Payload payload;
        sc_time delay;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(static_cast<unsigned char*>(data));
        payload.set_data_length(static_cast<unsigned>(bytes));
        payload.set_streaming_width(static_cast<unsigned>(bytes));
        bus_out->b_transport(payload, delay);
        wait(delay);
        if (payload.is_response_error()) SC_REPORT_ERROR("cpu", payload.get_response_string().c_str());
    }

    void run() {
        const std::uint32_t n = 10000;
        const std::uint64_t a = memory_base, b = a + 0x10000, c = b + 0x10000;
        std::vector<float> values(n);
        for (std::uint32_t i = 0; i < n; ++i) values[i] = static_cast<float>(i);
        access(tlm::TLM_WRITE_COMMAND, a, values.data(), 4 * n);
        for (std::uint32_t i = 0; i < n; ++i) values[i] = static_cast<float>(2 * i);
        access(tlm::TLM_WRITE_COMMAND, b, values.data(), 4 * n);

        heddle::LaunchDescriptor launch("vector_add", {(n + 255) / 256}, {256});  // grid, block
        launch.argument(a).argument(b).argument(c).argument(n);
        std::vector<std::uint8_t> bytes = launch.bytes();
        access(tlm::TLM_WRITE_COMMAND, launch_base, bytes.data(), bytes.size());
        while (kernels_ended_ == 0) wait(interrupted_);
        std::cout << "kernel ended at " << sc_core::sc_time_stamp() << "\n";

        auto flush = heddle::L2Command::write_back;  // until then the sums are in the GPU's L2 alone
        access(tlm::TLM_WRITE_COMMAND, control_base, &flush, sizeof flush);
        std::cout << "L2 written back at " << sc_core::sc_time_stamp() << "\n";

        access(tlm::TLM_READ_COMMAND, c, values.data(), 4 * n);
        std::uint32_t right = 0;
        for (std::uint32_t i = 0; i < n; ++i) right += values[i] == static_cast<float>(3 * i);
        std::cout << right << " of " << n << " sums are right\n";
        passed = right == n;
        sc_core::sc_stop();
    }
};

int sc_main(int argc, char* argv[]) {
    heddle::GpuConfiguration configuration;
    configuration.set("topology.clusters", "4").set("topology.memory_partitions", "2").set("path.memory", "external");
    if (argc > 2) configuration.set_threads(argv[2]);  // of the host: "4" or "auto"
    heddle::GpuDevice gpu("gpu", configuration);
    gpu.load_module(argc > 1 ? argv[1] : "stimuli/micro_ptx/vector_add/vector_add.ptx");

    Cpu cpu("cpu");
    Bus bus("bus", 1 + gpu.memory_out.size());
    Memory memory("memory");
    sc_core::sc_signal<bool> interrupt("interrupt");
    cpu.bus_out.bind(bus.master_in[0]);
    for (unsigned i = 0; i < gpu.memory_out.size(); ++i) gpu.memory_out[i].bind(bus.master_in[1 + i]);
    bus.memory_out.bind(memory.socket);
    bus.launch_out.bind(gpu.launch_in);
    bus.control_out.bind(gpu.control_in);
    gpu.interrupt_out.bind(interrupt);
    cpu.interrupt_in.bind(interrupt);

    sc_core::sc_start();
    return cpu.passed ? 0 : 1;
}
