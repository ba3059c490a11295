// Random reads, partial and whole writes, atomics, and debug and blocking accesses in between, checked byte for byte
// against a plain array. For targets that serve accesses to one line in the order in which they were sent.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"

namespace heddle {

class RandomDriver : public Ticked {
public:
    AtOut memory_out;

    struct Plan {
        std::uint64_t seed = 1;
        unsigned accesses = 100000;
        unsigned lines = 64;
        std::uint64_t base = 0;
        unsigned line_stride = 1;  // in lines
        unsigned max_outstanding = 48;
        unsigned pause_percent = 0;  // chance of a pause before an access
        unsigned untimed_percent = 0;
        bool debug = true;  // debug accesses are among the untimed ones, and read everything at the end
    };

    RandomDriver(sc_core::sc_module_name name, ClockDomain& domain, const Plan& plan)
        : Ticked(name, domain),
          memory_out(*this, "memory_out", 2),
          plan_(plan),
          random_(plan.seed),
          memory_(plan.lines * line_bytes),
          busy_(plan.lines),
          expected_(plan.max_outstanding) {
        for (unsigned slot = 0; slot < plan.max_outstanding; ++slot) free_.push_back(slot);
    }
    void start_of_simulation() override { wake_at(1); }

    bool done() const { return sent_ == plan_.accesses && free_.size() == plan_.max_outstanding; }
    unsigned wrong() const { return wrong_; }
    unsigned untimed() const { return untimed_; }
    std::size_t live_payloads() const { return pool_.live(); }
    // Reads everything by transport_dbg, or by b_transport if the plan has no debug accesses.
    unsigned wrong_bytes_at_end() {
        unsigned count = 0;
        for (unsigned line = 0; line < plan_.lines; ++line) {
            LinePayload* payload = pool_.acquire(tlm::TLM_READ_COMMAND, address_of(line), line_bytes);
            sc_core::sc_time delay;
            if (plan_.debug)
                memory_out->transport_dbg(*payload);
            else
                memory_out->b_transport(*payload, delay);
            for (unsigned byte = 0; byte < line_bytes; ++byte)
                count += payload->data[byte] != memory_[line * line_bytes + byte];
            payload->release();
        }
        return count;
    }

    void tick(Cycle now) override {
        bool progress = false;
        if (memory_out.responses().ready(now)) {
            check(*static_cast<LinePayload*>(memory_out.responses().pop(now)));
            progress = true;
        }
        if (now >= resume_ && sent_ < plan_.accesses && !free_.empty() && memory_out.can_send(now)) {
            if (chance(plan_.untimed_percent)) access_untimed();
            send(now);
            if (chance(plan_.pause_percent)) resume_ = now + random_() % 300;
            progress = true;
        }
        memory_out.service(now);
        sleep_or_continue(progress, now, memory_out);
        if (sent_ < plan_.accesses && (progress || resume_ > now)) wake_at(std::max(now + 1, resume_));
    }

private:
    struct Expected {
        unsigned line;
        std::array<std::uint8_t, line_bytes> data;
    };

    bool chance(unsigned percent) { return random_() % 100 < percent; }
    std::uint64_t address_of(unsigned line) const {
        return plan_.base + std::uint64_t{line} * plan_.line_stride * line_bytes;
    }

