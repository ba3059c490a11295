// One slice of the L2: write-back, write-allocate, atomics executed here. Between the network and one memory
// controller.
#pragma once

#include <array>
#include <vector>

#include "base/at_in.h"
#include "base/counter.h"
#include "base/payload_bytes.h"
#include "base/payload_pool.h"
#include "base/waveform.h"
#include "cache/foretold_out.h"
#include "cache/mshr.h"
#include "cache/outcome.h"
#include "cache/sectors.h"
#include "cache/tag_array.h"
#include "l2_slice/l2_slice_parameters.h"
#include "l2_slice/late_writes.h"

namespace heddle {

class L2Slice : public Ticked, public LtTarget {
public:
    AtIn request_in;
    ForetoldOut<L2Slice> memory_out;

    L2Slice(sc_core::sc_module_name name, ClockDomain& domain, const L2SliceParameters& parameters);

    const char* kind() const override { return "l2_slice"; }
    void tick(Cycle now) final;
    // What take_memory_response() will look at in the next cycle.
    void response_foretold(Payload& answer) const {
        if (!answer.is_read()) return;
        const unsigned entry = gpu_access(answer).owner_tag;
        tags_.fetch_host_line_of_way(mshr_.way(entry));
        prefetch_host_line(mshr_.first_waiter(entry).payload);
    }
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const;
    std::size_t live_payloads() const { return pool_.live(); }

    Counter accesses{*this, "accesses", "requests", "lookups that were served or wait for memory"};
    Counter reads{*this, "reads", "requests", "read accesses"};
    Counter writes{*this, "writes", "requests", "write accesses"};
    Counter atomics{*this, "atomics", "requests", "atomics executed"};
    Counter hits{*this, "hits", "requests", "accesses that found their bytes"};
    Counter hits_reserved{*this, "hits_reserved", "requests", "accesses to a line on its way from memory"};
    Counter misses{*this, "misses", "requests", "accesses that brought a line or sector in"};
    Counter sector_accesses{*this, "sector_accesses", "sectors", "32 B sectors of all accesses"};
    Counter sector_misses{*this, "sector_misses", "sectors", "of these: neither there nor on their way"};
    Counter write_misses_without_fetch{*this, "write_misses_without_fetch", "requests",
                                       "misses that wrote whole lines or sectors, so that nothing was fetched"};
    Counter reservation_fails{*this, "reservation_fails", "cycles", "cycles in which the oldest request had to wait"};
    Counter fails_mshr_full{*this, "fails_mshr_full", "cycles", "of these: no free MSHR entry"};
    Counter fails_mshr_merge_full{*this, "fails_mshr_merge_full", "cycles", "of these: MSHR entry has all its waiters"};
    Counter fails_no_replaceable_way{*this, "fails_no_replaceable_way", "cycles",
                                     "of these: all ways of the set are being filled"};
    Counter fails_miss_queue_full{*this, "fails_miss_queue_full", "cycles", "of these: miss queue full"};
    Counter response_stalls{*this, "response_stalls", "cycles",
                            "cycles in which the oldest request waited for room on the way back"};
    Counter fetches{*this, "fetches", "requests", "reads sent to memory"};
    Counter fills{*this, "fills", "responses", "fetched lines or sectors installed"};
    Counter evictions{*this, "evictions", "lines", "valid lines displaced"};
    Counter writebacks{*this, "writebacks", "requests", "dirty lines written to memory"};
    Counter memory_errors{*this, "memory_errors", "responses", "error responses of memory"};
    Counter mshr_occupancy_sum{*this, "mshr_occupancy_sum", "entries*cycles", "MSHR entries in use, over time"};
    Counter latency_sum{*this, "latency_sum", "cycles", "from lookup to the response leaving"};

private:
    using Mask = SectorGeometry::Mask;
    // Someone who gets a response: when its lookup was tells its latency.
    struct Waiter {
        Payload* payload = nullptr;
        Cycle since = 0;
    };
    struct Access {
        Payload* payload = nullptr;
        std::uint64_t line = 0;  // number, not address
        unsigned set = 0;
        Mask touched = 0, to_fetch = 0;  // to_fetch: those of the touched that must be there first
        // Known to be neither there nor on its way: nobody else brings in what the oldest request waits for.
        bool absent = false;
    };
    struct Fetch {
        Mask requested = 0;
        unsigned outstanding = 0;
        tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    };

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;

    bool respond(Cycle now);
    bool take_memory_response(Cycle now);
    void take_fetch(LinePayload& payload, unsigned entry);
    void finish_fetch(unsigned entry, Cycle now);
    void take_writeback(LinePayload& payload);
    void count_occupancy(Cycle since, Cycle now);
    void count_stall(Cycle now);
    void end_pulses();
    void show_state();
    Cycle due(bool progress, Cycle now) const;

