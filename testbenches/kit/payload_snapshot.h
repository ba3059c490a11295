// The attributes of a payload that must not change while it is in flight, saved at BEGIN_REQ and compared later.
#pragma once

#include <cstdint>
#include <string>
#include <tlm>

namespace heddle {

// An interconnect may translate the address (IEEE 1666-2011, 14.7). Heddle's own modules do not.
enum class AddressRule { must_stay, may_change };

class PayloadSnapshot {
public:
    PayloadSnapshot() = default;
    explicit PayloadSnapshot(const tlm::tlm_generic_payload& payload);

    // Empty, or "address is 0x80, was 0x0": the first thing that differs.
    std::string difference(const tlm::tlm_generic_payload& payload, AddressRule rule = AddressRule::must_stay) const;

private:
    tlm::tlm_command command_ = tlm::TLM_IGNORE_COMMAND;
    std::uint64_t address_ = 0;
    unsigned data_length_ = 0, streaming_width_ = 0, enable_length_ = 0;
    const unsigned char* data_ = nullptr;
    const unsigned char* enables_ = nullptr;
    std::uint64_t written_hash_ = 0;  // of a write's data; a read's and an atomic's come back in the same array
    std::uint64_t enables_hash_ = 0;
};

// "payload 0x55..: write of 32 B at 0x1000"
std::string describe(const tlm::tlm_generic_payload& payload);

}  // namespace heddle
