#include "cluster_port/cluster_port.h"

#include <string>

#include "base/payload_bytes.h"

namespace heddle {
namespace {

// The link's register at each core: with two places a core can send in every cycle.
constexpr std::size_t link_packets = 2;

unsigned reply_bytes(Payload& payload) {
    return payload.is_read() || is_atomic(payload) ? payload.get_data_length() : 0;
}

ClusterRequest describe(Payload& payload, unsigned core, Cycle now) {
    const GpuAccess& access = gpu_access(payload);
    ClusterRequest request;
    request.core = core;
    request.address = payload.get_address();
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

// The packet's control information: the core, and whether the filter keeps track of the request.
unsigned control_of(unsigned core, bool tracked) {
    return core * 2 + tracked;
}

const ClusterPortParameters& valid(const ClusterPortParameters& parameters, const char* key) {
    parameters.validate(key);
    return parameters;
}

}  // namespace

ClusterPort::ClusterPort(sc_core::sc_module_name name, ClockDomain& domain, const ClusterPortParameters& parameters,
                         std::unique_ptr<RequestFilter> filter)
    : Ticked(name, domain, this),
      core_in("core_in", valid(parameters, this->name()).cores,
              [this](const char* port_name, unsigned core) {
                  return std::make_unique<WatchedIn>(*this, *this, port_name, link_packets, core, called_);
              }),
      noc_out(*this, "noc_out", parameters.response_buffer_packets),
      parameters_(parameters),
      filter_(std::move(filter)),
      works_without_room_(filter_->works_without_room()),
      injection_(parameters.injection_buffer_packets),
      answers_(parameters.response_buffer_packets),
      bus_(parameters.bus_bytes) {
    for (unsigned core = 0; core < parameters.cores; ++core)
        core_valid_signals_.push_back(std::make_unique<Signal>(*this, "core_in_" + std::to_string(core) + "_valid", 1));
}

void ClusterPort::tick(Cycle now) {
    if (recorded()) show_valid(now);
    bus_used_ = !bus_.free();
    bool progress = start_reply(now);
    progress |= deliver(now);
    const bool injected = inject(now), admitted = called_.any() && admit(now);
    progress |= injected | admitted;
    if (!injected) progress |= inject(now);  // an empty buffer is no delay
    const bool stuck = !admitted && hopeless() && !noc_out.request_link_open();
    const Cycle cores_due = service_cores(progress && !stuck, now);
    noc_out.service(now);
    if (recorded()) show_state(now);
    sleep(progress, cores_due, now);
}

bool ClusterPort::start_reply(Cycle now) {
    if (!bus_.free()) return false;
    const bool reply = noc_out.responses().ready(now), answer = answers_.ready(now);
    if (!reply && !answer) return false;
    if (answer && (answer_first_ || !reply))
        begin_answer(now);
    else
        begin_network_reply(now);
    bus_used_ = true;
    bus_core_ = bus_.receivers().front().core;
    bus_receivers_ = static_cast<unsigned>(bus_.receivers().size());
    return true;
}

void ClusterPort::begin_answer(Cycle now) {
    const ClusterRequest request = answers_.pop(now);
    bus_.receivers().push_back(request);
    bus_.start(request.bytes, now);
    answer_first_ = false;
}

void ClusterPort::begin_network_reply(Cycle now) {
    Payload& payload = *noc_out.responses().pop(now);
    ReturnRoute& route = gpu_access(payload).route;
    const unsigned control = route.depth() ? route.pop() : control_of(core_in.size(), false), core = control / 2;
    if (core >= core_in.size())
        throw SimulationError(std::string(name()) + ": the return route of the reply for address " +
                              std::to_string(payload.get_address()) + " does not name one of the " +
                              std::to_string(core_in.size()) + " cores");
    auto& receivers = bus_.receivers();
    receivers.push_back(describe(payload, core, now));
    receivers.front().tracked = control % 2;
    const ClusterRequest reply = receivers.front();
    filter_->on_reply(reply, payload.is_response_ok() ? payload.get_data_ptr() : nullptr, receivers);
    for (std::size_t i = 1; i < receivers.size(); ++i) {
        if (payload.is_response_ok())
            read_into_payload(*receivers[i].payload, payload.get_data_ptr(), payload.get_address());
        receivers[i].payload->set_response_status(payload.get_response_status());
    }
    bus_.start(reply_bytes(payload), now);
    answer_first_ = true;
}

bool ClusterPort::deliver(Cycle now) {
    const unsigned delivered = bus_.deliver(now, [&](const ClusterRequest& request) {
        if (!core_in[request.core].can_respond(now)) return false;
        core_in[request.core].respond(request.payload, now);
        return true;
    });
    if (!delivered) return false;
    responses += delivered;
    change_outstanding(-static_cast<int>(delivered), now);
    if (bus_.free()) bus_busy_cycles += now - bus_.started() + 1;
    return true;
}

bool ClusterPort::inject(Cycle now) {
    if (!injection_.ready(now) || !noc_out.can_send(now)) return false;
    noc_out.send(injection_.pop(now), now);
    return true;
}

bool ClusterPort::admit(Cycle now) {
    const bool nobody = hopeless();
    bool waiting = false;
    for (PortSet cores = called_; cores.any();) {
        const unsigned core = cores.round_robin_from(next_core_);
        cores.reset(core);
        if (!core_in[core].requests().ready(now)) continue;
        waiting = true;
        if (nobody) break;
        if (!admit_from(core, now)) continue;
        next_core_ = core + 1;
        if (blocked_since_ != never) injection_full_cycles += now - blocked_since_;
        blocked_since_ = never;
        return true;
    }
    if (waiting && blocked_since_ == never) blocked_since_ = now;
    return false;
}

bool ClusterPort::admit_from(unsigned core, Cycle now) {
    if (answers_.full(now)) return false;  // any request might be answered
    Payload& payload = *core_in[core].requests().head();
    const ClusterRequest request = describe(payload, core, now);
    const FilterVerdict verdict = filter_->on_request(request, !injection_.filled());
    if (verdict.action == FilterVerdict::wait) return false;
    core_in[core].requests().pop(now);
    count_request(payload);
    change_outstanding(1, now);
    if (verdict.action == FilterVerdict::inject) {
        ++injected_requests;
        gpu_access(payload).route.push(control_of(core, verdict.tracked));
        injection_.push(&payload, now + verdict.delay_cycles);
    } else if (verdict.action == FilterVerdict::answer) {
        read_into_payload(payload, verdict.line, line_of(payload.get_address()));
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        answers_.push(request, now + 1);
    }
    return true;
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

// The area under the number of outstanding requests is the sum of their latencies: no time stamp per request is needed.
void ClusterPort::change_outstanding(int difference, Cycle now) {
    outstanding_cycles += outstanding_ * (now - outstanding_changed_);
    outstanding_changed_ = now;
    outstanding_ += static_cast<unsigned>(difference);
}

void ClusterPort::show_valid(Cycle now) {
    for (unsigned core = 0; core < core_in.size(); ++core)
        core_valid_signals_[core]->set(core_in[core].requests().ready(now));
}

void ClusterPort::show_state(Cycle) {
    injection_signal_.set(injection_.size());
    injection_full_signal_.set(blocked_since_ != never);
    response_signal_.set(noc_out.responses().size());
    bus_busy_signal_.set(bus_used_);
    bus_core_signal_.set(bus_core_);
    bus_receivers_signal_.set(bus_used_ ? bus_receivers_ : 0);
}

// Acknowledges what the called cores' ports have room for. Returns when they next need a tick.
Cycle ClusterPort::service_cores(bool progress, Cycle now) {
    Cycle next = never;
    called_.for_each([&](unsigned core) {
        AtIn& port = core_in[core];
        port.service(now);
        next = std::min(next, port.due(now, progress));
        if (port.requests().empty() && !port.stalls_peer()) called_.reset(core);
    });
    return next;
}

void ClusterPort::sleep(bool progress, Cycle cores_due, Cycle now) {
    // A waveform wants to see every change in its cycle; the ticks for that change nothing else.
    Cycle next = progress && recorded() ? now + 1 : cores_due;
    next = std::min(next, injection_.due(now, progress, noc_out.request_link_open()));
    if (next != never) wake_at(next);
    sleep_or_continue(progress, now, answers_, noc_out, bus_);
}

void ClusterPort::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    count_request(payload);
    ++injected_requests;
    delay += domain().period();
    noc_out->b_transport(payload, delay);
    if (payload.is_write() || is_atomic(payload)) filter_->on_write_around(line_of(payload.get_address()));
    delay += bus_.cycles(reply_bytes(payload)) * domain().period();
    ++responses;
}

unsigned ClusterPort::serve_debug(Payload& payload, unsigned) {
    if (payload.is_write()) filter_->on_write_around(line_of(payload.get_address()));
    return noc_out->transport_dbg(payload);
}

void ClusterPort::report_outstanding(std::ostream& output) const {
    for (unsigned core = 0; core < core_in.size(); ++core)
        if (!core_in[core].requests().empty())
            output << name() << ": " << core_in[core].requests().size() << " requests wait at core " << core << '\n';
    if (outstanding_)
        output << name() << ": " << outstanding_ << " requests outstanding, " << injection_.size()
               << " of them in the injection buffer, " << noc_out.responses().size() << " answered by the network\n";
}

}  // namespace heddle
