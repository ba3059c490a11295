#include "heddle/platforms/gpu/gpu_machine.h"

#include <algorithm>
#include <set>

#include "heddle/platforms/path/dispatch.h"

namespace heddle {
namespace {

PathPlan plan_for(const Features& features, std::uint64_t seed, const Workload& workload) {
    PathPlan plan = plan_path(features);
    plan.part<DispatchPlan>().parameters.seed = seed;
    for (std::uint32_t kernel = 0; kernel < workload.kernel_count(); ++kernel)
        plan.prefetches |= workload.kernel(kernel).prefetches();
    return plan;
}

std::vector<std::unique_ptr<KernelTable>> views_of(const PathPlan& plan, const Workload& workload) {
    std::vector<std::unique_ptr<KernelTable>> views;
    for (const StimulusView& look : plan.stimulus_views()) {
        const KernelTable& before = views.empty() ? static_cast<const KernelTable&>(workload) : *views.back();
        if (auto view = look(before, workload.buffers())) views.push_back(std::move(view));
    }
    return views;
}

}  // namespace

GpuMachine::GpuMachine(const Features& features, std::vector<std::string> shown, std::uint64_t seed, Workload& workload,
                       Binder& binder)
    : features_(features),
      shown_(std::move(shown)),
      plan_(plan_for(features, seed, workload)),
      views_(views_of(plan_, workload)),
      gpu_("gpu", plan_, views_.empty() ? workload : *views_.back(), binder),
      host_("host", gpu_.core_clock(), workload, plan_.address_map, static_cast<unsigned>(gpu_.host_sockets().size())) {
    if (plan_.constants_in_memory) host_.write_constant_images();
    binder.bind(host_.kernel_out, gpu_.cta_dispatcher.kernel_in);
    for (unsigned i = 0; i < host_.memory_out.size(); ++i) host_.memory_out[i].bind(*gpu_.host_sockets()[i]);
}

bool GpuMachine::shows(const Feature& feature) const {
    return std::find(shown_.begin(), shown_.end(), feature.name()) != shown_.end();
}

// A feature that the platform shows has its totals also where the machine is built without it: they are 0 there, unless
// what the machine has in its place counts a total of that name.
TotalsTable GpuMachine::totals_table() const {
    std::set<std::string> counted;
    for (const auto& feature : features_)
        if (has(*feature))
            for (const TotalSource& source : feature->totals()) counted.insert(source.total);
    TotalsTable table;
    for (const auto& feature : features_) {
        std::vector<TotalSource> totals = feature->totals();
        if (has(*feature)) {
            table.add(totals);
            table.add(feature->utilisations());
            table.add(feature->figures(plan_));
            table.add(feature->section_texts(plan_));
        } else if (shows(*feature)) {
            for (TotalSource& source : totals) {
                source.optional = false;
                if (!counted.count(source.total)) table.sources.push_back(source);
            }
        }
    }
    return table;
}

PathUse GpuMachine::path_use(const BlockFigures& figures) const {
    PathUse use;
    for (const auto& feature : features_)
        if (has(*feature)) feature->add_use(use, figures, plan_);
    return use;
}

void GpuMachine::write_path(TableWriter& table, const Totals& totals) const {
    for (const auto& feature : features_)
        if (has(*feature)) feature->write_path(table, totals);
}

void GpuMachine::write_sections(TableWriter& table, const Totals& totals) const {
    for (const auto& feature : features_)
        if (has(*feature) && (feature->always_shown(plan_) || shows(*feature)))
            feature->write_section(table, totals, plan_);
}

}  // namespace heddle
