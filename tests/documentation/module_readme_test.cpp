// A module's README lists exactly the parameters and statistics the code has, with the code's units and defaults.
#include "module_readme.h"

#include <regex>

#include "heddle/base/waveform.h"
#include "heddle/cluster_port/cluster_port_parameters.h"
#include "heddle/crossbar/crossbar.h"
#include "heddle/cta_dispatcher/cta_dispatcher_parameters.h"
#include "heddle/l1_cache/l1_cache_parameters.h"
#include "heddle/l2_slice/l2_slice_parameters.h"
#include "heddle/lsu/lsu_parameters.h"
#include "heddle/memory_controller/memory_controller_parameters.h"
#include "heddle/platforms/features/all_features.h"
#include "heddle/platforms/path/gpu.h"
#include "heddle/read_only_cache/read_only_cache.h"
#include "heddle/sm/sm_parameters.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class Parameters>
ReadmeTable rows() {
    return ParameterTable{Parameters()}.rows();
}

const std::map<std::string, ReadmeTable> parameters_of{{"sm", rows<SmParameters>()},
                                                       {"lsu", rows<LsuParameters>()},
                                                       {"l1_cache", rows<L1CacheParameters>()},
                                                       {"cluster_port", rows<ClusterPortParameters>()},
                                                       {"crossbar", rows<CrossbarParameters>()},
                                                       {"l2_slice", rows<L2SliceParameters>()},
                                                       {"memory_controller", rows<MemoryControllerParameters>()},
                                                       {"cta_dispatcher", rows<CtaDispatcherParameters>()}};

const std::vector<std::string> modules{"sm",       "lsu",      "l1_cache",          "cluster_port",
                                       "crossbar", "l2_slice", "memory_controller", "cta_dispatcher"};

// Ports and banks are numbered <i>; both directions of the crossbar have the same signals.
std::string name_in_readme(const std::string& name) {
    static const std::regex direction("^(request|reply)_(in|out)_"), number("_[0-9]+(_|$)");
    return std::regex_replace(std::regex_replace(name, direction, "$2_"), number, "_<i>$1");
}

class NoWork : public Workload {
public:
    std::uint32_t kernel_count() const override { return 0; }
    const Kernel& kernel(std::uint32_t) const override { throw std::logic_error("no kernel"); }
    void initialise(HostMemory&) override {}
    std::uint32_t next_launch(HostMemory&) override { return no_more; }
    CheckResult check(HostMemory&) override { return {}; }
    std::uint64_t expected_ctas() const override { return 0; }
};

// No machine has links of groups unless they are switched on.
ReadmeTable statistics_of_links() {
    ClockDomain clock("clock", period_of_mhz(1000));
    CrossbarParameters parameters;
    parameters.group = {"0,0,0,0,0,0,1,1,1,1,1,1", 64, 64};
    return statistics_of(Crossbar("with_links", clock, parameters, AddressMap{}));
}

}  // namespace

TEST_CASE("every module README has the fixed sections in their order") {
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(ModuleReadme(module).sections() == ModuleReadme::expected_sections());
    }
}

TEST_CASE("README parameter tables agree with the code") {
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(ModuleReadme(module).parameters() == parameters_of.at(module));
    }
}

TEST_CASE("READMEs name every signal of the waveform") {
    NoWork workload;
    Binder binder;
    Gpu gpu("gpu", plan_path(all_features()), workload, binder);
    std::map<std::string, std::string> paragraphs;
    for (const std::string& module : modules) paragraphs[module] = ModuleReadme(module).waveform();
    unsigned named = 0;
    for_each_block(&gpu, [&](Block& block) {
        const auto paragraph = paragraphs.find(block.kind());
        if (paragraph == paragraphs.end()) return;
        for (const Signal* signal : block.signals()) {
            INFO(block.kind() << ": " << signal->name());
            CHECK(paragraph->second.find("`" + name_in_readme(signal->name()) + "`") != std::string::npos);
            ++named;
        }
    });
    CHECK(named > 100);
}

TEST_CASE("README statistics tables agree with the code") {
    NoWork workload;
    Binder binder;
    Gpu gpu("gpu", plan_path(all_features()), workload, binder);
    std::map<std::string, ReadmeTable> code;
    for_each_block(&gpu, [&](Block& block) { code[block.kind()].merge(statistics_of(block)); });
    code["crossbar"].merge(statistics_of_links());
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(ModuleReadme(module).statistics() == code[module]);
    }
}

// No machine has one unless it is switched on.
TEST_CASE("the README of the read-only cache agrees with the code") {
    ClockDomain clock("clock", period_of_mhz(1000));
    ReadOnlyCache cache("cache", clock, {});
    const ModuleReadme readme("read_only_cache");
    CHECK(readme.sections() == ModuleReadme::expected_sections());
    CHECK(readme.parameters() == rows<ReadOnlyCacheParameters>());
    CHECK(readme.statistics() == statistics_of(cache));
    for (const Signal* signal : cache.signals()) {
        INFO(signal->name());
        CHECK(readme.waveform().find("`" + signal->name() + "`") != std::string::npos);
    }
}
