#include <sstream>
#include <stdexcept>

#include "heddle/base/error.h"
#include "heddle/l2_slice/l2_slice_parameters.h"
#include "heddle/memory_controller/memory_controller_parameters.h"
#include "heddle/platforms/common/config_file.h"
#include "heddle/sm/sm_parameters.h"
#include "targets.h"

namespace heddle::fuzz {
namespace {

// Every kind of parameter is among these.
struct Parameters {
    MemoryControllerParameters memory_controller;
    L2SliceParameters l2_slice;
    SmParameters sm;
    double ratio = 0.5;

    void visit(ParameterSet& set) {
        set("ratio", ratio, "", "a real number without a section");
        set.group("memory_controller", memory_controller);
        set.group("l2_slice", l2_slice);
        set.group("sm", sm);
    }
    void validate() const {
        memory_controller.validate("memory_controller");
        l2_slice.validate("l2_slice");
        sm.validate("sm");
    }
};

std::string written(const ParameterSet& set) {
    std::ostringstream out;
    write_config(out, set);
    return out.str();
}

// What was accepted is written such that it is read back as the same.
void round_trip(const ParameterSet& set) {
    Parameters parameters;
    ParameterSet copy;
    parameters.visit(copy);
    std::istringstream in(written(set));
    read_config(in, "written.ini", copy);
    if (written(copy) != written(set)) throw std::logic_error("the configuration is read back as another");
}

}  // namespace

bool config(const std::string& text) {
    Parameters parameters;
    ParameterSet set;
    parameters.visit(set);
    try {
        std::istringstream in(text);
        read_config(in, "fuzz.ini", set);
        parameters.validate();
    } catch (const InputError&) {
        return false;
    } catch (const ParameterError&) {
        return false;
    }
    round_trip(set);
    return true;
}

}  // namespace heddle::fuzz
