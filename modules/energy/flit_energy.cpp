#include "heddle/energy/flit_energy.h"

#include "heddle/base/ratio.h"
#include "heddle/energy/si_prefix.h"

namespace heddle {
namespace {

constexpr double dsent_flit_bytes = 32;

// Of a flit in one of the directions, whose network has so many inputs.
FlitEnergy crossing(const CrossbarShape& crossbar, unsigned inputs, unsigned flit_bytes,
                    const FlitCoefficients& coefficients) {
    const double width = flit_bytes / dsent_flit_bytes;
    FlitEnergy energy;
    const double link = coefficients.link_pj_per_mm * width * crossbar.link_mm * pico;
    if (crossbar.direct_links) {
        energy.links_joules = link;
        return energy;
    }
    energy.links_joules = 2 * link;
    energy.buffer_joules = coefficients.buffer_pj * width * pico;
    // Wires across a wider crossbar are longer, and there are more of them.
    energy.crossbar_joules = (coefficients.crossbar_pj * width +
                              coefficients.crossbar_port_pj * (crossbar.inputs + crossbar.outputs) * width * width) *
                             pico;
    const double n = inputs;
    energy.allocator_joules =
        (coefficients.allocator_input_pj * n + coefficients.allocator_cubed_input_pj * n * n * n) * pico;
    return energy;
}

}  // namespace

FlitEnergy flit_energy(const CrossbarShape& crossbar, const FlitCoefficients& coefficients) {
    return crossing(crossbar, crossbar.inputs, crossbar.request_width(), coefficients);
}

double network_energy_joules(const NetworkShape& network, std::uint64_t request_flits, std::uint64_t reply_flits,
                             const FlitCoefficients& coefficients) {
    double inputs = 0, outputs = 0, request_joules = 0, reply_joules = 0;
    for (const CrossbarShape& crossbar : network) {
        const double in = 1.0 * crossbar.count * crossbar.inputs, out = 1.0 * crossbar.count * crossbar.outputs;
        inputs += in;
        outputs += out;
        request_joules += in * crossing(crossbar, crossbar.inputs, crossbar.request_width(), coefficients).total();
        reply_joules += out * crossing(crossbar, crossbar.outputs, crossbar.flit_bytes, coefficients).total();
    }
    return ratio(request_joules, inputs) * static_cast<double>(request_flits) +
           ratio(reply_joules, outputs) * static_cast<double>(reply_flits);
}

}  // namespace heddle
