#include "heddle/sm/warp_scheduler/warp_scheduler.h"

#include "heddle/base/error.h"
#include "heddle/sm/warp_scheduler/gto.h"
#include "heddle/sm/warp_scheduler/lrr.h"
#include "heddle/sm/warp_scheduler/oldest_cta.h"

namespace heddle {

std::unique_ptr<WarpScheduler> make_warp_scheduler(const std::string& name) {
    if (name == "gto") return std::make_unique<GtoScheduler>();
    if (name == "lrr") return std::make_unique<LrrScheduler>();
    if (name == "oldest_cta") return std::make_unique<OldestCtaScheduler>();
    throw ParameterError("sm.scheduler", "is '" + name + "', must be one of: gto, lrr, oldest_cta");
}

}  // namespace heddle
