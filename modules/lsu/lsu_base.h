// What every load/store unit does, whatever stands between its coalescers and the L1: from instructions to line
// requests and back, one answer per instruction.
#pragma once

#include <vector>

#include "base/at_in.h"
#include "base/at_out.h"
#include "base/counter.h"
#include "base/payload_pool.h"
#include "base/waveform.h"
#include "lsu/coalescer.h"
#include "lsu/lsu_parameters.h"

namespace heddle {

class LsuBase : public Ticked, public LtTarget {
public:
    AtIn warp_in;  // warp memory instructions (WarpAccess), or plain accesses of any length to consecutive bytes
    AtOut l1_out;  // line requests

    // The ways to the L1; the first is l1_out.
    virtual unsigned l1_ports() const { return 1; }
    virtual AtOut& l1_port(unsigned) { return l1_out; }

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    virtual bool idle() const { return warp_in.idle() && l1_out.idle() && pool_.live() == 0; }

    Counter instructions{*this, "instructions", "instructions", "warp memory instructions taken"};
    Counter line_requests{*this, "line_requests", "requests", "line requests sent to the L1"};
    Counter l1_stall_cycles{*this, "l1_stall_cycles", "cycles", "a line request waits because the L1 does not take it"};
    Histogram lines_per_instruction{*this, "lines_per_instruction", "instructions",
                                    "instructions by the number of line requests they became", warp_lanes + 1};

protected:
    static constexpr unsigned none = ~0u;

    // An instruction from when a coalescer takes it until its last line has come back.
    struct Pending {
        Payload* instruction = nullptr;
        unsigned lines_outstanding = 0;  // that have not come back
        bool all_sent = false;
        tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    };
    struct Part {
        unsigned pending = 0;
        std::uint8_t loads = 0;   // that a pool has put into this request; if several, `pending` is what it says
        std::uint16_t place = 0;  // a pool's
        LineGroup group;
    };
    using LineRequest = BasicLinePayload<Part>;
    // What of an instruction has not become line requests yet: lanes, or bytes of a plain access.
    struct Current {
        unsigned pending = none;
        WarpAccess* lanes = nullptr;
        LaneMask lanes_left = 0;
        std::uint64_t next_byte = 0, end = 0;
        unsigned lines = 0;
        bool done() const { return lanes ? lanes_left == 0 : next_byte == end; }
    };

    template <class Module>
    LsuBase(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
            unsigned response_entries, Module* module)
        : Ticked(name, domain, module),
          warp_in(*this, *this, "warp_in", parameters.queue_entries),
          l1_out(*this, "l1_out", response_entries),
          pending_(parameters.pending_instructions),
          done_(std::size_t{2} * parameters.pending_instructions) {
        parameters.validate("lsu");
        for (unsigned entry = parameters.pending_instructions; entry-- > 0;) free_.push_back(entry);
    }

    // The way to the L1 for an address; only a unit with several has to choose.
    virtual AtOut& port_of(std::uint64_t) { return l1_out; }

    // Every instruction that is taken must find room at its end.
    bool has_room(Cycle now) const { return !free_.empty() && done_.room(now) > pending_.size() - free_.size(); }
    unsigned pending_count() const { return static_cast<unsigned>(pending_.size() - free_.size()); }
    // Puts an instruction into a coalescer; false if it was already answered because it moves nothing.
    bool begin(Current& current, Payload* instruction, Cycle now);
    LineRequest* next_request(Current& current);
    LineRequest* make_lane_request(Payload& instruction, WarpAccess& lanes, const LineGroup& group);
    void finish_sending(Current& current);
    // A line has come back for one instruction: its bytes, or its error.
    void take_answer(unsigned pending, const LineRequest& line, Cycle now);
    // All lines that have come back by a port, of a unit in which each belongs to one instruction.
    bool take_answers(AtOut& port, Cycle now);
    void complete_if_done(unsigned pending, Cycle now);
    bool respond(Cycle now);

    std::vector<Pending> pending_;
    std::vector<unsigned> free_;
    PayloadPool<LineRequest> pool_;
    RegisteredQueue<Payload*> done_;

private:
    void prepare_lanes(Payload& instruction, WarpAccess& lanes) const;
    LineRequest* next_lane_request(Payload& instruction, WarpAccess& lanes, LaneMask& left);
    LineRequest* make_plain_request(Payload& instruction, std::uint64_t& next_byte);
    static void take_line(Payload& instruction, const LineRequest& line);
    template <class Serve>
    void serve_lines(Payload& payload, Serve serve);
};

}  // namespace heddle
