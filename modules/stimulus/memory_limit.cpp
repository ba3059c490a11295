#include "heddle/stimulus/memory_limit.h"

#include <sys/resource.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace heddle {
namespace {

std::uint64_t machine_bytes() {
    struct sysinfo machine {};
    if (sysinfo(&machine) != 0) return ~std::uint64_t{0};
    return (std::uint64_t{machine.totalram} + machine.totalswap) * machine.mem_unit;
}

std::uint64_t process_bytes(int resource) {
    rlimit limit{};
    const bool limited =
        getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited ? limit.rlim_cur : ~std::uint64_t{0};
}

// A file of the control group: a number, or "max". In a container its own group stands at the root.
std::uint64_t group_bytes(const char* path) {
    std::ifstream file(path);
    std::uint64_t bytes = 0;
    return file >> bytes ? bytes : ~std::uint64_t{0};
}

}  // namespace

std::uint64_t memory_limit_bytes() {
    return std::min({machine_bytes(), process_bytes(RLIMIT_AS), process_bytes(RLIMIT_DATA),
                     group_bytes("/sys/fs/cgroup/memory.max"),
                     group_bytes("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

std::string readable_bytes(std::uint64_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " bytes";
    static const char* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes) / 1024;
    unsigned unit = 0;
    for (; value >= 1024 && unit < 5; ++unit) value /= 1024;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", value, units[unit]);
    return text;
}

}  // namespace heddle
