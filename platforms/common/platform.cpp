#include "heddle/platforms/common/platform.h"

#include "heddle/references/library.h"

namespace heddle {

std::unique_ptr<Workload> Platform::open_stimulus(const std::string& path) {
    return open_workload(path, &library_references());
}

}  // namespace heddle
