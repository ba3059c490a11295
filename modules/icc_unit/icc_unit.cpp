#include "icc_unit/icc_unit.h"

#include <string>

namespace heddle {
namespace {

const IccParameters& checked(const IccParameters& parameters, const ClusterPortParameters& port) {
    parameters.validate("icc_unit");
    // The table's SM list is a 64-bit word of the host.
    require_range(port.cores, 1U, 64U, "icc_unit.cores");
    return parameters;
}

}  // namespace

IccUnit::IccUnit(sc_core::sc_module_name name, ClockDomain& domain, const ClusterPortParameters& port_parameters,
                 const IccParameters& parameters)
    : ClusterPort(name, domain, port_parameters,
                  std::make_unique<IccFilter>(checked(parameters, port_parameters), icc)),
      icc(*this, port_parameters.cores),
      filter_(static_cast<IccFilter&>(filter())) {
    control_in.register_b_transport(this, &IccUnit::serve_control);
}

// Takes effect in the next cycle, so that it does not matter who is evaluated first in this one.
void IccUnit::serve_control(Payload& payload, sc_core::sc_time&) {
    if (gpu_access(payload).kind != AccessKind::invalidate) {
        payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        return;
    }
    filter_.drop(domain().now());
    wake_at(domain().now() + 1);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void IccUnit::show_state(Cycle now) {
    ClusterPort::show_state(now);
    filter_.advance(now);
    mt_entries_signal_.set(filter_.merge_table().used());
    cc_lines_signal_.set(filter_.coalesced_cache().used());
    for (Pulse& pulse : pulses_) pulse.show();
}

void IccUnit::report_outstanding(std::ostream& output) const {
    ClusterPort::report_outstanding(output);
    if (const unsigned used = filter_.merge_table().used())
        output << name() << ": " << used << " lines in the merge table\n";
}

}  // namespace heddle
