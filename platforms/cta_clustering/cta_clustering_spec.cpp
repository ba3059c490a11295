#include "heddle/platforms/cta_clustering/cta_clustering_spec.h"

namespace heddle {
namespace {

using Settings = std::vector<System::Setting>;

// The GPU that systems stand on; --config takes another one.
constexpr const char* preset = "fermi.ini";

// CTAs are dealt out as real GPUs do it: round-robin at first, on demand afterwards (MECHANISMS 4.2).
System system(const std::string& name, const std::string& description, Settings settings) {
    settings.insert(settings.begin(), {"cta_dispatcher.policy", "observed"});
    return {name, description, name == "BSL", settings};
}

}  // namespace

// MECHANISMS 4.6, 4.7, 4.10. In which order CTAs are numbered is an application's own (Table 2), and so are the number
// of active agents and the arrays that are loaded past the L1: what stands here for them is only a beginning.
PlatformSpec cta_clustering_spec() {
    const System::Setting agents{"cta_dispatcher.clustering", "agents"}, one{"cta_dispatcher.active_agents", "1"};
    return {
        "cta_clustering",
        "Locality-aware CTA clustering: CTAs that share data run on the same SM, by redirection or by agents that "
        "are bound to their SM, with throttling, bypass and prefetch.",
        preset,
        {system("BSL", "CTAs as the hardware deals them out", {}),
         system("RD", "Redirection: CTA ids are exchanged so that round-robin would put neighbours on one SM",
                {{"cta_dispatcher.clustering", "redirect"}}),
         system("CLU", "Agents: each SM's agents run the CTAs of its cluster, as many as an SM holds", {agents}),
         system("CLU+TOT", "Agents, throttled to one per SM; cta_dispatcher.active_agents sweeps it", {agents, one}),
         system("CLU+TOT+BPS",
                "CLU+TOT with loads past the L1 of what l1_hints.bypass_buffers (or bypass_ranges) names",
                {agents, one, {"l1_hints.bypass", "true"}}),
         system("PFH",
                "For kernels that stimuli/cta_clustering.h has transformed: their agents prefetch their next tasks",
                {{"l1_hints.prefetch", "true"}})},
        {"l1_hints"}};
}

}  // namespace heddle
