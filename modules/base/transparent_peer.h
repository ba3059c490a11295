// What stands on a binding and passes every call on as it is: a protocol checker, a recorder.
#pragma once

#include <tlm>

namespace heddle {

// A port treats a foreign peer with more care than one of Heddle's own (AtOut::foreign_peer). Something that only
// watches says by this interface that the peer that counts stands behind it, so that a model behaves in the same way
// with and without it.
class TransparentPeer {
public:
    // What an initiator's calls are passed on to; valid once the sockets are bound.
    virtual tlm::tlm_fw_transport_if<>* target_behind() = 0;

protected:
    ~TransparentPeer() = default;
};

}  // namespace heddle
