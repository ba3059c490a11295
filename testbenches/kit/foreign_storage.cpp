#include "kit/foreign_storage.h"

namespace heddle {

std::uint8_t ForeignStorage::peek(std::uint64_t address) const {
    const auto page = pages_.find(address / page_bytes);
    return page == pages_.end() ? 0 : page->second[address % page_bytes];
}

void ForeignStorage::move(tlm::tlm_generic_payload& payload) {
    unsigned char* data = payload.get_data_ptr();
    const unsigned char* enables = payload.get_byte_enable_ptr();
    const unsigned width = payload.get_streaming_width();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
        if (enables && enables[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) continue;
        const std::uint64_t address = payload.get_address() + (width ? i % width : i);
        if (payload.is_read())
            data[i] = peek(address);
        else
            byte(address) = data[i];
    }
}

void ForeignStorage::access(tlm::tlm_generic_payload& payload) {
    if (payload.get_command() != tlm::TLM_IGNORE_COMMAND) move(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

unsigned ForeignStorage::debug(tlm::tlm_generic_payload& payload) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    move(payload);
    return payload.get_data_length();
}

}  // namespace heddle
