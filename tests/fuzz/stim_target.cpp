#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "targets.h"

namespace heddle::fuzz {

bool stim(const std::string& text) {
    // Files the text names must not be found: the folder does not exist, and absolute paths are left out.
    if (text.find("\"/") != std::string::npos) return false;
    try {
        stim::StimWorkload workload("no_such_folder/fuzz.stim", text);
    } catch (const InputError&) {
        return false;
    }
    return true;
}

}  // namespace heddle::fuzz
