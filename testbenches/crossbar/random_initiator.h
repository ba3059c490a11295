// Random loads, stores and atomics to an address range of its own, each response checked against a copy of the bytes.
#pragma once

#include "crossbar/traffic.h"

namespace heddle_bench {

// Requests of one source to one memory stay in order, so what a load must return is known when it is sent.
class RandomInitiator : public Ticked {
public:
    AtOut out{*this, "out", 2};
    Counter received{*this, "received", "", "responses received"};
    Counter cycles{*this, "sum_of_cycles", "cycles", "cycles in which responses were received, summed"};

    RandomInitiator(sc_core::sc_module_name name, ClockDomain& domain, unsigned id, unsigned count, unsigned in_flight,
                    unsigned memories)
        : Ticked(name, domain),
          id_(id),
          count_(count),
          in_flight_(in_flight),
          memories_(memories),
          bytes_(lines * line_bytes, 0) {}

    PayloadPool<LinePayload> pool;
    unsigned wrong = 0, out_of_order = 0, reads = 0, writes = 0, atomics = 0;
    unsigned stall_percent = 0;
    bool done() const { return received.value() == count_; }

    void tick(Cycle now) override {
        bool progress = false, stalled = false;
        if (out.responses().ready(now)) {
            if (noise(id_ + 77, now) % 100 < stall_percent) {
                stalled = true;
            } else {
                check(static_cast<LinePayload&>(*out.responses().pop(now)), now);
                progress = true;
            }
        }
        if (sent_ < count_ && expected_.size() < in_flight_ && out.can_send(now)) {
            out.send(make(), now);
            progress = true;
        }
        out.service(now);
        if (stalled || (progress && sent_ < count_)) wake_at(now + 1);
        sleep_or_continue(progress, now, out);
    }

private:
    static constexpr unsigned lines = 64;
    struct Expected {
        std::array<std::uint8_t, line_bytes> bytes;
        std::uint32_t number;
    };

    void start_of_simulation() override { wake_at(1); }

    Payload* make() {
        const std::uint64_t r = noise(id_, sent_++);
        const unsigned line = r % lines, offset = (r >> 8) % 32 * 4;
        const unsigned length = 4 * (1 + (r >> 16) % ((line_bytes - offset) / 4));
        const unsigned kind = (r >> 32) % 10;
        const auto command = kind < 5   ? tlm::TLM_READ_COMMAND
                             : kind < 8 ? tlm::TLM_WRITE_COMMAND
                                        : tlm::TLM_IGNORE_COMMAND;
        const std::uint64_t address = (std::uint64_t{id_} << 20) + line * line_bytes + offset;
        LinePayload* payload = pool.acquire(command, address, length);
        payload->access.sm = static_cast<std::uint16_t>(id_);
        payload->access.kernel = sent_;
        std::uint8_t* mirror = &bytes_[line * line_bytes + offset];
        Expected& expected = expected_[payload];
        expected.number = sent_;
        std::memcpy(expected.bytes.data(), mirror, length);
        for (unsigned i = 0; i < length; ++i) payload->data[i] = static_cast<std::uint8_t>(noise(r, i));
        if (kind < 5) {
            ++reads;
        } else if (kind < 8) {
            ++writes;
            std::memcpy(mirror, payload->data.data(), length);
        } else {
            ++atomics;
            payload->access.kind = AccessKind::atomic;
            for (unsigned i = 0; i < length; i += 4) add(mirror + i, payload->data.data() + i);
        }
        return payload;
    }
    static void add(std::uint8_t* to, const std::uint8_t* operand) {
        std::uint32_t a, b;
        std::memcpy(&a, to, 4);
        std::memcpy(&b, operand, 4);
        a += b;
        std::memcpy(to, &a, 4);
    }

    void check(LinePayload& payload, Cycle now) {
        const auto expected = expected_.find(&payload);
        const bool returns_data = !payload.is_write();
        if (expected == expected_.end() || !payload.is_response_ok() ||
            (returns_data &&
             std::memcmp(payload.data.data(), expected->second.bytes.data(), payload.get_data_length()) != 0))
            ++wrong;
        // Replies of one memory come back in the order of its requests.
        std::uint32_t& last = last_from_[payload.get_address() / 256 % memories_];
        out_of_order += expected->second.number < last;
        last = expected->second.number;
        expected_.erase(expected);
        payload.release();
        ++received;
        cycles += now;
    }

    const unsigned id_, count_, in_flight_, memories_;
    unsigned sent_ = 0;
    std::vector<std::uint8_t> bytes_;
    std::unordered_map<Payload*, Expected> expected_;
    std::array<std::uint32_t, 16> last_from_{};
};

}  // namespace heddle_bench
