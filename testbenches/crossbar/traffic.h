// A scripted initiator and a memory: the neighbours of a network in its testbench and tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <unordered_map>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/payload_bytes.h"
#include "heddle/base/payload_pool.h"

namespace heddle_bench {

using namespace heddle;

// Deterministic noise that depends on the cycle only, so that the evaluation order cannot shift it.
inline std::uint64_t noise(std::uint64_t seed, std::uint64_t n) {
    std::uint64_t x = seed * 0x9e3779b97f4a7c15ULL + n + 1;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

enum class Kind { read, write, atomic, control };

// Sends a list of transactions, each not before its cycle `at`.
template <class ScriptItem>
class ScriptedPort : public Ticked {
public:
    AtOut out{*this, "out", 4};
    using Item = ScriptItem;
    ScriptedPort(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}

    void tick(Cycle now) override {
        bool progress = false;
        while (out.responses().ready(now)) {
            auto* payload = static_cast<LinePayload*>(out.responses().pop(now));
            receive(*payload, now);
            payload->release();
            progress = true;
        }
        if (next_ < script.size() && script[next_].at <= now && out.can_send(now)) {
            const Item& item = script[next_++];
            const auto command = item.kind == Kind::read    ? tlm::TLM_READ_COMMAND
                                 : item.kind == Kind::write ? tlm::TLM_WRITE_COMMAND
                                                            : tlm::TLM_IGNORE_COMMAND;
            LinePayload* payload = pool.acquire(command, item.address, item.bytes);
            fill_in(*payload, item);
            out.send(payload, now);
            sent.push_back(now);
            progress = true;
        }
        out.service(now);
        if (next_ < script.size()) wake_at(std::max(script[next_].at, now + 1));
        sleep_or_continue(progress, now, out);
    }

    std::vector<Item> script;
    std::vector<Cycle> sent;
    PayloadPool<LinePayload> pool;

private:
    virtual void fill_in(LinePayload& payload, const Item& item) = 0;
    virtual void receive(const LinePayload& payload, Cycle now) = 0;
    void start_of_simulation() override {
        if (!script.empty()) wake_at(script.front().at);
    }
    std::size_t next_ = 0;
};

struct PlainItem {
    Cycle at;
    Kind kind;
    std::uint64_t address;
    unsigned bytes;
};

class ScriptedInitiator : public ScriptedPort<PlainItem> {
public:
    using ScriptedPort::ScriptedPort;
    struct Done {
        std::uint64_t address;
        Cycle cycle;
        bool ok;
        std::uint8_t first_byte;
    };
    std::vector<Done> done;

private:
    void fill_in(LinePayload& payload, const Item& item) override {
        if (item.kind == Kind::atomic) payload.access.kind = AccessKind::atomic;
    }
    void receive(const LinePayload& payload, Cycle now) override {
        done.push_back({payload.get_address(), now, payload.is_response_ok(), payload.data[0]});
    }
};

// A memory that serves in order, `latency` cycles after the request was seen; stalls when told to.
class Memory : public Ticked, public LtTarget {
public:
    AtIn in{*this, *this, "in", 2};
    Counter served{*this, "served", "", "requests served"};
    Counter busy{*this, "sum_of_cycles", "cycles", "cycles in which requests were served, summed"};

    Memory(sc_core::sc_module_name name, ClockDomain& domain, Cycle latency = 1, unsigned pending = 16)
        : Ticked(name, domain), latency_(latency), pending_(pending) {}

    struct Arrival {
        std::uint64_t address;
        Cycle cycle;
    };
    std::vector<Arrival> arrivals;
    bool log = true;
    bool shares = false;         // its responses travel with others, as those of merged reads do
    Cycle blocked_until = 0;     // takes nothing before this cycle
    unsigned stall_percent = 0;  // of the cycles, each for requests and responses
    std::uint64_t seed = 1;
    bool order_broken = false;

    void tick(Cycle now) override {
        if (now < blocked_until) return wake_at(blocked_until);
        bool progress = false, stalled = false;
        if (pending_.ready(now) && in.can_respond(now)) {
            if (noise(seed, 2 * now) % 100 < stall_percent) {
                stalled = true;
            } else {
                in.respond(pending_.pop(now), now);
                progress = true;
            }
        }
        if (in.requests().ready(now) && !pending_.full(now)) {
            if (noise(seed, 2 * now + 1) % 100 < stall_percent) {
                stalled = true;
            } else {
                take(*in.requests().pop(now), now);
                progress = true;
            }
        }
        in.service(now);
        if (stalled) wake_at(now + 1);
        sleep_or_continue(progress, now, in, pending_);
    }

    void serve(Payload& payload) {
        std::uint8_t* line = line_at(payload.get_address());
        const std::uint64_t base = line_of(payload.get_address());
        if (payload.is_read()) read_into_payload(payload, line, base);
        if (payload.is_write()) write_from_payload(payload, line, base);
        if (gpu_access(payload).kind == AccessKind::atomic) perform_atomic(payload, line, base);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) override {
        serve(payload);
        delay += domain().period();
    }
    unsigned serve_debug(Payload& payload, unsigned) override {
        serve(payload);
        return payload.get_data_length();
    }

private:
    void take(Payload& payload, Cycle now) {
        if (log) arrivals.push_back({payload.get_address(), now});
        const GpuAccess& access = gpu_access(payload);
        std::uint32_t& last = last_of_source_[access.sm];
        order_broken |= access.kernel < last;
        last = access.kernel;
        if (is_servable(payload)) serve(payload);
        if (shares) gpu_access(payload).route.share();
        pending_.push(&payload, now + latency_);
        ++served;
        busy += now;
    }
    std::uint8_t* line_at(std::uint64_t address) { return lines_[line_of(address)].data(); }

    const Cycle latency_;
    RegisteredQueue<Payload*> pending_;
    std::unordered_map<std::uint64_t, std::array<std::uint8_t, line_bytes>> lines_;
    std::map<unsigned, std::uint32_t> last_of_source_;
};

}  // namespace heddle_bench