    bool look_up(Cycle now);
    void foresee_stall(Cycle now);
    void stall(Counter& cause, Cycle from);
    void stall(const Access& access, StallCause cause, Cycle from);
    Counter& counter_of(StallCause cause);
    bool answer_without_access(Payload& payload, Cycle now);
    Access describe(Payload& payload) const;
    unsigned set_of(std::uint64_t address) const { return tags_.set_of(splitter_.local(address) / line_bytes); }
    StallCause try_access(const Access& access, Cycle now, CacheOutcome& outcome);
    StallCause merge(const Access& access, unsigned entry, Cycle now, CacheOutcome& outcome);
    StallCause fetch_sectors(const Access& access, unsigned way, Mask missing, Cycle now);
    StallCause allocate(const Access& access, Cycle now);
    StallCause obstacle(const Access& access, Cycle now) const;
    StallCause missing_entry(const Access& access) const;
    bool all_being_filled(unsigned set) const;
    void start_fetch(const Access& access, unsigned way, Mask missing, Cycle now);
    void send_fetch(const Access& access, unsigned entry, Mask missing, Cycle now);
    void send_writeback(std::uint64_t line, unsigned way, Mask dirty, Cycle now);
    // The bytes the access needs are in the way, or it brings them.
    void perform(Payload& payload, unsigned way) {
        if (payload.is_read())
            read_into_payload(payload, data_of(way), line_of(payload.get_address()));
        else
            change(payload, way);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    void change(Payload& payload, unsigned way);
    unsigned missing_sectors(const Access& access) const;
    void count(const Payload& payload, CacheOutcome outcome, unsigned missing);
    Mask touched(const Payload& payload) const {
        return parameters_.sectored ? sectors_.touched(payload.get_address(), payload.get_data_length()) : Mask{1};
    }

    // Loosely timed side: the line as timed traffic would find it now, and a write that stays.
    unsigned way_of(std::uint64_t line_address) const;
    bool in_flight(std::uint64_t line_address, unsigned way) const;
    bool in_flight(std::uint64_t line_address) const { return in_flight(line_address, way_of(line_address)); }
    void overlay_newer(std::uint64_t line_address, std::uint8_t* line_data) const;
    void read_line(std::uint64_t line_address, std::uint8_t* line_data);
    void write_bytes(std::uint64_t address, const std::uint8_t* bytes, unsigned count);
    void write_memory(std::uint64_t address, const std::uint8_t* bytes, unsigned count);
    void blocking_read(Payload& payload, sc_core::sc_time& delay);
    void blocking_write(Payload& payload);

    std::uint8_t* data_of(unsigned way) { return &data_[static_cast<std::size_t>(way) * line_bytes]; }
    const std::uint8_t* data_of(unsigned way) const { return &data_[static_cast<std::size_t>(way) * line_bytes]; }

    // What every tick asks comes first.
    Counter* stall_ = nullptr;     // why the oldest request waits
    Cycle stalled_from_ = 0;       // not yet counted
    Access stalled_;               // the request that waits, unless it waits for room on the way back
    Cycle occupancy_counted_ = 0;  // of entries in use, by settle_counters()
    bool try_again_ = false;       // in the next cycle a request that waits may find what it needs
    bool fill_served_last_ = false;
    RegisteredQueue<Waiter> hit_responses_, fill_responses_;
    RegisteredQueue<LinePayload*> to_memory_;
    const L2SliceParameters parameters_;
    const AddressSplitter splitter_;
    const SectorGeometry sectors_;
    TagArray tags_;
    std::vector<std::uint8_t> data_;
    Mshr<Waiter> mshr_;
    std::vector<Fetch> fetch_of_;  // by MSHR entry
    PayloadPool<LinePayload> pool_;
    std::vector<LinePayload*> open_writebacks_;  // queued or sent, not answered; oldest first
    LateWrites late_writes_;

    Signal requests_signal_{*this, "request_queue", 16};
    Signal stalls_peer_signal_{*this, "request_stall", 1};
    Signal misses_signal_{*this, "miss_queue", 16};
    Signal mshr_signal_{*this, "mshr_entries", 16};
    Signal outcome_signal_{*this, "outcome", 2};  // hit, hit_reserved, miss, reservation_fail
    Signal lookup_signal_{*this, "lookup", 1};
    Signal fill_signal_{*this, "fill", 1};
    Signal response_signal_{*this, "response", 1};
};

}  // namespace heddle
