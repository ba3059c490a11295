#include "common/platform.h"

namespace heddle {

std::unique_ptr<Workload> Platform::open_stimulus(const std::string& path) {
    return open_workload(path);
}

}  // namespace heddle
