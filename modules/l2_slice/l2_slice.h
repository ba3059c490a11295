// One slice of the L2, between the network and one memory controller: write-back, write-allocate, and the place where
// atomics are executed.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/counter.h"
#include "heddle/base/debug_in.h"
#include "heddle/base/pace.h"
#include "heddle/base/payload_bytes.h"
#include "heddle/base/served_signals.h"
#include "heddle/base/waveform.h"
#include "heddle/cache/prefetching_out.h"
#include "heddle/l2_slice/data_port.h"
#include "heddle/l2_slice/l2_command.h"
#include "heddle/l2_slice/l2_line.h"
#include "heddle/l2_slice/l2_lookup.h"
#include "heddle/l2_slice/l2_slice_parameters.h"
#include "heddle/l2_slice/late_writes.h"
#include "heddle/l2_slice/written_bytes.h"

namespace heddle {

class L2Slice : public Ticked, public LtTarget {
public:
    AtIn request_in;
    DebugIn host_in;                                               // debug accesses of the host; may stay unbound
    tlm_utils::simple_target_socket_optional<L2Slice> control_in;  // cache commands (L2Command); may stay unbound
    PrefetchingOut<L2Slice> memory_out;

    L2Slice(sc_core::sc_module_name name, ClockDomain& domain, const L2SliceParameters& parameters);

