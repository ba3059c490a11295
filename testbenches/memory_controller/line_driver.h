// An initiator that plays a list of timed line accesses and remembers when each was answered.
#pragma once

#include <cstring>
#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"

namespace heddle {

class LineDriver : public Ticked {
public:
    AtOut memory_out;

    struct Access {
        LinePayload* payload;
        Cycle not_before;
        Cycle sent = never, answered = never;
    };

    LineDriver(sc_core::sc_module_name name, ClockDomain& domain)
        : Ticked(name, domain), memory_out(*this, "memory_out", 8) {}
    ~LineDriver() override {
        for (Access& access : accesses_) access.payload->release();
    }

    // Accesses are sent in the order of these calls, none before its cycle.
    unsigned read(Cycle not_before, std::uint64_t address, unsigned bytes = line_bytes) {
        return add(not_before, pool_.acquire(tlm::TLM_READ_COMMAND, address, bytes));
    }
    unsigned write(Cycle not_before, std::uint64_t address, std::uint8_t value, unsigned bytes = line_bytes) {
        LinePayload* payload = pool_.acquire(tlm::TLM_WRITE_COMMAND, address, bytes);
        payload->access.kind = AccessKind::store;
        payload->data.fill(value);
        return add(not_before, payload);
    }
    unsigned atomic_add(Cycle not_before, std::uint64_t address, std::uint32_t operand) {
        LinePayload* payload = pool_.acquire(tlm::TLM_IGNORE_COMMAND, address, sizeof operand);
        payload->access.kind = AccessKind::atomic;
        std::memcpy(payload->data.data(), &operand, sizeof operand);
        return add(not_before, payload);
    }
    unsigned add(Cycle not_before, LinePayload* payload) {
        accesses_.push_back({payload, not_before});
        payload->access.owner_tag = static_cast<std::uint32_t>(accesses_.size() - 1);
        if (sc_core::sc_is_running()) wake_at(std::max(not_before, domain().now() + 1));
        return payload->access.owner_tag;
    }

    void start_of_simulation() override { wake_at(0); }

    const Access& operator[](unsigned index) const { return accesses_[index]; }
    std::size_t size() const { return accesses_.size(); }
    // Cycles from the send to the cycle in which the answer can be used.
    Cycle latency(unsigned index) const { return accesses_[index].answered - accesses_[index].sent; }
    const std::uint8_t* data(unsigned index) const { return accesses_[index].payload->data.data(); }
    bool done() const { return answered_ == accesses_.size(); }
    PayloadPool<LinePayload>& pool() { return pool_; }

    void tick(Cycle now) override {
        bool progress = false;
        while (memory_out.responses().ready(now)) {
            Payload* payload = memory_out.responses().pop(now);
            accesses_[gpu_access(*payload).owner_tag].answered = now;
            ++answered_;
            progress = true;
        }
        if (next_ < accesses_.size() && accesses_[next_].not_before <= now && memory_out.can_send(now)) {
            accesses_[next_].sent = now;
            memory_out.send(accesses_[next_++].payload, now);
            progress = true;
        }
        memory_out.service(now);
        sleep_or_continue(progress, now, memory_out);
        if (next_ < accesses_.size() && (progress || accesses_[next_].not_before > now))
            wake_at(std::max(accesses_[next_].not_before, now + 1));
    }

private:
    PayloadPool<LinePayload> pool_;
    std::vector<Access> accesses_;
    std::size_t next_ = 0, answered_ = 0;
};

}  // namespace heddle
