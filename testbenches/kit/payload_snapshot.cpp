#include "kit/payload_snapshot.h"

#include <cstring>
#include <sstream>

namespace heddle {
namespace {

std::uint64_t hash_bytes(const unsigned char* bytes, std::size_t count) {
    std::uint64_t hash = count;
    for (std::size_t i = 0; i < count; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 29;
    }
    return hash;
}

std::uint64_t written_hash(const tlm::tlm_generic_payload& payload) {
    const bool counts = payload.is_write() && payload.get_data_ptr();
    return counts ? hash_bytes(payload.get_data_ptr(), payload.get_data_length()) : 0;
}

std::uint64_t enables_hash(const tlm::tlm_generic_payload& payload) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    return enables ? hash_bytes(enables, payload.get_byte_enable_length()) : 0;
}

template <class T>
std::string differs(const char* what, T is, T was) {
    std::ostringstream text;
    text << what << " is " << std::hex << std::showbase << is << ", was " << was;
    return text.str();
}

const void* pointer(const unsigned char* bytes) {
    return bytes;
}

}  // namespace

PayloadSnapshot::PayloadSnapshot(const tlm::tlm_generic_payload& payload)
    : command_(payload.get_command()),
      address_(payload.get_address()),
      data_length_(payload.get_data_length()),
      streaming_width_(payload.get_streaming_width()),
      enable_length_(payload.get_byte_enable_length()),
      data_(payload.get_data_ptr()),
      enables_(payload.get_byte_enable_ptr()),
      written_hash_(written_hash(payload)),
      enables_hash_(enables_hash(payload)) {}

std::string PayloadSnapshot::difference(const tlm::tlm_generic_payload& payload, AddressRule rule) const {
    if (payload.get_command() != command_) return differs<int>("command", payload.get_command(), command_);
    if (rule == AddressRule::must_stay && payload.get_address() != address_)
        return differs<std::uint64_t>("address", payload.get_address(), address_);
    if (payload.get_data_length() != data_length_)
        return differs("data length", payload.get_data_length(), data_length_);
    if (payload.get_streaming_width() != streaming_width_)
        return differs("streaming width", payload.get_streaming_width(), streaming_width_);
    if (payload.get_data_ptr() != data_)
        return differs("data pointer", pointer(payload.get_data_ptr()), pointer(data_));
    if (payload.get_byte_enable_ptr() != enables_)
        return differs("byte enable pointer", pointer(payload.get_byte_enable_ptr()), pointer(enables_));
    if (payload.get_byte_enable_length() != enable_length_)
        return differs("byte enable length", payload.get_byte_enable_length(), enable_length_);
    if (enables_hash(payload) != enables_hash_) return "byte enables changed";
    if (written_hash(payload) != written_hash_) return "write data changed";
    return {};
}

std::string describe(const tlm::tlm_generic_payload& payload) {
    std::ostringstream text;
    text << "payload " << static_cast<const void*>(&payload) << " ("
         << (payload.is_read()    ? "read"
             : payload.is_write() ? "write"
                                  : "ignore")
         << " of " << payload.get_data_length() << " B at 0x" << std::hex << payload.get_address() << ")";
    return text.str();
}

}  // namespace heddle
