// A debug access that several targets serve, each a part of its addresses.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/base/gpu_access.h"

namespace heddle {

// Calls serve(piece) for one piece of the access after the other, until one is not served whole. A piece begins at its
// address and has at most rest_of_piece(address) bytes. Returns the bytes that were served.
template <class RestOfPiece, class Serve>
unsigned debug_in_pieces(Payload& payload, RestOfPiece rest_of_piece, Serve serve) {
    Payload piece;
    piece.set_command(payload.get_command());
    unsigned done = 0;
    while (done < payload.get_data_length()) {
        const std::uint64_t address = payload.get_address() + done;
        const unsigned bytes = std::min(rest_of_piece(address), payload.get_data_length() - done);
        piece.set_address(address);
        piece.set_data_ptr(payload.get_data_ptr() + done);
        piece.set_data_length(bytes);
        piece.set_streaming_width(bytes);
        const unsigned served = serve(piece);
        done += served;
        if (served < bytes) break;
    }
    payload.set_response_status(piece.get_response_status());
    return done;
}

}  // namespace heddle
