#include "heddle/energy/flit_energy.h"

#include "heddle/base/ratio.h"

namespace heddle {
namespace {

constexpr double pico = 1e-12;
constexpr double dsent_flit_bytes = 32;

// Per flit of 256 bits, from runs of 2x1, 1x2, 4x2, 2x4, 8x4, 16x8, 8x16, 10x8, 8x10, 80x32 and 32x80.
constexpr double buffer_pj = 4.6;  // 4.5 to 4.8; 5.3 in 32x80
// A straight line in the ports, within 9 % of all of them but 1x2 and 2x4, where it is 0.1 pJ too high.
constexpr double crossbar_pj = 0.26, crossbar_pj_per_port = 0.0853;
// A matrix arbiter has a cell for each pair of inputs. Within 18 % of all of them but 1x2, where it is 0.01 pJ too low.
constexpr double allocator_pj_per_input = 0.012, allocator_pj_per_cubed_input = 7.2e-6;
constexpr double link_pj_per_mm = 6.04;  // 1, 3.3 and 12.3 mm: 5.99 to 6.08; 24 fJ per bit and mm

FlitEnergy crossing(const CrossbarShape& crossbar, unsigned inputs) {
    const double width = crossbar.flit_bytes / dsent_flit_bytes;
    FlitEnergy energy;
    const double link = link_pj_per_mm * width * crossbar.link_mm * pico;
    if (crossbar.direct_links) {
        energy.links_joules = link;
        return energy;
    }
    energy.links_joules = 2 * link;
    energy.buffer_joules = buffer_pj * width * pico;
    // Wires across a wider crossbar are longer, and there are more of them.
    energy.crossbar_joules =
        (crossbar_pj * width + crossbar_pj_per_port * (crossbar.inputs + crossbar.outputs) * width * width) * pico;
    const double n = inputs;
    energy.allocator_joules = (allocator_pj_per_input * n + allocator_pj_per_cubed_input * n * n * n) * pico;
    return energy;
}

}  // namespace

FlitEnergy flit_energy(const CrossbarShape& crossbar) {
    return crossing(crossbar, crossbar.inputs);
}

double network_energy_joules(const NetworkShape& network, std::uint64_t request_flits, std::uint64_t reply_flits) {
    double inputs = 0, outputs = 0, request_joules = 0, reply_joules = 0;
    for (const CrossbarShape& crossbar : network) {
        const double in = 1.0 * crossbar.count * crossbar.inputs, out = 1.0 * crossbar.count * crossbar.outputs;
        inputs += in;
        outputs += out;
        request_joules += in * crossing(crossbar, crossbar.inputs).total();
        reply_joules += out * crossing(crossbar, crossbar.outputs).total();
    }
    return ratio(request_joules, inputs) * static_cast<double>(request_flits) +
           ratio(reply_joules, outputs) * static_cast<double>(reply_flits);
}

}  // namespace heddle
