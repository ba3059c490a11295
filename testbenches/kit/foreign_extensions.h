// A foreign initiator sets no extension, and wants none that it does not know in what it gets back.
#pragma once

#include <tlm>

namespace heddle {

[[nodiscard]] inline bool has_extension(const tlm::tlm_generic_payload& payload) {
    for (unsigned index = 0; index < tlm::max_num_extensions(); ++index)
        if (payload.get_extension(index)) return true;
    return false;
}

}  // namespace heddle
