// Launches by transactions: what is taken, what is refused, how they queue up, how their end is heard.
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>

#include "heddle/base/error.h"
#include "soc_bench.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

std::string last_warning;

void keep_warning(const sc_core::sc_report& report, const sc_core::sc_actions&) {
    if (report.get_severity() == sc_core::SC_WARNING) last_warning = report.get_msg();
}

// Hears of kernels by calls, as an interrupt controller of a foreign project may.
struct Listener : sc_core::sc_module {
    tlm_utils::simple_target_socket<Listener> socket{"socket"};
    std::vector<std::uint32_t> events;
    explicit Listener(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_b_transport(this, &Listener::b_transport);
    }
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
        std::uint32_t event = 0;
        std::memcpy(&event, payload.get_data_ptr(), sizeof event);
        events.push_back(event);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

// Sends launches by nb_transport.
struct AtCpu : Ticked {
    AtOut launch_out;
    std::vector<LinePayload*> payloads;
    std::size_t sent = 0, answered = 0;
    PayloadPool<LinePayload> pool;

    AtCpu(sc_core::sc_module_name name, ClockDomain& clock) : Ticked(name, clock), launch_out(*this, "launch_out", 2) {}
    void add(const LaunchDescriptor& launch) {
        const std::vector<std::uint8_t> bytes = launch.bytes();
        payloads.push_back(pool.acquire(tlm::TLM_WRITE_COMMAND, 0, static_cast<unsigned>(bytes.size())));
        std::copy(bytes.begin(), bytes.end(), payloads.back()->data.begin());
    }
    void start_of_simulation() override { wake_at(1); }
    void tick(Cycle now) override {
        bool progress = false;
        for (; launch_out.responses().ready(now); progress = true, ++answered) launch_out.responses().pop(now);
        if (sent < payloads.size() && launch_out.can_send(now)) {
            launch_out.send(payloads[sent++], now);
            progress = true;
        }
        launch_out.service(now);
        sleep_or_continue(progress, now, launch_out);
        if (progress && sent < payloads.size()) wake_at(now + 1);
    }
};

const std::string file_with_variables = std::string(HEDDLE_SOURCE_DIR) + "/tests/device/variables.ptx";

}  // namespace

TEST_CASE("a launch survives the way through its bytes") {
    LaunchDescriptor launch("saxpy", {3, 2, 1}, {64, 4, 1}, 512);
    launch.argument(std::uint8_t{7}).argument(std::uint64_t{0x123456789}).argument(1.5f);
    CHECK(launch.arguments.size() == 8 + 8 + 4);  // each at a multiple of its alignment
    const std::vector<std::uint8_t> bytes = launch.bytes();
    const LaunchDescriptor back = LaunchDescriptor::parse(bytes.data(), bytes.size());
    CHECK(back.kernel == "saxpy");
    CHECK(back.grid.y == 2);
    CHECK(back.block.x == 64);
    CHECK(back.shared_bytes == 512);
    CHECK(back.arguments == launch.arguments);
    CHECK_THROWS_WITH(LaunchDescriptor::parse(bytes.data(), 20), Contains("at least 36 bytes") && Contains("found 20"));
    CHECK_THROWS_WITH(LaunchDescriptor::parse(bytes.data(), bytes.size() - 1), Contains("its header tells of"));
}

