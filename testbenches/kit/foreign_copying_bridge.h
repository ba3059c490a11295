// A foreign bridge that passes deep copies on: the copy has data, byte enables and extensions of its own, and is made
// when the request arrives. When the response arrives the original is updated from the copy.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <memory>
#include <unordered_map>
#include <vector>

namespace heddle {

class ForeignCopyingBridge : public sc_core::sc_module, private tlm::tlm_mm_interface {
public:
    tlm_utils::simple_target_socket<ForeignCopyingBridge> in;
    tlm_utils::simple_initiator_socket<ForeignCopyingBridge> out;

    // What becomes of the changes that blocks below make to the copy's extensions: update_original_from() takes them
    // over, many bridges do not.
    enum class Extensions { copied_back, dropped };

    explicit ForeignCopyingBridge(sc_core::sc_module_name name, Extensions extensions = Extensions::copied_back);

    // Copies that have not come back.
    std::size_t live_copies() const { return all_.size() - spare_.size(); }

private:
    using Payload = tlm::tlm_generic_payload;
    struct Copy : Payload {
        explicit Copy(tlm::tlm_mm_interface* manager) : Payload(manager) {}
        Payload* original = nullptr;
        std::vector<unsigned char> data, enables;
    };

    Copy& copy_of(Payload& payload);
    void update_original(const Copy& copy) const;
    void free(Payload* payload) override;
    void end(Copy& copy);

    tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    tlm::tlm_sync_enum forward_request(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void blocking(Payload& payload, sc_core::sc_time& delay);
    unsigned debug(Payload& payload);

    const Extensions extensions_;
    std::unordered_map<const Payload*, Copy*> copies_;  // of the originals that are in flight
    std::vector<std::unique_ptr<Copy>> all_;
    std::vector<Copy*> spare_;
};

}  // namespace heddle