    const char* kind() const override { return "l2_slice"; }
    void tick(Cycle now) final;
    // For the host's cache: what take_memory_response() will read in the next cycle.
    void prefetch_for_response(Payload& response) const {
        if (response.is_read()) lookup_.prefetch_fill(gpu_access(response).owner_tag);
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
    Counter hits_reserved{*this, "hits_reserved", "requests", "accesses to a line in flight from memory"};
    Counter misses{*this, "misses", "requests", "accesses that brought a line or sector in"};
    Counter sector_accesses{*this, "sector_accesses", "sectors", "32 B sectors of all accesses"};
    Counter read_sectors{*this, "read_sectors", "sectors", "of these: of reads"};
    Counter sector_misses{*this, "sector_misses", "sectors", "of these: neither there nor in flight"};
    Counter write_misses_without_fetch{*this, "write_misses_without_fetch", "requests",
                                       "misses that wrote whole lines or sectors, so that nothing was fetched"};
    Counter reservation_fails{*this, "reservation_fails", "cycles", "cycles in which the oldest request had to wait"};
    Counter fails_mshr_full{*this, "fails_mshr_full", "cycles", "of these: no free MSHR entry"};
    Counter fails_mshr_merge_full{*this, "fails_mshr_merge_full", "cycles",
                                  "of these: MSHR entry has all its waiting requests"};
    Counter fails_no_replaceable_way{*this, "fails_no_replaceable_way", "cycles",
                                     "of these: all ways of the set are being filled"};
    Counter fails_miss_queue_full{*this, "fails_miss_queue_full", "cycles", "of these: miss queue full"};
    Counter response_stalls{*this, "response_stalls", "cycles",
                            "cycles in which the oldest request waited for room in the response queue"};
    Counter fetches{*this, "fetches", "requests", "reads sent to memory"};
    Counter reply_port_busy_cycles{*this, "reply_port_busy_cycles", "cycles",
                                   "cycles in which loaded data passed the reply port, if its width is limited"};
    Counter store_port_busy_cycles{*this, "store_port_busy_cycles", "cycles",
                                   "cycles in which stored data passed the store port, if its width is limited"};
    Counter fills{*this, "fills", "responses", "fetched lines or sectors installed"};
    Counter evictions{*this, "evictions", "lines", "valid lines displaced"};
    Counter writebacks{*this, "writebacks", "requests", "dirty lines written to memory"};
    Counter memory_errors{*this, "memory_errors", "responses", "error responses of memory"};
    Counter mshr_occupancy_sum{*this, "mshr_occupancy_sum", "entries*cycles", "MSHR entries in use, over time"};
    Counter latency_sum{*this, "latency_sum", "cycles", "from lookup to the response leaving"};

private:
    using Mask = SectorGeometry::Mask;

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;

    bool respond(Cycle now);
    unsigned latency_of(Payload& payload) const {
        return parameters_.latency_cycles + (is_atomic(payload) ? parameters_.atomic_latency_cycles : 0);
    }
    // What is done earlier than an atomic passes it.
    void answer(RegisteredQueue<L2Waiter>& responses, L2Waiter waiter, Cycle now) {
        if (parameters_.atomic_latency_cycles)
            responses.insert(waiter, now + latency_of(*waiter.payload));
        else
            responses.push(waiter, now + parameters_.latency_cycles);
    }
    bool take_memory_response(Cycle now);
    void take_fetch(L2Line& fetch, unsigned entry);
    void answer_sectors(const L2Line& fetch, unsigned entry, Cycle now);
    void finish_fetch(unsigned entry, Cycle now);
    void take_writeback(L2Line& writeback);
    [[gnu::cold]] void report_lost(std::uint64_t line_address, tlm::tlm_response_status status);
    void count_occupancy(Cycle now);
    void count_stall(Cycle now);
    void end_pulses();
    void show_state();
    void show_lookup(const Payload& payload, CacheOutcome outcome);
    Cycle due(bool progress, Cycle now) const;
    Cycle port_due(Cycle now) const;

    struct Room;
    // The data of the last store have passed their port, and the last atomic is done.
    bool takes_lookup(Cycle now) const { return store_port_.free(now) && atomic_pace_.open(now); }
    bool look_up(Cycle now);
    bool waits_for_held(const L2Request& request) const;
    void predict_stall(Cycle now);
    void stall(Counter& cause, Cycle from);
    void stall(const L2Request& request, StallCause cause, Cycle from);
    Counter& counter_of(StallCause cause);
    bool respond_without_access(Payload& payload, Cycle now);
    L2Request describe(Payload& payload) const;
    unsigned set_of(std::uint64_t address) const {
        return lookup_.tags().set_of(splitter_.slice_local(address) / line_bytes);
    }
    [[gnu::always_inline]] void serve(Payload& payload, const L2Request& request, const L2Decision& decision,
                                      Cycle now);
    L2Line* make_access(tlm::tlm_command command, std::uint64_t line_address, Mask sectors);
    L2Line* make_fetch(const GpuAccess& cause, unsigned entry, Mask sectors);
    L2Line* make_write(std::uint64_t line_address, Mask sectors, const std::uint8_t* line_data);
    L2Line* make_write(std::uint64_t line_address, const PartialLine& bytes);
    template <class Visit>
    unsigned for_each_access(Mask sectors, Visit visit) const;
    void send_fetch(Payload& cause, unsigned entry, Mask sectors, Cycle now);
    void send_writeback(std::uint64_t line_address, Mask sectors, const std::uint8_t* line_data, Cycle now);
    void send_writeback(std::uint64_t line_address, const PartialLine& bytes, Cycle now);
    void send_to_memory(Cycle now);

    // Stores of parts of sectors. A foreign memory may not take them when they are written back.
    bool fetches_on_read() const { return written_.used() && !memory_out.foreign_peer(); }
    Mask stored_sectors(const Payload& store) const;
    bool sets_only_whole_sectors(const Payload& store, unsigned way) const;
    void keep_stored(const Payload& store, unsigned way);
    void complete(unsigned way, unsigned sector, const std::uint8_t* fetched);
    void send_writeback(unsigned way, std::uint64_t line_address, Mask sectors, Cycle now);

    // The bytes that the request needs are in the way, or it sets them.
    void execute(Payload& payload, unsigned way) {
        if (payload.is_read())
            read_into_payload(payload, data_of(way), line_of(payload.get_address()));
        else
            change(payload, way);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    void change(Payload& payload, unsigned way);
    void count(const Payload& payload, CacheOutcome outcome, Mask absent);
    Mask touched(const Payload& payload) const {
        return lookup_.sectors().touched(payload.get_address(), payload.get_data_length());
    }

    // For blocking and debug transport: the line as timed traffic would find it now, and writes that no timed traffic
    // undoes.
    unsigned way_of(std::uint64_t line_address) const;
    bool busy(std::uint64_t line_address, unsigned way) const;
    bool held(std::uint64_t line_address) const;
    bool in_flight(std::uint64_t line_address, unsigned way) const {
        return busy(line_address, way) || held(line_address);
    }
    template <class Visit>
    void for_each_newer(std::uint64_t line_address, Visit visit) const;
    void overlay_newer(std::uint64_t line_address, std::uint8_t* line_data) const;
    PartialLine newer_than_memory(std::uint64_t line_address) const;
    void apply_late(unsigned entry, Mask sectors);
    void write_copy(unsigned way, std::uint64_t address, const std::uint8_t* bytes, unsigned count);
    void late_bytes_in_memory(std::uint64_t line_address);
    void settle_late(std::uint64_t line_address);
    bool write_late(Cycle now);
    PartialLine completed(const LateWrites::Line& late);
    Mask whole_sectors(const PartialLine& bytes) const;

    // Blocking transport.
    class Hold;
    void release_hold(std::uint64_t line_address);
    void wait_while_held(std::uint64_t line_address, sc_core::sc_time& delay);
    void blocking_miss(Payload& payload, const L2Request& request, sc_core::sc_time& delay);
    Mask needed_of(const Payload& payload, const L2Request& request, bool allocate) const;
    [[nodiscard]] tlm::tlm_response_status transport(L2Line& access, sc_core::sc_time& delay);
    [[nodiscard]] tlm::tlm_response_status read_newest(std::uint64_t line_address, Mask sectors,
                                                       std::uint8_t* line_data, sc_core::sc_time& delay);
    [[nodiscard]] tlm::tlm_response_status write_sectors(std::uint64_t line_address, Mask sectors,
                                                         const std::uint8_t* line_data, sc_core::sc_time delay);
    [[nodiscard]] bool make_room(const L2Request& request, const sc_core::sc_time& delay);
    [[nodiscard]] unsigned install(const L2Request& request, Mask sectors, const std::uint8_t* line_data);
    void write_around(Payload& payload, const L2Request& request, std::uint8_t* line_data, bool late,
                      const sc_core::sc_time& delay);

    // Debug transport.
    unsigned debug_memory(tlm::tlm_command command, std::uint64_t address, std::uint8_t* bytes, unsigned count);
    unsigned debug_read(std::uint64_t address, std::uint8_t* bytes, unsigned count);
    unsigned debug_write(std::uint64_t address, const std::uint8_t* bytes, unsigned count);

    // Cache commands.
    struct Flush {
        Payload* payload;
        L2Command command;
        Cycle from;
        unsigned way;  // the first that has not been gone through
        std::uint64_t rejected_before;
        std::vector<std::uint64_t> held;  // lines of blocking accesses from before it that are still in progress
    };
    std::uint64_t rejected_writebacks_ = 0;  // by memory, so far
    void control(Payload& payload, sc_core::sc_time& delay);
    bool go_on_with_flush(Cycle now);
    bool flush_ways(Cycle now);
    void finish_flush(Cycle now);

    std::uint8_t* data_of(unsigned way) { return &data_[static_cast<std::size_t>(way) * line_bytes]; }
    const std::uint8_t* data_of(unsigned way) const { return &data_[static_cast<std::size_t>(way) * line_bytes]; }

    // What every tick reads comes first.
    Counter* stall_ = nullptr;     // why the head of the queue waits
    Cycle stalled_from_ = 0;       // not yet counted
    L2Request stalled_;            // the head, unless it waits for room in the response queue
    Cycle occupancy_counted_ = 0;  // up to this cycle
    bool try_again_ = false;       // in the next cycle a stalled head may find what it needs
    bool fill_served_last_ = false;
    bool flushing_ = false;  // a cache command is being executed
    RegisteredQueue<L2Waiter> hit_responses_, fill_responses_;
    DataPort reply_port_, store_port_;
    Pace atomic_pace_;
    RegisteredQueue<L2Line*> to_memory_;  // the first of what one line sends; see L2LineOwner::next
    const L2SliceParameters parameters_;
    const AddressSplitter splitter_;
    L2Lookup lookup_;
    std::vector<std::uint8_t> data_;  // by way
    WrittenBytes written_;
    PayloadPool<L2Line> pool_;
    std::vector<L2Line*> open_writebacks_;  // queued or sent, without a response; oldest first
    LateWrites late_writes_;
    std::vector<std::uint64_t> held_;  // lines that a blocking access is reading or writing in memory
    unsigned threads_waiting_ = 0;     // for one of these lines
    sc_core::sc_event hold_released_;
    Flush flush_{};
    sc_core::sc_event flushed_;

    Signal requests_signal_{*this, "request_queue", 16};
    Signal stalls_peer_signal_{*this, "request_stall", 1};
    Signal misses_signal_{*this, "miss_queue", 16};
    Signal mshr_signal_{*this, "mshr_entries", 16};
    Signal outcome_signal_{*this, "outcome", 2};  // hit, hit_reserved, miss, reservation_fail
    Signal lookup_signal_{*this, "lookup", 1};
    Signal fill_signal_{*this, "fill", 1};
    Signal response_signal_{*this, "response", 1};
    ServedSignals lookup_served_{*this, "lookup"};  // the request that was looked up last, or that is stalled
};

}  // namespace heddle
