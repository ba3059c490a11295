// An initiator of random traffic to a few lines, which several of them share, checked by one scoreboard for all.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <unordered_map>

#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"
#include "kit/scoreboard.h"

namespace heddle {

// Whole-line and partial loads, stores, and atomics that add to a line of counters of their own. It stands for one SM,
// or for the `sms` that come together at a link of the network.
class SharingSm : public Ticked {
public:
    AtOut out{*this, "out", 2};
    SharingSm(sc_core::sc_module_name name, ClockDomain& domain, MemoryScoreboard& scoreboard, unsigned seed,
              unsigned count, unsigned sms = 1)
        : Ticked(name, domain), scoreboard_(scoreboard), random_(seed), count_(count), sms_(sms) {}
    unsigned answered = 0;
    std::uint64_t atomics = 0;
    std::string error;
    PayloadPool<LinePayload> pool;

    void tick(Cycle now) override {
        bool progress = false;
        if (out.responses().ready(now) && random_() % 4) {
            take(static_cast<LinePayload&>(*out.responses().pop(now)));
            progress = true;
        }
        if (sent_ < count_ && tickets_.size() < 24 && out.can_send(now)) {
            Payload* payload = make();
            if (sms_ > 1) gpu_access(*payload).sm = static_cast<std::uint16_t>(random_() % sms_);
            out.send(payload, now);
            ++sent_;
        }
        out.service(now);
        if (answered < count_) wake_at(now + 1);
        sleep_or_continue(progress, now, out);
    }

    static constexpr std::uint64_t shared_base = 0x10000, counter_line = 0x80000;
    static constexpr unsigned lines = 40;

private:
    void start_of_simulation() override { wake_at(1); }

    Payload* make() {
        // Near lines are asked for more often, so that SMs meet.
        const std::uint64_t line = shared_base + line_bytes * std::min(random_() % lines, random_() % lines);
        const unsigned dice = random_() % 100;
        if (dice < 70) return read(line, 0, line_bytes);
        if (dice < 75) return read(line, 4 * (random_() % 16), 32);
        if (dice < 95) return write(line);
        LinePayload* payload = pool.acquire(tlm::TLM_IGNORE_COMMAND, counter_line, 4);
        payload->access.kind = AccessKind::atomic;
        payload->data[0] = 1;
        payload->data[1] = payload->data[2] = payload->data[3] = 0;
        tickets_[payload] = 0;
        ++atomics;
        return payload;
    }
    Payload* read(std::uint64_t line, unsigned offset, unsigned length) {
        LinePayload* payload = pool.acquire(tlm::TLM_READ_COMMAND, line + offset, length);
        tickets_[payload] = scoreboard_.begin_read(line + offset, length);
        return payload;
    }
    Payload* write(std::uint64_t line) {
        const unsigned offset = 4 * (random_() % 31), length = 4;
        LinePayload* payload = pool.acquire(tlm::TLM_WRITE_COMMAND, line + offset, length);
        payload->access.kind = AccessKind::store;
        for (unsigned i = 0; i < length; ++i) payload->data[i] = static_cast<std::uint8_t>(random_());
        tickets_[payload] = scoreboard_.begin_write(line + offset, length, payload->data.data(), nullptr);
        return payload;
    }
    void take(LinePayload& payload) {
        const auto ticket = tickets_.find(&payload);
        if (ticket == tickets_.end() || !payload.is_response_ok()) {
            error = "a response that nobody waits for, or one that failed";
            return;
        }
        if (payload.is_read()) {
            const std::string wrong = scoreboard_.end_read(ticket->second, payload.data.data());
            if (error.empty()) error = wrong;
        } else if (payload.is_write()) {
            scoreboard_.end_write(ticket->second);
        }
        tickets_.erase(ticket);
        ++answered;
        payload.release();
    }

    MemoryScoreboard& scoreboard_;
    std::mt19937 random_;
    const unsigned count_, sms_;
    unsigned sent_ = 0;
    std::unordered_map<Payload*, MemoryScoreboard::Ticket> tickets_;
};

}  // namespace heddle
