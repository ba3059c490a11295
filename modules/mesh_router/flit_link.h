// The sending end of a link between routers, or between a router and its node.
#pragma once

#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/mesh_router/flit_payload.h"

namespace heddle {

// A flit needs a free slot of the receiver's buffer, so as many transactions as it has slots are enough for ever.
class FlitLink {
public:
    explicit FlitLink(unsigned slots) {
        spare_.reserve(slots);
        for (unsigned i = 0; i < slots; ++i) spare_.push_back(pool_.acquire(tlm::TLM_IGNORE_COMMAND, 0, 0));
    }
    ~FlitLink() {
        for (FlitPayload* payload : spare_) payload->release();
    }
    FlitLink(const FlitLink&) = delete;
    FlitLink& operator=(const FlitLink&) = delete;

    // The transaction of a flit that has a credit, to be sent when it is on the link.
    [[nodiscard]] Payload* make(const Flit& flit) {
        FlitPayload* payload = spare_.back();
        spare_.pop_back();
        payload->flit = flit;
        payload->flit.token = payload;
        payload->set_address(flit.packet->destination);
        payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        return payload;
    }
    // Calls returned(vc) for each credit that has come back.
    template <class Returned>
    void take_credits(AtOut& out, Cycle now, Returned returned) {
        auto& credits = out.responses();
        while (credits.ready(now)) {
            auto* payload = static_cast<FlitPayload*>(credits.pop(now));
            spare_.push_back(payload);
            returned(unsigned{payload->flit.vc});
        }
        out.service(now);
    }
    // Flits sent whose credit has not come back.
    std::size_t unacknowledged() const { return pool_.live() - spare_.size(); }

private:
    PayloadPool<FlitPayload> pool_;
    std::vector<FlitPayload*> spare_;
};

}  // namespace heddle
