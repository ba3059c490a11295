// What an SM does with the instruction, constant and texture cache of its core.
#include <algorithm>
#include <sstream>

#include "heddle/sm/sm.h"

namespace heddle {
namespace {

// Kernels lie this far apart: more than any of them has. The sum wraps around after 65536 kernels, in front of
// 0xff0000000000, where traces have their local memory; no code is ever written, so that it does no harm.
constexpr std::uint64_t kernel_code_bytes = std::uint64_t{1} << 24;
constexpr std::uint32_t kernels_apart = 1u << 16;

}  // namespace

std::vector<AtOut*> Sm::core_cache_outs() {
    std::vector<AtOut*> sockets;
    if (core_caches_) core_caches_->for_each_socket([&](AtOut& out) { sockets.push_back(&out); });
    return sockets;
}

void Sm::begin_kernel_code() {
    if (!core_caches_->fetch) return;
    core_caches_->fetch->code = parameters_.code_address + kernel_id_ % kernels_apart * kernel_code_bytes;
    core_caches_->fetch->bytes_per_pc = kernel_->bytes_per_pc();
}

// The warp has a new next instruction.
void Sm::look_ahead(WarpContext& warp) {
    const auto slot = static_cast<unsigned>(&warp - warps_.data());
    warp.needs = core_caches_->issue_class(*warp.next, warp.needs);
    if (InstructionFetch* fetch = core_caches_->fetch.get()) {
        const std::uint64_t offset = std::uint64_t{warp.next->pc} * fetch->bytes_per_pc % kernel_code_bytes;
        fetch->buffers.go_to(slot, fetch->code + offset);
        missing_ = fetch->buffers.missing();
    }
}

std::uint64_t Sm::with_read_only_room(Cycle now) const {
    std::uint64_t warps = 0;
    for (const IssueClass what : {IssueClass::constant, IssueClass::texture})
        if (sets_.ready_classes() & class_bit(what) && core_caches_->loads(what).out.can_send(now))
            warps |= sets_.ready(what);
    return warps;
}

Cycle Sm::read_only_room_from() const {
    Cycle from = never;
    for (const IssueClass what : {IssueClass::constant, IssueClass::texture})
        if (sets_.ready(what) & allowed_) from = std::min(from, core_caches_->loads(what).out.request_free_from());
    return from;
}

bool Sm::take_core_cache_responses(Cycle now) {
    bool progress = false;
    for (ReadOnlyLoads* way : {core_caches_->constant.get(), core_caches_->texture.get()})
        for (; way && way->out.responses().ready(now); progress = true) {
            auto* response = static_cast<MemoryInstruction*>(way->out.responses().pop(now));
            if (response->is_response_error()) memory_error(*response);
            take_read_only_response(*response, now);
        }
    if (core_caches_->fetch)
        for (auto& responses = core_caches_->fetch->out.responses(); responses.ready(now); progress = true)
            take_fetch(*responses.pop(now), now);
    return progress;
}

void Sm::take_read_only_response(MemoryInstruction& response, Cycle now) {
    const unsigned slot = response.access.warp;
    const WarpInstruction& instruction = *response.owner.instruction;
    if (instruction.operation == Operation::load) load_latency_cycles += now - response.owner.cycle;
    executor_->write_back(*warps_[slot].state, instruction, response.lanes);
    take_results(warps_[slot], slot, instruction);
    response.release();
    loaded(slot, now);
}

void Sm::take_fetch(Payload& response, Cycle now) {
    InstructionFetch& fetch = *core_caches_->fetch;
    auto& sent = static_cast<BasicLinePayload<InstructionFetch::Sent>&>(response);
    const unsigned slot = sent.access.warp;
    if (response.is_response_error()) fetch_error(response, slot);
    fetch.latency_cycles += now - sent.owner.cycle;
    response.release();
    fetch.buffers.filled(slot);
    missing_ = fetch.buffers.missing();
    if (warps_[slot].wait != WarpWait::fetch) return;
    if (held_until_[slot] > now) return wait_for_registers(slot, held_until_[slot], now, now);
    update_readiness(slot, now, now);
}

bool Sm::send_fetch(Cycle now) {
    InstructionFetch* fetch = core_caches_->fetch.get();
    if (!fetch || !fetch->buffers.any_unsent() || !fetch->out.can_send(now)) return false;
    const unsigned slot = fetch->buffers.next();
    const InstructionBuffers::Piece piece = fetch->buffers.piece(slot);
    auto* request = fetch->pool.acquire(tlm::TLM_READ_COMMAND, piece.address, piece.bytes);
    request->owner.cycle = now;
    GpuAccess& info = request->access;
    info.kind = AccessKind::instruction;
    info.sm = static_cast<std::uint16_t>(sm_id_);
    info.warp = static_cast<std::uint16_t>(slot);
    info.cta = warps_[slot].state->cta;
    info.kernel = kernel_id_;
    info.birth = domain().start_of_cycle();
    fetch->buffers.sent(slot);
    ++fetch->fetches;
    fetch->out.send(request, now);
    return true;
}

void Sm::service_core_caches(Cycle now) {
    core_caches_->for_each_socket([&](AtOut& out) { out.service(now); });
}

Cycle Sm::core_caches_due(bool progress, Cycle now) {
    Cycle next = never;
    core_caches_->for_each_socket([&](AtOut& out) { next = std::min(next, out.due(now, progress)); });
    const InstructionFetch* fetch = core_caches_->fetch.get();
    if (fetch && fetch->buffers.any_unsent() && fetch->out.request_link_open())
        next = std::min(next, std::max(fetch->out.request_free_from(), now + 1));
    return next;
}

// Of warps of which none is ready, some wait for memory and some for instructions: the cycle goes to the larger group.
bool Sm::lost_to_fetch(std::uint64_t warps) const {
    const std::uint64_t fetching = sets_.waiting(WarpWait::fetch) & warps;
    const std::uint64_t loading = sets_.waiting(WarpWait::memory) & warps;
    if (!fetching || !loading) return fetching != 0;
    return __builtin_popcountll(fetching) >= __builtin_popcountll(loading);
}

void Sm::fetch_error(const Payload& response, unsigned slot) const {
    const WarpContext& warp = warps_[slot];
    std::ostringstream message;
    message << name() << ": kernel " << kernel_->shape().name << ", CTA " << warp.state->cta << ", warp "
            << warp.state->warp << ", PC " << warp.next->pc << ": the response to the instruction fetch of 0x"
            << std::hex << response.get_address() << " is " << response.get_response_string()
            << "; memory has to be there from sm.code_address on";
    throw SimulationError(message.str());
}

}  // namespace heddle
