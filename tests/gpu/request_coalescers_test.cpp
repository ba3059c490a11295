// Request coalescers in whole machines: the same results with fewer reads of the L2, merged within a GPC only.
#include "run_totals.h"

using namespace heddle::testing;

namespace {

// Every SM of four reads the same lines; the run compares the results with the reference.
std::uint64_t of(const std::map<std::string, std::string>& totals, const char* name) {
    return std::stoull(totals.at(name));
}

std::map<std::string, std::string> run_gemm(const std::string& options) {
    return run_totals("gpu", "coalescers", "micro/gemm32", "--system small " + options);
}

constexpr const char* merging = "--set request_coalescer.merges=4 ";

}  // namespace

TEST_CASE("SMs of a GPC share reads of the L2, and the L2 counts one for those that were merged") {
    const auto off = run_gemm(""), on = run_gemm(merging);
    CHECK(off.count("l2_coalescer_reads") == 0);
    CHECK(of(on, "l2_coalescer_merged_reads") > 0);
    CHECK(of(on, "noc_read_requests") == of(on, "l2_coalescer_reads"));
    const std::uint64_t writes = of(off, "l2_accesses") - of(off, "noc_read_requests");
    CHECK(of(on, "l2_accesses") == of(on, "l2_coalescer_reads") - of(on, "l2_coalescer_merged_reads") + writes);
    CHECK(of(on, "dram_reads") == of(off, "dram_reads"));
}

TEST_CASE("the GPC map says whose reads merge, and what the TPCs apart belong to") {
    const std::string with_gpcs = std::string(merging) + "--set cta_dispatcher.gpc.sms_per_tpc=1 ";
    const std::string apart = "--set cta_dispatcher.gpc.tpcs=1,1 --set cta_dispatcher.gpc.apart_tpcs=2 ";
    const auto alone = run_gemm(with_gpcs + "--set cta_dispatcher.gpc.tpcs=1,1,1,1");
    const auto all = run_gemm(with_gpcs + "--set cta_dispatcher.gpc.tpcs=4");
    const auto with_first = run_gemm(with_gpcs + apart);
    CHECK(of(alone, "l2_coalescer_merged_reads") == 0);
    CHECK(of(with_first, "l2_coalescer_merged_reads") > 0);
    CHECK(of(all, "l2_coalescer_merged_reads") > of(with_first, "l2_coalescer_merged_reads"));
}
