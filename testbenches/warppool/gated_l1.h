// Stands for an L1 in which everything hits, and which looks nothing up while it is blocked. Like a real one it looks
// up one request per cycle and back-pressures requests that do not fit its queue.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/counter.h"
#include "heddle/base/payload_bytes.h"
#include "heddle/base/waveform.h"

namespace heddle {

class GatedL1 : public Ticked, public LtTarget {
public:
    AtIn core_in;

    GatedL1(sc_core::sc_module_name name, ClockDomain& domain, Cycle latency)
        : Ticked(name, domain), core_in(*this, *this, "core_in", 2), latency_(latency), responses_(1024) {}
    const char* kind() const override { return "gated_l1"; }

    struct Request {
        std::uint64_t address;
        Cycle cycle;
        bool write;
    };
    std::vector<std::pair<Cycle, Cycle>> blocked;  // [from, to), ascending
    std::vector<Request> requests;
    Counter taken{*this, "taken", "requests", "requests that were looked up"};

    void tick(Cycle now) override {
        bool progress = false;
        if (responses_.ready(now) && core_in.can_respond(now)) {
            core_in.respond(responses_.pop(now), now);
            progress = true;
        }
        const Cycle opens = open_from(now);
        if (opens == now && core_in.requests().ready(now)) {
            take(core_in.requests().pop(now), now);
            progress = true;
        }
        core_in.service(now);
        sleep_or_continue(progress, now, core_in, responses_);
        if (opens > now && !core_in.requests().empty()) wake_at(opens);
        if (!recorded()) return;
        blocked_signal_.set(opens > now);
        taken_signal_.set(taken.value());
    }
    void serve_blocking(Payload& payload, sc_core::sc_time&, unsigned) override { execute(payload); }
    unsigned serve_debug(Payload& payload, unsigned) override {
        execute(payload);
        return payload.get_data_length();
    }

private:
    Cycle open_from(Cycle now) const {
        for (const auto& [from, to] : blocked)
            if (now >= from && now < to) return to;
        return now;
    }
    void take(Payload* payload, Cycle now) {
        ++taken;
        if (payload->get_data_length()) requests.push_back({payload->get_address(), now, payload->is_write()});
        execute(*payload);
        responses_.push(payload, now + latency_);
    }
    void execute(Payload& payload) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        if (!payload.get_data_length()) return;
        const std::uint64_t line = line_of(payload.get_address());
        if (payload.is_read()) read_into_payload(payload, lines_[line].data(), line);
        if (payload.is_write()) write_from_payload(payload, lines_[line].data(), line);
    }

    const Cycle latency_;
    RegisteredQueue<Payload*> responses_;
    std::map<std::uint64_t, std::array<std::uint8_t, line_bytes>> lines_;
    Signal blocked_signal_{*this, "blocked", 1};
    Signal taken_signal_{*this, "requests_taken", 8};
};

}  // namespace heddle
