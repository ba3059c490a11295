// An initiator that plays warp memory instructions and plain accesses, and records when the response to each came.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"

namespace heddle {

class WarpDriver : public Ticked {
public:
    AtOut memory_out;

    struct Access {
        Payload* payload;
        WarpPayload* warp;  // null for a plain access
        Cycle not_before;
        Cycle sent = never, answered = never;
    };

    WarpDriver(sc_core::sc_module_name name, ClockDomain& domain, std::size_t response_capacity = 8)
        : Ticked(name, domain), memory_out(*this, "memory_out", response_capacity) {}
    ~WarpDriver() override {
        for (Access& access : accesses_) access.payload->release();
    }

    using LaneAddress = std::function<std::uint64_t(unsigned lane)>;
    // Lane data are the caller's to fill in (lanes(i).data) before the simulation comes to the access.
    unsigned warp(Cycle not_before, AccessKind kind, const LaneAddress& address, unsigned bytes = 4,
                  LaneMask active = all_lanes) {
        const tlm::tlm_command command = kind == AccessKind::load    ? tlm::TLM_READ_COMMAND
                                         : kind == AccessKind::store ? tlm::TLM_WRITE_COMMAND
                                                                     : tlm::TLM_IGNORE_COMMAND;
        WarpPayload* payload = warps_.acquire(command, address(0), warp_lanes * bytes);
        payload->access.kind = kind;
        payload->lanes.active = active;
        payload->lanes.access_bytes = static_cast<std::uint8_t>(bytes);
        payload->lanes.bypass_l1 = false;
        payload->lanes.data.fill(0);
        for (unsigned lane = 0; lane < warp_lanes; ++lane) payload->lanes.address[lane] = address(lane);
        return add(not_before, payload, payload);
    }
    unsigned plain(Cycle not_before, tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t> data) {
        auto* payload = new ForeignPayload(&foreign_);
        payload->bytes = std::move(data);
        payload->set_command(command);
        payload->set_address(address);
        payload->set_data_ptr(payload->bytes.data());
        payload->set_data_length(static_cast<unsigned>(payload->bytes.size()));
        payload->set_streaming_width(payload->get_data_length());
        payload->acquire();
        return add(not_before, payload, nullptr);
    }

    const Access& operator[](unsigned index) const { return accesses_[index]; }
    std::size_t size() const { return accesses_.size(); }
    WarpAccess& lanes(unsigned index) { return accesses_[index].warp->lanes; }
    std::uint32_t word(unsigned index, unsigned lane) {
        std::uint32_t value;
        std::memcpy(&value, &lanes(index).data[lane * 4], 4);
        return value;
    }
    void set_word(unsigned index, unsigned lane, std::uint32_t value) {
        std::memcpy(&lanes(index).data[lane * 4], &value, 4);
    }
    Cycle latency(unsigned index) const { return accesses_[index].answered - accesses_[index].sent; }
    bool done() const { return answered_ == accesses_.size(); }
    Cycle reads_responses_from = 0;  // no response is taken before this cycle

    void tick(Cycle now) override {
        bool progress = false;
        if (now >= reads_responses_from && memory_out.responses().ready(now)) {
            const Payload* payload = memory_out.responses().pop(now);
            for (Access& access : accesses_)
                if (access.payload == payload) access.answered = now;
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
        if (reads_responses_from > now) wake_at(reads_responses_from);
    }

private:
    // A payload of a foreign initiator: no extension, a memory manager of its own.
    struct ForeignPayload : Payload {
        using Payload::Payload;
        std::vector<std::uint8_t> bytes;
    };
    struct ForeignManager : tlm::tlm_mm_interface {
        void free(Payload* payload) override { delete static_cast<ForeignPayload*>(payload); }
    };
    unsigned add(Cycle not_before, Payload* payload, WarpPayload* warp) {
        accesses_.push_back({payload, warp, not_before});
        wake_at(std::max(not_before, domain().now() + 1));
        return static_cast<unsigned>(accesses_.size() - 1);
    }

    PayloadPool<WarpPayload> warps_;
    ForeignManager foreign_;
    std::vector<Access> accesses_;
    std::size_t next_ = 0, answered_ = 0;
};

}  // namespace heddle
