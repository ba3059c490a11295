// The load/store unit: takes warp memory instructions, coalesces each into line requests, one per cycle to the L1.
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

class Lsu : public Ticked, public LtTarget {
public:
    AtIn warp_in;  // warp memory instructions (WarpAccess), or plain accesses of any length to consecutive bytes
    AtOut l1_out;  // line requests

    Lsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters);
    const char* kind() const override { return "lsu"; }

    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const { return warp_in.idle() && l1_out.idle() && pool_.live() == 0; }

    Counter instructions{*this, "instructions", "instructions", "warp memory instructions taken"};
    Counter line_requests{*this, "line_requests", "requests", "line requests sent to the L1"};
    Counter l1_stall_cycles{*this, "l1_stall_cycles", "cycles", "a line request waits because the L1 does not take it"};
    Histogram lines_per_instruction{*this, "lines_per_instruction", "instructions",
                                    "instructions by the number of line requests they became", warp_lanes + 1};

private:
    // An instruction from when the coalescer takes it until its last line has come back.
    struct Pending {
        Payload* instruction = nullptr;
        unsigned lines_outstanding = 0;
        bool all_sent = false;
        tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    };
    struct Part {
        unsigned pending = 0;
        LineGroup group;
    };
    using LineRequest = BasicLinePayload<Part>;
    // What of the current instruction has not been sent yet: lanes, or bytes of a plain access.
    struct Current {
        unsigned pending = none;
        WarpAccess* lanes = nullptr;
        LaneMask lanes_left = 0;
        std::uint64_t next_byte = 0, end = 0;
        unsigned lines = 0;
        bool done() const { return lanes ? lanes_left == 0 : next_byte == end; }
    };
    static constexpr unsigned none = ~0u;

    void sleep(bool progress, Cycle now);
    bool take_responses(Cycle now);
    bool take_instruction(Cycle now);
    void prepare_lanes(Payload& instruction, WarpAccess& lanes) const;
    bool send_line(Cycle now);
    LineRequest* make_lane_request(Payload& instruction, WarpAccess& lanes, LaneMask& left);
    LineRequest* make_plain_request(Payload& instruction, std::uint64_t& next_byte);
    static void take_line(Payload& instruction, const LineRequest& line);
    void finish_sending();
    void complete_if_done(unsigned pending, Cycle now);
    bool respond(Cycle now);
    template <class Serve>
    void serve_lines(Payload& payload, Serve serve);
    void trace();

    std::vector<Pending> pending_;
    std::vector<unsigned> free_;
    Current current_;
    PayloadPool<LineRequest> pool_;
    RegisteredQueue<Payload*> done_;
    Cycle line_ready_ = 0;  // since when the next line could have gone

    Signal queue_signal_{*this, "instruction_queue", 8};
    Signal pending_signal_{*this, "pending_instructions", 8};
    Signal valid_signal_{*this, "line_valid", 1};
    Signal stall_signal_{*this, "line_stall", 1};
};

}  // namespace heddle
