#include "kit/foreign_translator.h"

namespace heddle {

ForeignTranslator::ForeignTranslator(sc_core::sc_module_name name, std::uint64_t offset)
    : sc_module(name), in("in"), out("out"), offset_(offset) {
    in.register_nb_transport_fw(this, &ForeignTranslator::forward);
    in.register_b_transport(this, &ForeignTranslator::blocking);
    in.register_transport_dbg(this, &ForeignTranslator::debug);
    out.register_nb_transport_bw(this, &ForeignTranslator::backward);
}

tlm::tlm_sync_enum ForeignTranslator::forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) translate(payload);
    return out->nb_transport_fw(payload, phase, delay);
}

tlm::tlm_sync_enum ForeignTranslator::backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    return in->nb_transport_bw(payload, phase, delay);
}

void ForeignTranslator::blocking(Payload& payload, sc_core::sc_time& delay) {
    translate(payload);
    out->b_transport(payload, delay);
}

unsigned ForeignTranslator::debug(Payload& payload) {
    translate(payload);
    return out->transport_dbg(payload);
}

}  // namespace heddle
