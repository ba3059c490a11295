#include "heddle/cluster_port/cluster_port.h"

#include <string>

#include "heddle/base/data_bytes.h"
#include "heddle/base/payload_bytes.h"

namespace heddle {
namespace {

// The link's register at each core: with two entries a core can send in every cycle.
constexpr std::size_t link_packets = 2;

ClusterRequest describe(Payload& payload, std::uint64_t address, unsigned core, Cycle now) {
    const GpuAccess& access = gpu_access(payload);
    ClusterRequest request;
    request.core = core;
    request.address = address;
    request.bytes = payload.get_data_length();
    request.is_load = payload.is_read() && access.kind == AccessKind::load;
    request.is_line = request.bytes == line_bytes && request.address == line_of(request.address) &&
                      !payload.get_byte_enable_ptr() && payload.get_streaming_width() >= line_bytes;
    request.changes_memory = payload.is_write() || access.kind == AccessKind::atomic;
    request.passes_caches = access.bypass_l1;
    request.space = access.space;
    request.cta = access.cta;
    request.word_mask = access.word_mask;
    request.at = now;
    request.payload = &payload;
    return request;
}

// A packet's control information without a filter, and with one what in_network_ keeps: the core, and whether the
// filter keeps track of the request.
constexpr unsigned no_control = ~0U;
unsigned control_of(unsigned core, bool tracked) {
    return core * 2 + tracked;
}

}  // namespace

ClusterPort::ClusterPort(sc_core::sc_module_name name, ClockDomain& domain, const ClusterPortParameters& parameters,
                         std::unique_ptr<RequestFilter> filter)
    : Ticked(name, domain, this),
      core_in("core_in", validated(parameters, this->name()).cores,
              [this](const char* port_name, unsigned core) {
                  return std::make_unique<WatchedIn>(*this, *this, port_name, link_packets, core, called_);
              }),
      noc_out(*this, "noc_out", parameters.response_buffer_packets),
      kernel_events_in(*this, *this, "kernel_events_in"),
      injection_(parameters.injection_buffer_packets),
      bus_(parameters.bus_bytes),
      filter_(std::move(filter)),
      works_without_room_(filter_ && filter_->works_without_room()),
      filter_replies_(parameters.response_buffer_packets) {
    for (unsigned core = 0; core < parameters.cores; ++core)
        core_valid_signals_.push_back(std::make_unique<Signal>(*this, "core_in_" + std::to_string(core) + "_valid", 1));
}

void ClusterPort::kernel_boundary(KernelEvent event, Cycle now) {
    if (filter_) filter_->on_kernel_boundary(event, now);
}

void ClusterPort::tick(Cycle now) {
    if (recorded()) show_inputs(now);
    if (called_.any()) visit_called(now);
    bool progress = bus_.free() && start_reply(now);
    progress |= bus_.delivers(now) && deliver(now);
    progress |= inject(now);
    const bool admitted = ready_.any() && admit(now);
    progress |= admitted;
    const bool stuck = !admitted && cannot_make_progress() && !noc_out.can_send(now + 1);
    noc_out.service(now);
    if (recorded()) show_state(now);
    Cycle next = std::min(requests_due(progress, stuck, now), replies_due(progress, now));
    // A waveform wants to see every change in its cycle; the ticks for that change nothing else.
    if (progress && recorded()) next = now + 1;
    if (next != never) wake_at(next);
}

void ClusterPort::visit_called(Cycle now) {
    called_.for_each([&](unsigned core) { visit(core, now); });
}

// Gives the core's port its deferred END_REQ and enters the core into ready_ if its oldest request is visible. After
// that nothing changes there until the core calls or a request is taken, unless a request becomes visible later.
[[gnu::always_inline]] inline void ClusterPort::visit(unsigned core, Cycle now) {
    AtIn& port = core_in[core];
    port.service(now);
    if (port.requests().ready(now))
        ready_.set(core);
    else
        ready_.reset(core);
    if (port.due(now, false) == never)
        called_.reset(core);
    else
        called_.set(core);
}

inline bool ClusterPort::start_reply(Cycle now) {
    const bool reply = noc_out.responses().ready(now);
    if (filter_ && filter_replies_.ready(now) && (filter_reply_first_ || !reply)) {
        const Reply served = filter_replies_.pop(now);
        bus_.start(served, served.payload->get_data_length(), now);
        if (recorded()) bus_served_.show(*served.payload);
        filter_reply_first_ = false;
        return true;
    }
    if (reply) begin_network_reply(now);
    return reply;
}

inline void ClusterPort::begin_network_reply(Cycle now) {
    Payload& payload = *noc_out.responses().pop(now);
    ReturnRoute& route = gpu_access(payload).route;
    const unsigned control = route.depth() ? route.pop() : no_control;
    if (recorded()) bus_served_.show(payload);
    if (filter_) return begin_filtered_reply(payload, control, now);
    if (control / 2 >= core_in.size()) no_such_core(payload);
    bus_.start({&payload, control / 2}, reply_bytes(payload), now);
}

void ClusterPort::begin_filtered_reply(Payload& payload, unsigned number, Cycle now) {
    if (!in_network_.contains(number)) no_such_core(payload);
    const NetworkRequests::Entry request = in_network_.leave(number);
    bus_.start({&payload, request.control / 2U}, reply_bytes(payload), now);
    serve_absorbed(payload, request, now);
    filter_reply_first_ = true;
}

void ClusterPort::no_such_core(const Payload& payload) const {
    throw SimulationError(std::string(name()) + ": the return route of the reply for address " +
                          std::to_string(payload.get_address()) + " does not name one of the " +
                          std::to_string(core_in.size()) + " cores");
}

// The requests that the filter kept get their part of the reply in the same bus transaction.
void ClusterPort::serve_absorbed(Payload& payload, const NetworkRequests::Entry& injected, Cycle now) {
    ClusterRequest reply = describe(payload, injected.address, injected.control / 2U, now);
    reply.tracked = injected.control % 2;
    served_.clear();
    filter_->on_reply(reply, payload.is_response_ok() ? payload.get_data_ptr() : nullptr, served_);
    for (const ClusterRequest& request : served_) {
        if (payload.is_response_ok()) read_into_payload(*request.payload, payload.get_data_ptr(), injected.address);
        request.payload->set_response_status(payload.get_response_status());
        bus_.broadcast_to({request.payload, request.core});
    }
}

inline bool ClusterPort::deliver(Cycle now) {
    const unsigned delivered = bus_.deliver([&](const Reply& reply) {
        AtIn& port = core_in[reply.core];
        if (!port.can_respond(now)) return false;
        port.respond(reply.payload, now);
        return true;
    });
    if (!delivered) return false;
    responses += delivered;
    outstanding_.change(-static_cast<int>(delivered), now);
    if (bus_.free()) count_bus(now + 1);
    return true;
}

// Up to a cycle, which is not counted any more.
void ClusterPort::count_bus(Cycle end) {
    bus_busy_cycles += end - std::max(bus_.started(), bus_counted_to_);
    bus_counted_to_ = end;
}

inline bool ClusterPort::inject(Cycle now) {
    if (!injection_.ready(now) || !noc_out.can_send(now)) return false;
    noc_out.send(injection_.pop(now), now);
    return true;
}

inline bool ClusterPort::admit(Cycle now) {
    if (!cannot_make_progress() && (filter_ ? admit_one(now) : admit_from(ready_.round_robin_from(next_core_), now))) {
        wait_.wait_for(nullptr, now);
        return true;
    }
    wait_.wait_for(injection_.filled()         ? &injection_full_cycles
                   : filter_replies_.full(now) ? &answers_full_cycles
                                               : nullptr,
                   now);
    return false;
}

// The filter may refuse one core's request and take another's.
bool ClusterPort::admit_one(Cycle now) {
    for (PortSet cores = ready_; cores.any();) {
        const unsigned core = cores.round_robin_from(next_core_);
        cores.reset(core);
        if (admit_from(core, now)) return true;
    }
    return false;
}

inline bool ClusterPort::admit_from(unsigned core, Cycle now) {
    Payload& payload = *core_in[core].requests().head();
    if (filter_) {
        if (!ask_filter(payload, core, now)) return false;
    } else {
        pass_on(payload, control_of(core, false), now, now);
    }
    if (recorded()) request_served_.show(payload);
    next_core_ = core + 1;
    core_in[core].requests().pop(now);
    visit(core, now);
    count_request(payload);
    outstanding_.change(1, now);
    return true;
}

// Does with the request what the filter decides. Returns false if it has to wait.
bool ClusterPort::ask_filter(Payload& payload, unsigned core, Cycle now) {
    if (filter_replies_.full(now)) return false;  // the filter may serve any request
    const std::uint64_t address = payload.get_address();
    const bool room = !injection_.filled() && !in_network_.full();
    const FilterVerdict verdict = filter_->on_request(describe(payload, address, core, now), room);
    if (verdict.action == FilterVerdict::inject) {
        const unsigned number = in_network_.enter(address, control_of(core, verdict.tracked));
        pass_on(payload, number, now + verdict.delay_cycles, now);
    } else if (verdict.action == FilterVerdict::serve) {
        read_into_payload(payload, verdict.line, line_of(address));
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        filter_replies_.push({&payload, core}, now + 1);
    }
    return verdict.action != FilterVerdict::wait;
}

// To the network; a request that finds the injection buffer empty passes it without delay.
[[gnu::always_inline]] inline void ClusterPort::pass_on(Payload& payload, unsigned control, Cycle visible, Cycle now) {
    ++injected_requests;
    gpu_access(payload).route.push(control);
    if (visible == now && injection_.empty() && noc_out.can_send(now))
        noc_out.send(&payload, now);
    else
        injection_.push(&payload, visible);
}

void ClusterPort::count_request(Payload& payload) {
    if (payload.is_read())
        ++read_requests;
    else if (payload.is_write())
        ++write_requests;
    else if (is_atomic(payload))
        ++atomic_requests;
    else
        ++control_requests;
}

// Called before the tick changes what the signals show.
void ClusterPort::show_inputs(Cycle now) {
    bus_held_ = !bus_.free();
    for (unsigned core = 0; core < core_in.size(); ++core)
        core_valid_signals_[core]->set(core_in[core].requests().ready(now));
}

void ClusterPort::show_state(Cycle now) {
    const bool bus_used = bus_held_ || bus_.started() == now;
    injection_signal_.set(injection_.size());
    injection_full_signal_.set(wait_.waits_for(injection_full_cycles));
    response_signal_.set(noc_out.responses().size());
    bus_busy_signal_.set(bus_used);
    bus_core_signal_.set(bus_.first().core);
    bus_receivers_signal_.set(bus_used ? bus_.receivers() : 0);
}

// When requests next need a tick. If the link is not free in the next cycle, noc_out wakes the port when it is.
inline Cycle ClusterPort::requests_due(bool progress, bool stuck, Cycle now) const {
    Cycle next = progress && !stuck && ready_.any() ? now + 1 : never;
    if (called_.any()) next = std::min(next, called_due(now));
    return std::min(next, injection_.due(now, progress, noc_out.can_send(now + 1)));
}

Cycle ClusterPort::called_due(Cycle now) const {
    Cycle next = never;
    called_.for_each([&](unsigned core) { next = std::min(next, core_in[core].due(now, false)); });
    return next;
}

inline Cycle ClusterPort::replies_due(bool progress, Cycle now) const {
    const Cycle next = std::min(noc_out.due(now, progress), bus_.due(now, progress));
    return filter_ ? std::min(next, filter_replies_.due(now, progress)) : next;
}

void ClusterPort::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    count_request(payload);
    ++injected_requests;
    delay += domain().period();
    const std::uint64_t address = payload.get_address();  // the network may change it
    noc_out->b_transport(payload, delay);
    if (filter_ && (payload.is_write() || is_atomic(payload)))
        filter_->on_write_around(address, payload.get_data_length());
    delay += bus_.cycles(reply_bytes(payload)) * domain().period();
    ++responses;
}

unsigned ClusterPort::serve_debug(Payload& payload, unsigned) {
    if (filter_ && payload.is_write()) filter_->on_write_around(payload.get_address(), payload.get_data_length());
    return noc_out->transport_dbg(payload);
}

void ClusterPort::settle_counters() {
    const Cycle now = domain().now();
    outstanding_.settle(now);
    wait_.settle(now);
    if (!bus_.free()) count_bus(now);
}

void ClusterPort::report_outstanding(std::ostream& output) const {
    for (unsigned core = 0; core < core_in.size(); ++core)
        if (!core_in[core].requests().empty())
            output << name() << ": " << core_in[core].requests().size() << " requests wait at core " << core << '\n';
    if (outstanding_.count())
        output << name() << ": " << outstanding_.count() << " requests outstanding, " << injection_.size()
               << " of them in the injection buffer, " << noc_out.responses().size() << " answered by the network\n";
}

}  // namespace heddle