    // A random access with its effect on the reference; `expected` gets what has to come back.
    LinePayload* make(unsigned line, std::array<std::uint8_t, line_bytes>& expected) {
        const unsigned kind = random_() % 10;
        unsigned offset = random_() % line_bytes, bytes = 1 + random_() % (line_bytes - offset);
        if (kind < 2 || kind == 9) offset = 0, bytes = line_bytes;
        if (kind == 8) offset = offset / 4 * 4, bytes = std::min(line_bytes - offset, bytes / 4 * 4 + 4);
        const tlm::tlm_command command = kind < 5    ? tlm::TLM_READ_COMMAND
                                         : kind == 8 ? tlm::TLM_IGNORE_COMMAND
                                                     : tlm::TLM_WRITE_COMMAND;
        LinePayload* payload = pool_.acquire(command, address_of(line) + offset, bytes);
        for (unsigned i = 0; i < bytes; ++i) payload->data[i] = static_cast<std::uint8_t>(random_());
        if (kind >= 7 && kind < 9) enable_some(*payload, kind == 8 ? 4 : 1);
        std::uint8_t* memory = &memory_[line * line_bytes + offset];
        if (kind == 8) {
            payload->access.kind = AccessKind::atomic;
            add_words(*payload, memory, expected);
        } else if (kind < 5) {
            std::copy_n(memory, bytes, expected.begin());
        } else {
            payload->access.kind = AccessKind::store;
            for (unsigned i = 0; i < bytes; ++i)
                if (kind != 7 || payload->enables[i]) memory[i] = payload->data[i];
            std::copy_n(payload->data.begin(), bytes, expected.begin());
        }
        return payload;
    }
    void enable_some(LinePayload& payload, unsigned granule) {
        payload.use_byte_enables();
        for (unsigned i = 0; i < payload.get_data_length(); ++i)
            payload.enables[i] =
                i % granule ? payload.enables[i - 1] : (random_() % 2 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED);
    }
    static void add_words(LinePayload& payload, std::uint8_t* memory, std::array<std::uint8_t, line_bytes>& expected) {
        for (unsigned i = 0; i < payload.get_data_length(); i += 4) {
            std::memcpy(&expected[i], payload.enables[i] ? memory + i : &payload.data[i], 4);
            if (!payload.enables[i]) continue;
            std::uint32_t old, operand;
            std::memcpy(&old, memory + i, 4);
            std::memcpy(&operand, &payload.data[i], 4);
            old += operand;
            std::memcpy(memory + i, &old, 4);
        }
    }

    void send(Cycle now) {
        const unsigned slot = free_.back();
        free_.pop_back();
        const unsigned line = random_() % plan_.lines;
        LinePayload* payload = make(line, expected_[slot].data);
        expected_[slot].line = line;
        ++busy_[line];
        payload->access.owner_tag = slot;
        ++sent_;
        memory_out.send(payload, now);
    }
    void check(LinePayload& payload) {
        const unsigned slot = payload.access.owner_tag;
        wrong_ += !is_right(payload, expected_[slot].data);
        --busy_[expected_[slot].line];
        free_.push_back(slot);
        payload.release();
    }
    static bool is_right(const LinePayload& payload, const std::array<std::uint8_t, line_bytes>& expected) {
        return payload.is_response_ok() &&
               std::equal(expected.begin(), expected.begin() + payload.get_data_length(), payload.data.begin());
    }

    // A line without timed accesses in flight from here has one right value, whatever is in flight further down.
    void access_untimed() {
        const unsigned line = random_() % plan_.lines;
        if (busy_[line]) return;
        ++untimed_;
        std::array<std::uint8_t, line_bytes> expected;
        LinePayload* payload = make(line, expected);
        const bool debug = plan_.debug && !payload->get_byte_enable_ptr() && random_() % 2;
        if (debug) {
            wrong_ += memory_out->transport_dbg(*payload) != payload->get_data_length();
        } else {
            sc_core::sc_time delay;
            memory_out->b_transport(*payload, delay);
        }
        wrong_ += !is_right(*payload, expected);
        payload->release();
    }

    const Plan plan_;
    std::mt19937 random_;
    PayloadPool<LinePayload> pool_;
    std::vector<std::uint8_t> memory_;
    std::vector<unsigned> busy_;  // timed accesses in flight, by line
    std::vector<Expected> expected_;
    std::vector<unsigned> free_;
    Cycle resume_ = 0;
    unsigned sent_ = 0, wrong_ = 0, untimed_ = 0;
};

}  // namespace heddle
