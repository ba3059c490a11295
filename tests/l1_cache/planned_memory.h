// A memory whose responses the test plans: how long each takes, and which fail. It records the requests that it got.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/payload_bytes.h"

namespace heddle {

class PlannedMemory : public Ticked, public LtTarget {
public:
    AtIn request_in;

    struct Request {
        tlm::tlm_command command;
        std::uint64_t address;
        unsigned bytes;
        Cycle taken;  // the cycle in which it was visible here: one after the send
        AccessKind kind;
        std::uint32_t word_mask;
        unsigned sm, cta, warp;
        bool bypass_l1;
        std::vector<std::uint8_t> data, enables;
    };

    PlannedMemory(sc_core::sc_module_name name, ClockDomain& domain, std::size_t queue_entries = 64)
        : Ticked(name, domain), request_in(*this, *this, "request_in", queue_entries) {}

    // The response of the index-th request leaves this many cycles after the request was taken (at least 1). Shorter
    // ones overtake.
    std::function<Cycle(unsigned index)> latency = [](unsigned) { return Cycle{10}; };
    std::set<std::uint64_t> failing_lines;
    Cycle takes_from = 0;  // nothing is taken before this cycle
    std::vector<Request> requests;

    std::uint8_t& byte(std::uint64_t address) { return line(address)[address % line_bytes]; }
    bool idle() const { return waiting_.empty() && request_in.idle(); }

    void tick(Cycle now) override {
        bool progress = false;
        const auto due = waiting_.begin();
        if (due != waiting_.end() && due->first.first <= now && request_in.can_respond(now)) {
            request_in.respond(due->second, now);
            waiting_.erase(due);
            progress = true;
        }
        while (now >= takes_from && request_in.requests().ready(now)) {
            Payload* payload = request_in.requests().pop(now);
            record(*payload, now);
            execute(*payload);
            const unsigned index = static_cast<unsigned>(requests.size() - 1);
            waiting_.insert({{now + std::max<Cycle>(latency(index), 1), index}, payload});
            progress = true;
        }
        request_in.service(now);
        sleep_or_continue(progress, now, request_in);
        if (!waiting_.empty()) wake_at(std::max(waiting_.begin()->first.first, now + 1));
        if (takes_from > now) wake_at(takes_from);
    }
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) override {
        record(payload, domain().now());
        execute(payload);
        const Cycle cycles = latency(static_cast<unsigned>(requests.size() - 1));
        delay += static_cast<double>(cycles) * domain().period();
    }
    unsigned serve_debug(Payload& payload, unsigned) override {
        const std::uint64_t base = line_of(payload.get_address());
        if (payload.is_read()) read_into_payload(payload, line(base).data(), base);
        if (payload.is_write()) write_from_payload(payload, line(base).data(), base);
        return payload.get_data_length();
    }

private:
    using Line = std::array<std::uint8_t, line_bytes>;
    Line& line(std::uint64_t address) { return lines_[line_of(address)]; }
    void record(Payload& payload, Cycle now) {
        const GpuAccess& access = gpu_access(payload);
        Request request{payload.get_command(),
                        payload.get_address(),
                        payload.get_data_length(),
                        now,
                        access.kind,
                        access.word_mask,
                        access.sm,
                        access.cta,
                        access.warp,
                        access.bypass_l1,
                        {},
                        {}};
        request.data.assign(payload.get_data_ptr(), payload.get_data_ptr() + payload.get_data_length());
        if (const unsigned char* enables = payload.get_byte_enable_ptr())
            request.enables.assign(enables, enables + payload.get_byte_enable_length());
        requests.push_back(request);
    }
    void execute(Payload& payload) {
        const std::uint64_t base = line_of(payload.get_address());
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        if (failing_lines.count(base)) {
            payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        if (payload.get_data_length() == 0 || !is_servable(payload)) return;
        if (payload.is_read()) read_into_payload(payload, line(base).data(), base);
        if (payload.is_write()) write_from_payload(payload, line(base).data(), base);
        if (gpu_access(payload).kind == AccessKind::atomic) perform_atomic(payload, line(base).data(), base);
    }

    std::map<std::uint64_t, Line> lines_;
    std::map<std::pair<Cycle, unsigned>, Payload*> waiting_;  // by the cycle of the response, then by arrival
};

}  // namespace heddle
