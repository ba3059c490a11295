// A device has the same results with any number of host threads, and says what they share.
#include <tlm_utils/simple_target_socket.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <thread>
#include <unordered_map>

#include "child_process.h"
#include "heddle/base/trace.h"
#include "heddle/platforms/common/statistics.h"
#include "soc_bench.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::string last_info;

void keep_info(const sc_core::sc_report& report, const sc_core::sc_actions&) {
    if (std::string(report.get_msg_type()) == "/heddle/host_threads") last_info = report.get_msg();
}

// Two vector adds, and cache commands after each.
struct SharedSoc : Soc {
    std::vector<sc_core::sc_time> ends;

    SharedSoc(sc_core::sc_module_name name, const Settings& settings, const std::string& threads)
        : Soc(name, {settings, ForeignTargetKind::at, "", threads}) {
        gpu->load_module(vector_add);
        cpu.script = [this] {
            fill();
            for (unsigned i = 1; i <= 2; ++i) {
                REQUIRE(cpu.launch(VectorAdd::launch()) == tlm::TLM_OK_RESPONSE);
                cpu.wait_for_interrupts(i);
                ends.push_back(sc_core::sc_time_stamp());
                REQUIRE(cpu.command(L2Command::write_back_invalidate) == tlm::TLM_OK_RESPONSE);
                ends.push_back(sc_core::sc_time_stamp());
            }
        };
    }
    void fill() {
        for (std::uint32_t i = 0; i < VectorAdd::n; ++i)
            for (const std::uint64_t buffer : {VectorAdd::a, VectorAdd::b}) {
                auto value = static_cast<float>(i);
                REQUIRE(cpu.debug(tlm::TLM_WRITE_COMMAND, buffer + 4 * i, &value, 4) == 4);
            }
    }
    std::vector<float> sums() {
        std::vector<float> values(VectorAdd::n);
        cpu.debug(tlm::TLM_READ_COMMAND, VectorAdd::c, values.data(), 4 * values.size());
        return values;
    }
};

// A foreign memory that notices which thread calls it. It also hears of kernels.
struct Witness : sc_core::sc_module {
    tlm_utils::simple_target_socket<Witness> socket{"socket"}, events{"events"};
    std::unordered_map<std::uint64_t, unsigned char> bytes;
    const std::thread::id home = std::this_thread::get_id();
    std::atomic<unsigned> calls{0}, kernel_events{0}, calls_of_others{0};

