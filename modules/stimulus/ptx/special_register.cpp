#include "heddle/stimulus/ptx/special_register.h"

#include <array>

namespace heddle::ptx {

std::optional<Special> special_named(const std::string& name) {
    static constexpr std::array<const char*, special_registers> names = {
        "%tid.x",           "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y",
        "%ntid.z",          "%ctaid.x",     "%ctaid.y",     "%ctaid.z",     "%nctaid.x",
        "%nctaid.y",        "%nctaid.z",    "%laneid",      "%nwarpid",     "%lanemask_eq",
        "%lanemask_le",     "%lanemask_lt", "%lanemask_ge", "%lanemask_gt", "%dynamic_smem_size",
        "%total_smem_size", "%warpid",      "%smid",        "%nsmid",       "%clock",
        "%clock_hi",        "%clock64",     "%globaltimer", "%gridid"};
    for (unsigned i = 0; i < names.size(); ++i)
        if (name == names[i]) return static_cast<Special>(i);
    return std::nullopt;
}

}  // namespace heddle::ptx
