#include "heddle/platforms/path/feature.h"

namespace heddle {

PathPlan plan_path(const Features& features) {
    PathPlan plan;
    for (const auto& feature : features) feature->plan(plan);
    (void)plan.levels();  // refuses choices that nobody offers, before parameters are compared with each other
    // Mechanisms before the levels they change: they know the better reason.
    for (auto feature = features.rbegin(); feature != features.rend(); ++feature) (*feature)->check(plan);
    return plan;
}

}  // namespace heddle
