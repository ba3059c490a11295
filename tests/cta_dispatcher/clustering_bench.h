// Parameters of clustering, and a kernel through a dispatcher that has them.
#pragma once

#include "dispatcher_bench.h"

namespace heddle {

inline CtaDispatcherParameters clustered(const std::string& clustering, const std::string& policy,
                                         const std::string& indexing = "row") {
    CtaDispatcherParameters parameters;
    parameters.policy = policy;
    parameters.clustering.clustering = clustering;
    parameters.clustering.indexing = indexing;
    return parameters;
}

inline SmLimits slots(unsigned ctas) {
    SmLimits limits;
    limits.max_ctas = ctas;
    return limits;
}

inline void run_grid(DispatcherBench& bench, const Dim3& grid) {
    bench.record();
    bench.add_kernel(grid);
    bench.host.send(1, KernelLaunch{static_cast<std::uint32_t>(bench.table.kernels.size() - 1)});
    bench.run();
}

// The CTAs of each SM in the order in which it got them.
inline std::vector<Ctas> ctas_of_sms(const DispatcherBench& bench) {
    std::vector<Ctas> ctas;
    for (const auto& sm : bench.sms) ctas.push_back(sm->ctas());
    return ctas;
}

}  // namespace heddle
