// A foreign SoC around a GpuDevice: a CPU thread that runs the test's script, and a foreign memory behind each socket
// of memory_out.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "heddle/platforms/device/gpu_device.h"
#include "kit/checking_binder.h"
#include "kit/foreign_target.h"

namespace heddle::testing {

inline const std::string vector_add = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro_ptx/vector_add/vector_add.ptx";

struct SocCpu : sc_core::sc_module {
    SC_HAS_PROCESS(SocCpu);
    tlm_utils::simple_initiator_socket<SocCpu> launch_out{"launch_out"};
    tlm_utils::simple_initiator_socket_optional<SocCpu> control_out{"control_out"}, debug_out{"debug_out"};
    sc_core::sc_in<bool> interrupt_in{"interrupt_in"};
    std::function<void()> script;
    unsigned interrupts = 0;
    bool done = false;

    explicit SocCpu(sc_core::sc_module_name name) : sc_module(name) {
        SC_THREAD(run);
        SC_METHOD(count);
        sensitive << interrupt_in.pos();
        dont_initialize();
    }
    void run() {
        script();
        done = true;
    }
    void count() {
        ++interrupts;
        interrupted_.notify();
    }
    void wait_for_interrupts(unsigned wanted) {
        while (interrupts < wanted) sc_core::wait(interrupted_);
    }

    static void describe(tlm::tlm_generic_payload& payload, tlm::tlm_command command, std::uint64_t address, void* data,
                         std::size_t bytes) {
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(static_cast<unsigned char*>(data));
        payload.set_data_length(static_cast<unsigned>(bytes));
        payload.set_streaming_width(static_cast<unsigned>(bytes));
    }
    template <class Socket>
    static tlm::tlm_response_status access(Socket& socket, tlm::tlm_command command, void* data, std::size_t bytes) {
        tlm::tlm_generic_payload payload;
        sc_core::sc_time delay;
        describe(payload, command, 0, data, bytes);
        socket->b_transport(payload, delay);
        sc_core::wait(delay);
        return payload.get_response_status();
    }
    tlm::tlm_response_status launch(const LaunchDescriptor& descriptor) {
        std::vector<std::uint8_t> bytes = descriptor.bytes();
        return access(launch_out, tlm::TLM_WRITE_COMMAND, bytes.data(), bytes.size());
    }
    LaunchStatus status() {
        LaunchStatus now;
        REQUIRE(access(launch_out, tlm::TLM_READ_COMMAND, &now, sizeof now) == tlm::TLM_OK_RESPONSE);
        return now;
    }
    tlm::tlm_response_status command(L2Command value) {
        return access(control_out, tlm::TLM_WRITE_COMMAND, &value, sizeof value);
    }
    unsigned debug(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
        tlm::tlm_generic_payload payload;
        describe(payload, command, address, data, bytes);
        return debug_out->transport_dbg(payload);
    }

private:
    sc_core::sc_event interrupted_;
};

// A small GPU, with memory outside unless the test says otherwise.
inline void make_small(GpuConfiguration& configuration) {
    for (const char* key : {"topology.clusters", "topology.sms_per_cluster", "topology.memory_partitions"})
        configuration.set(key, "2");
    configuration.set("path.memory", "external");
}

struct SocSettings {
    std::vector<std::pair<std::string, std::string>> settings{};
    ForeignTargetKind memory = ForeignTargetKind::at;
    std::string preset{};
    // Of the host. If set, they share every cycle, and nobody checks the GPU's bindings inside: what is bound to a
    // checker is called by one thread.
    std::string threads{};
};

struct Soc : sc_core::sc_module {
    GpuConfiguration configuration;
    CheckingBinder binder;
    Binder plain;
    std::unique_ptr<GpuDevice> gpu;
    SocCpu cpu{"cpu"};
    std::vector<std::unique_ptr<ForeignTarget>> memories;
    sc_core::sc_signal<bool> interrupt{"interrupt"};

    explicit Soc(sc_core::sc_module_name name, const SocSettings& settings = {})
        : sc_module(name), configuration(settings.preset) {
        make_small(configuration);
        for (const auto& [key, value] : settings.settings) configuration.set(key, value);
        const bool shared = !settings.threads.empty();
        if (shared) configuration.set_threads(settings.threads).set("sim.share_every_cycle", "true");
        gpu = std::make_unique<GpuDevice>("gpu", configuration, shared ? plain : binder);
        for (unsigned i = 0; i < gpu->memory_out.size(); ++i) {
            const std::string memory = "memory_" + std::to_string(i);
            memories.push_back(make_foreign_target(settings.memory, memory.c_str(), 9 + i));
            binder.bind(gpu->memory_out[i], memories.back()->target_socket());
        }
        cpu.launch_out.bind(gpu->launch_in);
        cpu.control_out.bind(gpu->control_in);
        cpu.debug_out.bind(gpu->debug_in);
        gpu->interrupt_out.bind(interrupt);
        cpu.interrupt_in.bind(interrupt);
    }

    void run() {
        sc_core::sc_start();
        check();
    }
    void check() {
        REQUIRE(cpu.done);  // not so if something had paused the simulation
        CHECK(binder.outstanding() == 0);
        for (const std::string& violation : binder.violations()) CHECK(violation == "");
    }

    // What lies in memory behind the GPU's sockets.
    template <class T>
    void poke(std::uint64_t address, T value) {
        std::uint8_t bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof value);
        for (std::size_t i = 0; i < sizeof(T); ++i) storage(address + i).poke(address + i, bytes[i]);
    }
    template <class T>
    T peek(std::uint64_t address) {
        std::uint8_t bytes[sizeof(T)];
        for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = storage(address + i).peek(address + i);
        T value;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }
    ForeignStorage& storage(std::uint64_t address) { return memories[gpu->slice_of(address)]->storage(); }
};

// c = a + b on n floats, a[i] = i and b[i] = 2 i unless changed.
struct VectorAdd {
    static constexpr std::uint32_t n = 5000;
    static constexpr std::uint64_t a = 0x80000000, b = a + 0x8000, c = b + 0x8000;  // no two share a line

    static LaunchDescriptor launch() {
        LaunchDescriptor descriptor("vector_add", {(n + 255) / 256}, {256});
        descriptor.argument(a).argument(b).argument(c).argument(n);
        return descriptor;
    }
    static void fill(Soc& soc, float b_factor = 2) {
        for (std::uint32_t i = 0; i < n; ++i) {
            soc.poke(a + 4 * i, static_cast<float>(i));
            soc.poke(b + 4 * i, b_factor * static_cast<float>(i));
        }
    }
    static std::uint32_t right(Soc& soc, float factor = 3) {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < n; ++i) sum += soc.peek<float>(c + 4 * i) == factor * static_cast<float>(i);
        return sum;
    }
};

}  // namespace heddle::testing
