// What every load/store unit does, whatever stands between its coalescers and the L1: it turns instructions into line
// requests and their responses into one response per instruction.
#pragma once

#include <cstdint>

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/served_signals.h"
#include "heddle/lsu/access_event_port.h"
#include "heddle/lsu/coalescer.h"
#include "heddle/lsu/lsu_parameters.h"

namespace heddle {

class LsuBase : public Ticked, public LtTarget {
public:
    AtIn warp_in;  // warp memory instructions (WarpAccess), or plain accesses of any length to consecutive bytes
    AtOut l1_out;  // line requests
    AccessEventPort accesses_out{"accesses_out"};  // what warps access, before the L1, for monitors; may stay unbound

    // The ports to the L1; the first is l1_out.
    virtual unsigned l1_ports() const { return 1; }
    virtual AtOut& l1_port(unsigned) { return l1_out; }

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override { settle_pending(); }
    virtual bool idle() const { return warp_in.idle() && l1_out.idle() && pool_.live() == 0; }

    Counter instructions{*this, "instructions", "instructions", "warp memory instructions taken"};
    Counter line_requests{*this, "line_requests", "requests", "line requests sent to the L1"};
    Counter l1_stall_cycles{*this, "l1_stall_cycles", "cycles", "a line request waits because the L1 does not take it"};
    Counter pending_instruction_cycles{*this, "pending_instruction_cycles", "instruction-cycles",
                                       "instructions whose lines have not all come back, over time"};
    Histogram lines_per_instruction{*this, "lines_per_instruction", "instructions",
                                    "instructions by the number of line requests they became", warp_lanes + 1};

protected:
    void start_of_simulation() override {
        if (accesses_out.bound()) domain().call_alone(id(), "reports to a monitor");
    }

    static constexpr unsigned none = ~0u;

    // An instruction from when a coalescer takes it until the response to its last line request. Both counts are one
    // too high until all its line requests are made, so that they do not reach zero before.
    struct Pending {
        Payload* instruction = nullptr;
        unsigned lines_open = 0;         // line requests without a response
        std::uint8_t lines_waiting = 0;  // of a load in a pool: line requests that have not gone to the L1
        std::int8_t status = tlm::TLM_OK_RESPONSE;
        std::uint16_t next_free = 0;
    };
    // What the unit keeps with a line request: the address of the response may be another than that of the request,
    // because an interconnect may translate it. `group.address` of a plain access is that of the request. If a pool has
    // merged several loads into the request, `pending`, `pool_entry` and `group` belong to the first of them.
    struct RequestOwner {
        unsigned pending = 0;          // the entry of the instruction
        std::uint8_t loads = 0;        // how many loads of a pool the request serves; 0: it is not from a pool
        std::uint8_t line_offset = 0;  // of merged loads: where in its line the request begins
        std::uint16_t pool_entry = 0;  // for the pool's own use
        LineGroup group;
    };
    struct LineRequest : BasicLinePayload<RequestOwner> {
        using BasicLinePayload<RequestOwner>::BasicLinePayload;
        void renew() { set_data_ptr(data.data()); }  // `access` will be a copy of the instruction's
        void prefetch() const {
            prefetch_payload_header(this);
            prefetch_payload(this);
        }
    };
    // An instruction in a coalescer, and what of it has not become line requests yet.
    struct Current {
        unsigned pending = none;
        unsigned lines = 0;           // line requests made of it so far
        WarpAccess* lanes = nullptr;  // null: a plain access
        std::uint64_t left = 0;       // lanes, as a mask, or the last so many bytes of a plain access
        bool done() const { return left == 0; }
        LaneMask lanes_left() const { return static_cast<LaneMask>(left); }
    };

    template <class Module>
    LsuBase(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
            unsigned response_entries, Module* module, unsigned lines_per_cycle = 1)
        : Ticked(name, domain, module),
          warp_in(*this, *this, "warp_in", parameters.queue_entries),
          l1_out(*this, "l1_out", response_entries, lines_per_cycle),
          pending_(make_host_line_array<Pending>(parameters.pending_instructions)),
          done_(std::size_t{2} * parameters.pending_instructions) {
        parameters.validate("lsu");
        for (unsigned entry = 0; entry < parameters.pending_instructions; ++entry)
            pending_[entry].next_free = static_cast<std::uint16_t>(entry + 1);
        pending_[parameters.pending_instructions - 1].next_free = no_entry;
    }

    static void prefetch_warp(Payload& instruction) { prefetch_host_line(&gpu_access(instruction).warp); }
    static void prefetch_instruction(const Payload* instruction) { prefetch_payload(instruction); }

    // The port to the L1 for an address; only a unit with several has to choose.
    virtual AtOut& port_of(std::uint64_t) { return l1_out; }

