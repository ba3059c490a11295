// The README lists exactly the parameters, statistics and signals that the code has, and its example is code that runs.
#include "heddle/base/waveform.h"
#include "mesh_router/memory_mesh.h"
#include "module_readme.h"
#include "source_text.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct Blocks {
    Blocks() {
        MemoryMeshOptions options;
        options.coalescing.hold = "dynamic";
        mesh = std::make_unique<MemoryMesh>(clock, options, binder);
    }
    template <class Visit>
    void for_each(Visit visit) {
        for_each_block(nullptr, [&](Block& block) {
            if (std::string(block.kind()).rfind("mesh_", 0) == 0) visit(block);
        });
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    Binder binder;
    std::unique_ptr<MemoryMesh> mesh;
};

}  // namespace

TEST_CASE("README of mesh_router: the fixed sections in their order") {
    CHECK(ModuleReadme("mesh_router").sections() == ModuleReadme::expected_sections());
}

TEST_CASE("README of mesh_router: parameters of routers, interfaces and coalescing") {
    ReadmeTable code = ParameterTable(MeshRouterParameters()).rows();
    code.merge(ReadmeTable(ParameterTable(MeshInterfaceParameters()).rows()));
    code.merge(ReadmeTable(ParameterTable(CoalescingParameters()).rows()));
    CHECK(ModuleReadme("mesh_router").parameters() == code);
}

TEST_CASE("README of mesh_router: statistics") {
    Blocks blocks;
    ReadmeTable code;
    blocks.for_each([&](Block& block) { code.merge(statistics_of(block)); });
    CHECK(ModuleReadme("mesh_router").statistics() == code);
}

TEST_CASE("README of mesh_router: signals") {
    Blocks blocks;
    const std::string paragraph = ModuleReadme("mesh_router").waveform();
    unsigned named = 0;
    blocks.for_each([&](Block& block) {
        for (const Signal* signal : block.signals()) {
            INFO(block.kind() << ": " << signal->name());
            CHECK(paragraph.find("`" + signal->name() + "`") != std::string::npos);
            ++named;
        }
    });
    CHECK(named > 10);
}

TEST_CASE("README of mesh_router: its example is part of testbenches/mesh_router/memory_mesh.h") {
    const std::string readme = text_of("modules/mesh_router/README.md"), begin = "```cpp\n";
    const std::string code = without_blanks(text_of("testbenches/mesh_router/memory_mesh.h"));
    unsigned blocks = 0;
    for (std::size_t at = readme.find(begin); at != std::string::npos; at = readme.find(begin, at + 1)) {
        const std::size_t first = at + begin.size();
        const std::string block = readme.substr(first, readme.find("```", first) - first);
        INFO(block);
        CHECK(code.find(without_blanks(block)) != std::string::npos);
        ++blocks;
    }
    CHECK(blocks == 3);
}
