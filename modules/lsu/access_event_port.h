// A load/store unit's analysis port for what warps access. While it is not bound nothing is reported.
#pragma once

#include <tlm>

#include "heddle/lsu/access_event.h"

namespace heddle {

class AccessEventPort : public tlm::tlm_analysis_port<AccessEvent> {
public:
    explicit AccessEventPort(const char* name) : tlm_analysis_port(name) {}
    const char* kind() const override { return "heddle::AccessEventPort"; }

    void bind(tlm::tlm_analysis_if<AccessEvent>& listener) override {
        tlm_analysis_port::bind(listener);
        bound_ = true;
    }
    bool bound() const { return bound_; }

private:
    bool bound_ = false;
};

}  // namespace heddle
