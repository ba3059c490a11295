#include "heddle/icc_unit/icc_unit.h"

#include <string>

namespace heddle {
namespace {

const IccParameters& validated_for(const ClusterPortParameters& port, const IccParameters& parameters) {
    require_range(port.cores, 1U, IccUnit::max_sms, "icc_unit.cores");
    return validated(parameters, "icc_unit");
}

}  // namespace

IccUnit::IccUnit(sc_core::sc_module_name name, ClockDomain& domain, const ClusterPortParameters& port_parameters,
                 const IccParameters& parameters)
    : ClusterPort(name, domain, port_parameters,
                  std::make_unique<IccFilter>(validated_for(port_parameters, parameters), icc)),
      icc(*this, port_parameters.cores),
      filter_(static_cast<IccFilter&>(filter())) {}

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
