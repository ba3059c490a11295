// A foreign interconnect that translates addresses: it adds an offset on the way down and does not take it off again,
// as IEEE 1666-2011 (14.7) allows. Whoever sent the payload finds another address in the response.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <cstdint>

namespace heddle {

class ForeignTranslator : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<ForeignTranslator> in;
    tlm_utils::simple_initiator_socket<ForeignTranslator> out;

    // Not a power of two and not whole lines of a cache's set: a module that takes the translated address for its own
    // finds neither line nor sector. It keeps lines, sectors and bursts aligned.
    static constexpr std::uint64_t default_offset = 0x40000000 + 37 * 128;

    explicit ForeignTranslator(sc_core::sc_module_name name, std::uint64_t offset = default_offset);

    std::uint64_t offset() const { return offset_; }

private:
    using Payload = tlm::tlm_generic_payload;
    void translate(Payload& payload) const { payload.set_address(payload.get_address() + offset_); }

    tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void blocking(Payload& payload, sc_core::sc_time& delay);
    unsigned debug(Payload& payload);

    const std::uint64_t offset_;
};

}  // namespace heddle
