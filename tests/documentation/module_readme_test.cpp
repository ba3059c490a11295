// A module's README lists exactly the parameters and statistics the code has, with the code's units and defaults.
#include "module_readme.h"
#include "gpu/gpu.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

const std::vector<std::string> modules{"sm",       "lsu",      "l1_cache",          "cluster_port",
                                       "crossbar", "l2_slice", "memory_controller", "cta_dispatcher"};

class NoWork : public Workload {
public:
    std::uint32_t kernel_count() const override { return 0; }
    Kernel& kernel(std::uint32_t) override { throw std::logic_error("no kernel"); }
    void initialise(HostMemory&) override {}
    std::uint32_t next_launch(HostMemory&) override { return no_more; }
    CheckResult check(HostMemory&) override { return {}; }
    std::uint64_t expected_ctas() const override { return 0; }
};

}  // namespace

TEST_CASE("every module README has the fixed sections in their order") {
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(ModuleReadme(module).sections() == ModuleReadme::expected_sections());
    }
}

TEST_CASE("README parameter tables agree with the code") {
    const ParameterTable code{GpuParameters()};
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(ModuleReadme(module).parameters() == code.group_rows(module));
    }
}

TEST_CASE("README statistics tables agree with the code") {
    GpuParameters parameters;
    NoWork workload;
    Binder binder;
    Gpu gpu("gpu", parameters, workload, binder);
    std::map<std::string, ReadmeTable> code;
    for_each_block(&gpu, [&](Block& block) { code[block.kind()].merge(statistics_of(block)); });
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(ModuleReadme(module).statistics() == code[module]);
    }
}