    explicit Witness(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_nb_transport_fw(this, &Witness::serve);
        events.register_b_transport(this, &Witness::hear);
    }
    void look(std::atomic<unsigned>& count) {
        ++count;
        if (std::this_thread::get_id() != home) ++calls_of_others;
    }
    tlm::tlm_sync_enum serve(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
        look(calls);
        unsigned char* const data = payload.get_data_ptr();
        for (unsigned i = 0; i < payload.get_data_length(); ++i) {
            unsigned char& mine = bytes[payload.get_address() + i];
            (payload.is_write() ? mine : data[i]) = payload.is_write() ? data[i] : mine;
        }
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return tlm::TLM_COMPLETED;
    }
    void hear(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
        look(kernel_events);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

// Every counter of every block, and then the histograms.
std::vector<std::uint64_t> statistics_of(GpuDevice& gpu) {
    const Statistics statistics(&gpu);
    std::vector<std::uint64_t> values = statistics.take(0).values;
    for (const Block* block : statistics.blocks())
        for (const Histogram* histogram : block->histograms())
            values.insert(values.end(), histogram->counts().begin(), histogram->counts().end());
    return values;
}

// SoCs with 1, 2 and 4 threads, side by side in one simulation. Returns the one with 4.
std::unique_ptr<SharedSoc> compare_threads(const Settings& settings) {
    SharedSoc one("one", settings, "1"), two("two", settings, "2");
    auto four = std::make_unique<SharedSoc>("four", settings, "4");
    sc_core::sc_start();
    one.check();
    const auto expected = statistics_of(*one.gpu);
    REQUIRE(expected.size() > 100);
    for (SharedSoc* soc : {&two, four.get()}) {
        soc->check();
        CHECK(soc->ends == one.ends);
        CHECK(soc->sums() == one.sums());
        CHECK(statistics_of(*soc->gpu) == expected);
    }
    for (std::uint32_t i = 0; i < VectorAdd::n; ++i) REQUIRE(one.sums()[i] == static_cast<float>(2 * i));
    CHECK(one.gpu->host_threads().explanation().empty());
    CHECK(two.gpu->host_threads().used() == 2);
    CHECK(four->gpu->host_threads().used() == 4);
    return four;
}

// What testbenches/foreign_soc prints, without what it says of threads.
std::string foreign_soc(const std::string& threads) {
    const std::string out = std::string(HEDDLE_BINARY_DIR) + "/foreign_soc_" + std::to_string(getpid());
    REQUIRE(ChildProcess("foreign_soc", {vector_add, threads}, out, "/dev/null").wait() == 0);
    std::ifstream stream(out);
    std::string text;
    for (std::string line; std::getline(stream, line);)
        if (!line.empty() && line.find("host_threads") == std::string::npos) text += line + "\n";
    std::remove(out.c_str());
    return text;
}

}  // namespace

TEST_CASE("threads change nothing of a device whose memory is outside, which they do not call") {
    const auto soc = compare_threads({});
    CHECK_THAT(soc->gpu->host_threads().explanation(),
               Contains(" blocks shared: four.gpu.l2.") && Contains("is bound to a foreign target or a checker"));
}
TEST_CASE("threads change nothing of a device with memory and clocks of its own") {
    const auto soc = compare_threads({{"path.memory", "controllers"},
                                      {"clock.noc_mhz", "700"},
                                      {"clock.l2_mhz", "1000"},
                                      {"clock.dram_mhz", "924"}});
    CHECK_THAT(soc->gpu->host_threads().explanation(), Catch::EndsWith(" blocks shared"));
}
TEST_CASE("threads change nothing of a device with a mesh") {
    compare_threads({{"path.network", "mesh"}});
}

TEST_CASE("foreign modules are called by SystemC's thread alone") {
    GpuConfiguration configuration;
    make_small(configuration);
    configuration.set("topology.memory_partitions", "1").set("sim.share_every_cycle", "true").set_threads("4");
    GpuDevice gpu("gpu", configuration);
    Witness witness("witness");
    gpu.memory_out[0].bind(witness.socket);
    gpu.kernel_events_out.bind(witness.events);
    gpu.load_module(vector_add);
    SocCpu cpu("cpu");
    sc_core::sc_signal<bool> interrupt("interrupt");
    cpu.launch_out.bind(gpu.launch_in);
    gpu.interrupt_out.bind(interrupt);
    cpu.interrupt_in.bind(interrupt);
    cpu.script = [&] {
        cpu.launch(VectorAdd::launch());
        cpu.wait_for_interrupts(1);
    };
    sc_core::sc_start();
    CHECK(cpu.done);
    CHECK(gpu.host_threads().used() == 4);
    CHECK(witness.calls > 100);
    CHECK(witness.kernel_events == 2);
    CHECK(witness.calls_of_others == 0);
}

TEST_CASE("threads change nothing that the foreign SoC prints") {
    const std::string one = foreign_soc("1");
    CHECK_THAT(one, Contains("10000 of 10000 sums are right"));
    for (const char* threads : {"2", "4", "auto"}) CHECK(foreign_soc(threads) == one);
}

TEST_CASE("a device says how many threads it has once a kernel has ended") {
    SharedSoc soc("soc", {}, "2");
    sc_core::sc_report_handler::set_handler(keep_info);
    soc.run();
    CHECK(last_info == "soc.gpu: 2 host threads, " + soc.gpu->host_threads().explanation());
}

TEST_CASE("a device that is traced has one thread, and says why") {
    SharedSoc soc("soc", {}, "2");
    const std::string name = std::string(HEDDLE_BINARY_DIR) + "/device_threads_" + std::to_string(getpid());
    sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(name.c_str());
    heddle::trace(file, *soc.gpu);
    sc_core::sc_report_handler::set_handler(keep_info);
    soc.run();
    sc_core::sc_close_vcd_trace_file(file);
    std::remove((name + ".vcd").c_str());
    CHECK(soc.gpu->host_threads().used() == 1);
    CHECK_THAT(last_info, Contains("soc.gpu: 1 host thread, of 2 that were asked for: soc.gpu.") &&
                              Contains("is recorded in a waveform"));
}
