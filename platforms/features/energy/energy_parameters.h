#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// The reference of `report` is the baseline of the dc-l1 paper (MECHANISMS 5.1).
struct EnergyParameters {
    std::string technology = "22nm";
    bool report = false;
    unsigned reference_inputs = 80;
    unsigned reference_outputs = 32;
    unsigned reference_flit_bytes = 32;
    double reference_noc_mhz = 700;
    unsigned reference_l1_bytes = 16 * 1024;

    template <class Visitor>
    void visit(Visitor& v) {
        v("technology", technology, "",
          "what events cost, for the energy of a run: 40nm, 22nm (platforms/energy), the path of a file like these, or "
          "none; changes no result");
        v("report", report, "bool", "count the cost of networks and L1s when a run is over; changes no result");
        v("reference_inputs", reference_inputs, "ports", "the crossbar that networks are compared with: inputs");
        v("reference_outputs", reference_outputs, "ports", "the crossbar that networks are compared with: outputs");
        v("reference_flit_bytes", reference_flit_bytes, "B", "the crossbar that networks are compared with: flits");
        v("reference_noc_mhz", reference_noc_mhz, "MHz",
          "clock of a network that is not boosted, for the peak L1 bandwidth as the paper prints it");
        v("reference_l1_bytes", reference_l1_bytes, "B",
          "one L1 per input of the reference: what caches are compared with");
    }
    void validate(const std::string& key) const {
        require_range(reference_inputs, 1u, 1024u, key + ".reference_inputs");
        require_range(reference_outputs, 1u, 1024u, key + ".reference_outputs");
        require_range(reference_flit_bytes, 1u, 4096u, key + ".reference_flit_bytes");
        require_range(reference_noc_mhz, 1.0, 100000.0, key + ".reference_noc_mhz");
        require_range(reference_l1_bytes, 128u, 1u << 30, key + ".reference_l1_bytes");
    }
};

}  // namespace heddle