TEST_CASE("what cannot be launched is refused with what could be") {
    KernelStore kernels(SmLimits{}, {});
    LaunchDescriptor launch = VectorAdd::launch();
    CHECK_THROWS_WITH(kernels.prepare(launch), Contains("no file with kernels is loaded"));
    CHECK(kernels.load(vector_add, {}).bytes.empty());
    CHECK(kernels.prepare(launch) == 0);
    CHECK_THROWS_WITH(kernels.load(vector_add, {}), Contains("entry 'vector_add' is in"));
    CHECK_THROWS_WITH(kernels.load("no_such.ptx", {}), Contains("cannot be opened"));
    launch.kernel = "vector_ad";
    CHECK_THROWS_WITH(kernels.prepare(launch), Contains("unknown kernel 'vector_ad'") && Contains("vector_add"));
    launch = VectorAdd::launch();
    launch.arguments.pop_back();
    CHECK_THROWS_WITH(kernels.prepare(launch),
                      Contains("27 bytes of arguments") && Contains("take 28: .u64 at 0") && Contains(".u32 at 24"));
    launch = VectorAdd::launch();
    launch.block = {2048};
    CHECK_THROWS_WITH(kernels.prepare(launch), Contains("at most 1024"));
    launch.block = {256};
    launch.shared_bytes = 1 << 20;
    CHECK_THROWS_WITH(kernels.prepare(launch), Contains("does not fit into an SM (limited by shared memory)"));
    launch.shared_bytes = 0;
    launch.grid = {0};
    CHECK_THROWS_WITH(kernels.prepare(launch), Contains("must not be empty"));
}

TEST_CASE("kernels of launches that wait are kept, the same launch is made once") {
    KernelStore kernels(SmLimits{}, {});
    (void)kernels.load(vector_add, {});
    LaunchDescriptor launch = VectorAdd::launch();
    const std::uint32_t first = kernels.prepare(launch);
    const Kernel* kernel = &kernels.kernel(first);
    launch.grid.x = 1;
    const std::uint32_t second = kernels.prepare(launch);
    CHECK(second != first);
    kernels.release(first);
    CHECK(kernels.prepare(VectorAdd::launch()) == first);
    CHECK(&kernels.kernel(first) == kernel);
    kernels.release(first);
    launch.grid.x = 2;
    CHECK(kernels.prepare(launch) == first);  // its place is taken
    CHECK(kernels.kernel_count() == 2);
}

TEST_CASE("variables of a file need an address where memory is outside") {
    KernelStore kernels(SmLimits{}, {});
    CHECK_THROWS_WITH(kernels.load(file_with_variables, {}), Contains("16 bytes") && Contains("ModuleMemory::globals"));
    const MemoryImage image = kernels.load(file_with_variables, {0x1000, {}});
    CHECK(image.address == 0x1000);
    CHECK(image.bytes.size() == 16);
    LaunchDescriptor launch("copy", {1}, {4});
    launch.argument(std::uint64_t{0});
    CHECK_THROWS_WITH(kernels.prepare(launch), Contains("ModuleMemory::locals"));
}

