#include "heddle/platforms/features/l1_hints/l1_hints_feature.h"

#include "heddle/base/word_list.h"
#include "heddle/stimulus/workload.h"

namespace heddle {
namespace {

bool is_address(const std::string& word) {
    return word.size() > 2 && word.size() <= 18 && word.compare(0, 2, "0x") == 0 &&
           word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string::npos;
}

std::vector<ByteRange> ranges_of(const std::string& list) {
    std::vector<ByteRange> ranges;
    if (list.empty()) return ranges;
    for (const std::string& word : words_of(list)) {
        const std::size_t dash = word.find('-');
        const std::string first = word.substr(0, dash), last = dash == std::string::npos ? "" : word.substr(dash + 1);
        require(is_address(first) && is_address(last), "l1_hints.bypass_ranges",
                "has '" + word + "', expected the first and the last byte, such as 0x10000000-0x1000ffff");
        const ByteRange range{std::stoull(first, nullptr, 16), std::stoull(last, nullptr, 16)};
        require(range.first <= range.last, "l1_hints.bypass_ranges", "has '" + word + "', which ends before it begins");
        ranges.push_back(range);
    }
    return ranges;
}

ByteRange range_of(const std::string& name, const std::vector<BufferPlace>& buffers) {
    std::string known;
    for (const BufferPlace& buffer : buffers) {
        if (buffer.name == name) return {buffer.address, buffer.address + buffer.bytes - 1};
        known += (known.empty() ? "" : ", ") + buffer.name;
    }
    throw ParameterError("l1_hints.bypass_buffers",
                         "names '" + name + "', but the stimulus has " +
                             (known.empty() ? "no buffers with names; use l1_hints.bypass_ranges" : "only " + known));
}

void require_prefetches(const KernelTable& kernels) {
    for (std::uint32_t id = 0; id < kernels.kernel_count(); ++id)
        if (kernels.kernel(id).prefetches()) return;
    throw ParameterError(
        "l1_hints.prefetch",
        "is true, but no kernel of the stimulus prefetches. An agent's next task is known to the "
        "program alone: take a kernel that stimuli/cta_clustering.h has transformed "
        "(HEDDLE_CLUSTERED_PREFETCHING), such as stimuli/silicon/bsc1m/paper_prefetch_agents_row.stim");
}

}  // namespace

std::string L1HintsFeature::summary() const {
    return "loads of named buffers or address ranges bypass the L1, as ld.global.cg does: "
           "l1_hints.bypass_buffers=A,B or l1_hints.bypass_ranges";
}

void L1HintsFeature::plan(PathPlan& plan) const {
    const std::vector<ByteRange> given = ranges_of(keys_.bypass_ranges);
    require(!keys_.bypass || !keys_.bypass_buffers.empty() || !given.empty(), "l1_hints.bypass",
            "is true, but neither l1_hints.bypass_buffers nor l1_hints.bypass_ranges says what is loaded past the L1: "
            "name the arrays that are used once");
    if (!active(plan)) return;
    plan.add_stimulus_view(
        [keys = keys_, given](const KernelTable& kernels,
                              const std::vector<BufferPlace>& buffers) -> std::unique_ptr<KernelTable> {
            if (keys.prefetch) require_prefetches(kernels);
            if (!keys.bypasses()) return nullptr;
            std::vector<ByteRange> ranges = given;
            if (!keys.bypass_buffers.empty())
                for (const std::string& name : words_of(keys.bypass_buffers)) ranges.push_back(range_of(name, buffers));
            return std::make_unique<BypassingKernels>(kernels, std::move(ranges));
        });
}

void L1HintsFeature::check(const PathPlan& plan) const {
    require(!active(plan) || plan.path.l1 != "none", keys_.prefetch ? "l1_hints.prefetch" : "l1_hints.bypass",
            "is asked for, but path.l1 is none: there are no L1 caches");
}

std::vector<TotalSource> L1HintsFeature::totals() const {
    const BlockFilter l1{"l1", ""};
    return {{"l1_bypassed_loads", l1, "bypasses", false},
            {"l1_prefetches", l1, "prefetches", false},
            {"l1_prefetches_issued", l1, "prefetches_issued", false},
            {"l1_prefetches_useful", l1, "prefetches_useful", false},
            {"l1_prefetches_unused", l1, "prefetches_unused", false}};
}

void L1HintsFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan&) const {
    table.heading("Bypass and prefetch");
    table.row("loads past the L1", grouped(totals["l1_bypassed_loads"]), "requests");
    table.row("prefetches", grouped(totals["l1_prefetches"]),
              grouped(totals["l1_prefetches_issued"]) + " issued, " + grouped(totals["l1_prefetches_useful"]) +
                  " useful, " + grouped(totals["l1_prefetches_unused"]) + " gone unused");
}

}  // namespace heddle
