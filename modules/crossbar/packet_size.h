// How long a packet is on the network (MECHANISMS 0, the GPGPU-Sim convention: no paper gives sizes).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "heddle/base/divisor.h"

namespace heddle {

// control: a command without data in either direction.
enum class PacketType : unsigned char {
    read_request,
    write_request,
    atomic_request,
    control_request,
    read_reply,
    write_ack,
    atomic_reply,
    control_reply
};
constexpr std::size_t packet_types = 8;

constexpr PacketType reply_to(PacketType request) {
    return static_cast<PacketType>(static_cast<unsigned>(request) + 4);
}

constexpr bool carries_data(PacketType type) {
    return type == PacketType::write_request || type == PacketType::atomic_request || type == PacketType::read_reply ||
           type == PacketType::atomic_reply;
}

struct PacketSize {
    unsigned ctrl_bytes = 8;
    Divisor flit_bytes = 64;

    constexpr unsigned bytes(PacketType type, unsigned data_bytes) const {
        return ctrl_bytes + (carries_data(type) ? data_bytes : 0);
    }
    // At least one: with ctrl_bytes 0 ("ideal") a read request still has to be sent.
    [[gnu::always_inline]] constexpr unsigned flits(PacketType type, unsigned data_bytes) const {
        return std::max(1U, static_cast<unsigned>(flit_bytes.quotient_rounded_up(bytes(type, data_bytes))));
    }
};

}  // namespace heddle