TEST_CASE("variables of a file lie where the prototype wants them") {
    Soc soc("soc");
    soc.gpu->load_module(file_with_variables, {0x4000, 0x8000});
    soc.cpu.script = [&] {
        LaunchDescriptor launch("copy", {1}, {4});
        launch.argument(std::uint64_t{0x2000});
        REQUIRE(soc.cpu.launch(launch) == tlm::TLM_OK_RESPONSE);
        soc.cpu.wait_for_interrupts(1);
        REQUIRE(soc.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        CHECK(soc.peek<std::uint32_t>(0x4004) == 22);
        for (unsigned i = 0; i < 4; ++i) {
            CHECK(soc.peek<std::uint32_t>(0x2000 + 4 * i) == 11 * (i + 1) + i);
            CHECK(soc.peek<std::uint32_t>(0x8000 + 16 + 4 * i) == 11 * (i + 1));  // word 1 of each thread
        }
    };
    soc.run();
}

TEST_CASE("with memory inside the variables of files find a place by themselves") {
    Soc soc("soc", {{{"path.memory", "controllers"}}, ForeignTargetKind::at});
    soc.gpu->load_module(file_with_variables);
    soc.cpu.script = [&] {
        LaunchDescriptor launch("copy", {1}, {4});
        launch.argument(std::uint64_t{0x2000});
        REQUIRE(soc.cpu.launch(launch) == tlm::TLM_OK_RESPONSE);
        soc.cpu.wait_for_interrupts(1);
        std::uint32_t values[4] = {};
        REQUIRE(soc.cpu.debug(tlm::TLM_READ_COMMAND, 0x2000, values, sizeof values) == sizeof values);
        CHECK(values[3] == 47);
    };
    soc.run();
}

TEST_CASE("a launch that is refused gets an error response and starts nothing") {
    Soc soc("soc");
    soc.gpu->load_module(vector_add);
    sc_core::sc_report_handler::set_handler(keep_warning);
    soc.cpu.script = [&] {
        LaunchDescriptor launch = VectorAdd::launch();
        launch.kernel = "vector_sub";
        CHECK(soc.cpu.launch(launch) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        CHECK_THAT(last_warning, Contains("soc.gpu.launcher: launch of unknown kernel 'vector_sub'"));
        launch = VectorAdd::launch();
        launch.argument(1);
        CHECK(soc.cpu.launch(launch) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        std::uint32_t few = 0;
        CHECK(SocCpu::access(soc.cpu.launch_out, tlm::TLM_READ_COMMAND, &few, 4) == tlm::TLM_BURST_ERROR_RESPONSE);
        CHECK(SocCpu::access(soc.cpu.launch_out, tlm::TLM_IGNORE_COMMAND, &few, 4) == tlm::TLM_COMMAND_ERROR_RESPONSE);
        CHECK(soc.cpu.status().launched == 0);
        sc_core::wait(10, sc_core::SC_US);
        CHECK(soc.cpu.interrupts == 0);
        REQUIRE(soc.cpu.launch(VectorAdd::launch()) == tlm::TLM_OK_RESPONSE);  // and the next one is taken
        soc.cpu.wait_for_interrupts(1);
        CHECK(soc.cpu.status().ended == 1);
    };
    soc.run();
}

TEST_CASE("launches queue up, their ends are heard one by one by signal, by call and by reading") {
    Soc soc("soc");
    Listener listener("listener");
    soc.gpu->kernel_events_out.bind(listener.socket);
    soc.gpu->load_module(vector_add);
    const unsigned launches = 150;  // more than the queue holds
    VectorAdd::fill(soc);
    soc.cpu.script = [&] {
        for (unsigned i = 0; i < launches; ++i) {
            LaunchDescriptor launch = VectorAdd::launch();
            launch.grid.x = 1 + i % 2;
            REQUIRE(soc.cpu.launch(launch) == tlm::TLM_OK_RESPONSE);
        }
        CHECK(soc.cpu.interrupts > 0);  // the CPU had to wait for room
        CHECK(soc.cpu.interrupts < launches);
        soc.cpu.wait_for_interrupts(launches);
        CHECK(soc.cpu.status().launched == launches);
        CHECK(soc.cpu.status().ended == launches);
        CHECK(listener.events.size() == 2 * launches);
        CHECK(std::count(listener.events.begin(), listener.events.end(), 1) == launches);
        sc_core::wait(10, sc_core::SC_US);
        CHECK(!soc.interrupt.read());
    };
    soc.run();
    CHECK(soc.cpu.interrupts == launches);
}

TEST_CASE("launches by nb_transport, more of them than the queue holds") {
    GpuConfiguration configuration;
    make_small(configuration);
    configuration.set("path.memory", "controllers");
    CheckingBinder binder;
    GpuDevice gpu("gpu", configuration, binder);  // no interrupt, no control, no debug access bound
    gpu.load_module(vector_add);
    ClockDomain clock("clock", sc_core::sc_time(3, sc_core::SC_NS));
    AtCpu cpu("cpu", clock);
    binder.bind(cpu.launch_out, gpu.launch_in);
    LaunchDescriptor bad = VectorAdd::launch();
    bad.kernel = "nothing";
    for (unsigned i = 0; i < 200; ++i) cpu.add(i == 100 ? bad : VectorAdd::launch());
    sc_core::sc_report_handler::set_handler(keep_warning);
    sc_core::sc_start();
    REQUIRE(cpu.answered == 200);
    for (unsigned i = 0; i < 200; ++i) {
        CHECK(cpu.payloads[i]->is_response_ok() == (i != 100));
        cpu.payloads[i]->release();
    }
    CHECK(gpu.cta_dispatcher.kernels_launched.value() == 199);
    CHECK(binder.outstanding() == 0);
    CHECK(binder.violations().empty());
}
