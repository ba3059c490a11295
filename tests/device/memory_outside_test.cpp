// A GPU whose memory is bound outside: any kind of foreign memory, and what a CPU beside the GPU sees of it.
#include "soc_bench.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

void add_vectors(const SocSettings& settings) {
    Soc soc("soc", settings);
    soc.gpu->load_module(vector_add);
    VectorAdd::fill(soc);
    soc.cpu.script = [&] {
        REQUIRE(soc.cpu.launch(VectorAdd::launch()) == tlm::TLM_OK_RESPONSE);
        soc.cpu.wait_for_interrupts(1);
        CHECK(VectorAdd::right(soc) < VectorAdd::n);  // the L2 still has most of it
        REQUIRE(soc.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        CHECK(VectorAdd::right(soc) == VectorAdd::n);
    };
    soc.run();
    for (const auto& memory : soc.memories) CHECK(memory->accesses() > 0);
}

}  // namespace

TEST_CASE("a vector add with its memory outside: four-phase target") {
    add_vectors({{}, ForeignTargetKind::at});
}
TEST_CASE("a vector add with its memory outside: LT target") {
    add_vectors({{}, ForeignTargetKind::lt});
}
TEST_CASE("a vector add with its memory outside: target that completes at once") {
    add_vectors({{}, ForeignTargetKind::early});
}
TEST_CASE("a vector add with its memory outside: target that responds in the return value") {
    add_vectors({{}, ForeignTargetKind::response});
}
TEST_CASE("a vector add with its memory outside: sectored L2") {
    add_vectors({{{"l2_slice.sectored", "true"}}, ForeignTargetKind::at});
}
TEST_CASE("a vector add with its memory outside: two slices per partition, each with a socket") {
    add_vectors({{{"path.l2_slices_per_controller", "2"}}, ForeignTargetKind::at});
}
TEST_CASE("a vector add with its memory outside: hashed addresses") {
    add_vectors({{{"address_map.hashed", "true"}}, ForeignTargetKind::at});
}
TEST_CASE("a vector add with its memory outside: small GPU of the preset qv100") {
    add_vectors({{}, ForeignTargetKind::at, "qv100"});
}
TEST_CASE("a vector add with its memory outside: mesh in place of the crossbar") {
    add_vectors({{{"path.network", "mesh"}}, ForeignTargetKind::at});
}
TEST_CASE("a vector add with its memory outside: mesh with virtual channels, two slices per partition") {
    add_vectors({{{"path.network", "mesh"}, {"mesh_router.vcs", "2"}, {"path.l2_slices_per_controller", "2"}},
                 ForeignTargetKind::response});
}
TEST_CASE("a vector add with its memory outside: mesh whose routers delay packets") {
    add_vectors({{{"path.network", "mesh"}, {"packet_coalescing.hold", "extra"}}, ForeignTargetKind::lt});
}

TEST_CASE("there is a memory socket per partition, per slice where a partition has several, none with memory inside") {
    GpuConfiguration outside, slices, inside;
    for (GpuConfiguration* configuration : {&outside, &slices, &inside}) make_small(*configuration);
    slices.set("path.l2_slices_per_controller", "3");
    inside.set("path.memory", "controllers");
    GpuDevice gpu_outside("gpu_outside", outside), gpu_slices("gpu_slices", slices), gpu_inside("gpu_inside", inside);
    CHECK(gpu_outside.memory_out.size() == 2);
    CHECK(gpu_slices.memory_out.size() == 6);
    CHECK(gpu_inside.memory_out.size() == 0);
    CHECK(std::string(gpu_outside.memory_out[1].name()) == "gpu_outside.memory_out_1");
    CHECK(gpu_outside.slice_of(0) == 0);
    CHECK(gpu_outside.slice_of(256) == 1);
}

TEST_CASE("after a CPU has changed memory an invalidation makes the GPU see it") {
    Soc soc("soc");
    soc.gpu->load_module(vector_add);
    VectorAdd::fill(soc);
    soc.cpu.script = [&] {
        const auto run_kernel = [&](unsigned number) {
            REQUIRE(soc.cpu.launch(VectorAdd::launch()) == tlm::TLM_OK_RESPONSE);
            soc.cpu.wait_for_interrupts(number);
            REQUIRE(soc.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        };
        run_kernel(1);
        VectorAdd::fill(soc, 5);
        run_kernel(2);  // the L2 has the buffers from before
        CHECK(VectorAdd::right(soc, 3) == VectorAdd::n);
        REQUIRE(soc.cpu.command(L2Command::invalidate) == tlm::TLM_OK_RESPONSE);
        run_kernel(3);
        CHECK(VectorAdd::right(soc, 6) == VectorAdd::n);
    };
    soc.run();
}

TEST_CASE("two GPUs in one simulation do not disturb each other") {
    Soc first("first"), second("second", {{{"topology.clusters", "1"}}, ForeignTargetKind::lt});
    for (Soc* soc : {&first, &second}) {
        soc->gpu->load_module(vector_add);
        const float factor = soc == &first ? 2 : 4;
        VectorAdd::fill(*soc, factor);
        soc->cpu.script = [soc, factor] {
            for (unsigned i = 1; i <= 3; ++i) {
                REQUIRE(soc->cpu.launch(VectorAdd::launch()) == tlm::TLM_OK_RESPONSE);
                soc->cpu.wait_for_interrupts(i);
            }
            REQUIRE(soc->cpu.command(L2Command::write_back_invalidate) == tlm::TLM_OK_RESPONSE);
            CHECK(VectorAdd::right(*soc, factor + 1) == VectorAdd::n);
        };
    }
    sc_core::sc_start();
    first.check();
    second.check();
    CHECK(std::string(second.gpu->launch_in.name()) == "second.gpu.launcher.launch_in");
}

TEST_CASE("debug transport sees device memory as the GPU does") {
    Soc soc("soc");
    soc.cpu.script = [&] {
        soc.gpu->load_module(vector_add);  // also a running simulation can load files
        const unsigned bytes = 4 * VectorAdd::n;
        std::vector<float> values(VectorAdd::n);
        for (const std::uint64_t buffer : {VectorAdd::a, VectorAdd::b}) {
            const float factor = buffer == VectorAdd::a ? 1 : 2;
            for (std::uint32_t i = 0; i < VectorAdd::n; ++i) values[i] = factor * static_cast<float>(i);
            REQUIRE(soc.cpu.debug(tlm::TLM_WRITE_COMMAND, buffer, values.data(), bytes) == bytes);
        }
        CHECK(soc.peek<float>(VectorAdd::b + 4) == 2);
        REQUIRE(soc.cpu.launch(VectorAdd::launch()) == tlm::TLM_OK_RESPONSE);
        soc.cpu.wait_for_interrupts(1);
        REQUIRE(soc.cpu.debug(tlm::TLM_READ_COMMAND, VectorAdd::c, values.data(), bytes) == bytes);  // no flush
        for (std::uint32_t i = 0; i < VectorAdd::n; ++i) REQUIRE(values[i] == static_cast<float>(3 * i));
    };
    soc.run();
}
