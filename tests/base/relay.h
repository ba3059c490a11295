// The worked example of modules/base/README.md: a FIFO that passes requests on and responses back.
#pragma once

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/waveform.h"

namespace heddle {

class Relay : public Ticked, public LtTarget {
public:
    AtIn request_in;
    AtOut request_out;

    Relay(sc_core::sc_module_name name, ClockDomain& domain, unsigned entries)
        : Ticked(name, domain), request_in(*this, *this, "request_in", entries), request_out(*this, "request_out", 4) {}

    void tick(Cycle now) override {
        bool progress = false;
        if (request_out.responses().ready(now) && request_in.can_respond(now)) {
            request_in.respond(request_out.responses().pop(now), now);
            progress = true;
        }
        if (request_in.requests().ready(now) && request_out.can_send(now)) {
            ++passed_;
            request_out.send(request_in.requests().pop(now), now);
            progress = true;
        }
        request_in.service(now);   // deferred END_REQ
        request_out.service(now);  // deferred END_RESP
        waiting_.set(request_in.requests().size());
        sleep_or_continue(progress, now, request_in, request_out);
    }

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) override {
        ++passed_;
        delay += 2 * domain().period();  // one cycle each way through a registered queue
        request_out->b_transport(payload, delay);
    }
    unsigned serve_debug(Payload& payload, unsigned) override { return request_out->transport_dbg(payload); }

    std::uint64_t passed() const { return passed_.value(); }

private:
    Counter passed_{*this, "passed", "requests", "requests passed on"};
    Signal waiting_{*this, "waiting", 8};
};

}  // namespace heddle