    // Every instruction that is taken must find room for its response in done_, which holds twice as many as can be
    // pending: while no response waits there, no count is needed.
    bool has_room(Cycle now) const {
        return free_entry_ != no_entry && (!done_.ready(now) || done_.room(now) > pending_count_);
    }
    unsigned pending_count() const { return pending_count_; }
    // Puts an instruction into a coalescer; false if it was completed at once because it moves nothing.
    bool begin(Current& current, Payload* instruction, Cycle now);
    LineRequest* next_request(Current& current);
    // The request for a group of its lanes that are left.
    LineRequest* make_request_of(Current& current, const LineGroup& group);
    // Where the rest of a plain access begins.
    static std::uint64_t next_byte(const Payload& instruction, std::uint64_t bytes_left) {
        return instruction.get_address() + instruction.get_data_length() - bytes_left;
    }
    LineRequest* start_request(Payload& instruction, tlm::tlm_command command, std::uint64_t address, unsigned bytes) {
        LineRequest* line = pool_.acquire(command, address, bytes);
        line->access = gpu_access(instruction);
        line->access.route.clear();
        line->access.missed_l1 = true;  // unless an L1 says otherwise
        line->owner.loads = 0;
        return line;
    }
    LineRequest* make_lane_request(Payload& instruction, WarpAccess& lanes, const LineGroup& group);
    // The same for loads. It touches no more of the instruction than the request needs.
    LineRequest* make_load_request(Payload& instruction, bool bypass_l1, const LineGroup& group) {
        LineRequest* line = start_request(instruction, tlm::TLM_READ_COMMAND, group.address, group.bytes);
        line->owner.group = group;
        line->access.word_mask = group.words;
        line->access.bypass_l1 = bypass_l1;
        if (group.run) {  // the line's bytes are the lanes' bytes: nothing to scatter
            WarpAccess& lanes = *warp_access(instruction);
            line->set_data_ptr(&lanes.data[run_offset(lanes, group)]);
        }
        return line;
    }
    void finish_sending(Current& current) {
        --pending_[current.pending].lines_open;
        lines_per_instruction.add(current.lines);
        current.pending = none;
    }
    // Takes the response to a line request of one instruction: its bytes, or its error.
    void take_response(unsigned pending, const LineRequest& line, Cycle now) {
        if (line.is_response_error())
            pending_[pending].status = static_cast<std::int8_t>(line.get_response_status());
        else if (!line.owner.group.run)  // otherwise the bytes are already among the lanes' bytes
            deliver_bytes(*pending_[pending].instruction, line);
        line_returned(pending, now);
    }
    void line_returned(unsigned pending, Cycle now) {
        if (--pending_[pending].lines_open == 0) complete(pending, now);
    }
    // Takes all responses of a port, for a unit in which each line request belongs to one instruction.
    bool take_responses(AtOut& port, Cycle now) {
        return port.responses().ready(now) && take_ready_responses(port, now);
    }
    // Sends a response that had to wait for the link.
    bool respond(Cycle now) {
        if (!done_.ready(now) || !warp_in.can_respond(now)) return false;
        warp_in.respond(done_.pop(now), now);
        return true;
    }

    // Brings the counter up to date; to be called before it is read.
    void settle_pending() { change_pending(0, domain().now()); }
    // The area under the number of pending instructions: no time stamp per instruction is needed.
    void change_pending(int difference, Cycle now) {
        pending_instruction_cycles += pending_count_ * (now - pending_changed_);
        pending_changed_ = now;
        pending_count_ += static_cast<unsigned>(difference);
    }

    static constexpr std::uint16_t no_entry = 0xFFFF;
    std::uint16_t free_entry_ = 0;  // the first of a list through pending_
    unsigned pending_count_ = 0;
    Cycle pending_changed_ = 0;
    HostLineArray<Pending> pending_;
    RegisteredQueue<Payload*> done_;  // instructions whose responses wait for the link
    PayloadPool<LineRequest> pool_;

private:
    void prepare_lanes(Payload& instruction, WarpAccess& lanes) const;
    void list_lanes(Payload& instruction, WarpAccess& lanes) const;
    void report_access(Payload& instruction, const WarpAccess& lanes, Cycle now);
    LineRequest* next_lane_request(Payload& instruction, WarpAccess& lanes, std::uint64_t& left);
    LineRequest* make_plain_request(Payload& instruction, std::uint64_t& left);
    LineRequest* count_request(Current& current, LineRequest* line);
    void begin_plain(Current& current, Payload& instruction);
    bool take_ready_responses(AtOut& port, Cycle now);
    void complete(unsigned pending, Cycle now);
    static void deliver_bytes(Payload& instruction, const LineRequest& line);
    template <class Serve>
    void serve_lines(Payload& payload, Serve serve);
    bool debug_line(LineRequest& line);
};

}  // namespace heddle
