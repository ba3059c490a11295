// What a memory transaction of a GPU carries beside address and bytes. One sticky extension per payload.
#pragma once

#include <array>
#include <cstdint>
#include <systemc>
#include <tlm>

#include "heddle/base/cycle.h"
#include "heddle/base/error.h"
#include "heddle/base/geometry.h"
#include "heddle/base/host_line.h"
#include "heddle/base/lane_access.h"
#include "heddle/base/payload_arena.h"

namespace heddle {

using Payload = tlm::tlm_generic_payload;

// A prefetch is a load whose bytes nobody wants: where no cache is concerned it is one like any other.
enum class AccessKind : std::uint8_t { load, store, atomic, texture, constant, instruction, prefetch };

// The way back of a response: each interconnect pushes the port by which a request came in, and pops it for the
// response.
class ReturnRoute {
public:
    static constexpr unsigned max_depth = 8;
    void push(unsigned port) {
        if (depth_ == max_depth) too_deep();
        ports_[depth_++] = static_cast<std::uint16_t>(port);
    }
    unsigned pop() { return ports_[--depth_]; }
    unsigned top() const { return ports_[depth_ - 1]; }
    unsigned depth() const { return depth_; }
    // The request was merged with another one and gets the same bytes: both responses travel together as far as their
    // ways are the same.
    void share() { shared_ = true; }
    bool shared() const { return shared_; }
    void clear() {
        depth_ = 0;
        shared_ = false;
    }

private:
    [[noreturn, gnu::cold]] static void too_deep();
    std::array<std::uint16_t, max_depth> ports_{};
    std::uint8_t depth_ = 0;
    bool shared_ = false;
};

struct AccessFields {
    AccessKind kind = AccessKind::load;
    AddressSpace space = AddressSpace::global;
    AtomicOp atomic_op = AtomicOp::add;
    ElementType atomic_type = ElementType::u32;
    bool bypass_l1 = false;
    bool foreign = false;  // given to a foreign payload, which may be reused for another command
    std::uint16_t sm = 0;
    std::uint32_t owner_tag = 0;  // private to the module that created the payload
    std::uint32_t word_mask = 0;  // the 4-byte words of the line that the warp asked for
    ReturnRoute route;
    std::uint16_t cta_slot = 0;  // of the SM: where the CTA is resident
    std::uint32_t cta = 0;
    std::uint32_t kernel = 0;
    std::uint16_t warp = 0;        // slot in the SM
    bool missed_l1 = false;        // in the response to a load: no L1 had its line, or it was still outstanding
    std::uint8_t ready_warps = 0;  // of its SM, others than its own, when a load was issued
    // Up to here a pooled payload's access fills one line of the host's cache; what follows is seldom looked at.
    sc_core::sc_time birth;                 // when the SM issued it
    const std::uint8_t* compare = nullptr;  // second operands of a cas, laid out as the data
};

struct GpuAccess : tlm::tlm_extension<GpuAccess>, AccessFields {
    // Back to the state of a new one.
    void clear() { static_cast<AccessFields&>(*this) = AccessFields{}; }

    // For bridges that pass deep copies of payloads on. A clone is freed by free(), like any extension of a payload
    // that has a memory manager; the bridge may take what was changed in it back to the original or not.
    tlm::tlm_extension_base* clone() const override;
    void copy_from(const tlm::tlm_extension_base& other) override {
        static_cast<AccessFields&>(*this) = static_cast<const GpuAccess&>(other);
    }
    void free() override {}  // lives inside its payload; HeapAccess overrides this
    // Of a clone: the data of the pooled payload that was copied; null otherwise. The old values of an atomic go there
    // too, because a bridge copies only a read's data back, and to TLM an atomic is none.
    virtual std::uint8_t* original_data() const { return nullptr; }
};

inline AccessKind kind_of_command(const Payload& payload) {
    return payload.is_write() ? AccessKind::store : AccessKind::load;
}

struct WarpAccess;

// The base of all payloads that come from a pool; they, and nothing else, live in the PayloadArena.
struct PooledPayload : Payload {
    explicit PooledPayload(tlm::tlm_mm_interface* manager) : Payload(manager) { set_extension(&access); }
    ~PooledPayload() override { clear_extension(&access); }
    GpuAccess access;
    WarpAccess* warp_access = nullptr;  // the extension of that type, if it has one
};

// Prefetches what has left the host's caches since the creator of a payload used it: reference count, extension,
// owner's state. The first host line is left out (prefetch_payload_header).
inline void prefetch_payload(const Payload* payload) {
    const char* lines = reinterpret_cast<const char*>(payload);
    for (std::size_t line = 1; line <= sizeof(PooledPayload) / host_line_bytes; ++line)
        prefetch_host_line(lines + line * host_line_bytes);
}
// The first host line of a payload: address, command, pointers to the data.
inline void prefetch_payload_header(const Payload* payload) {
    prefetch_host_line(payload);
}
// The bytes of a line that the payload brings or will get.
inline void prefetch_payload_data(const Payload& payload) {
    prefetch_host_line(payload.get_data_ptr());
    prefetch_host_line(payload.get_data_ptr() + host_line_bytes);
}

// Gives a foreign payload without GpuAccess one, of the kind its command says. `lender` takes it back.
GpuAccess& lend_access(Payload& payload, const void* lender);
// Removes the extension if it was lent by `lender`; a payload's own one stays.
void take_back_access(Payload& payload, const void* lender);
GpuAccess& attached_access(Payload& payload);

// Around a blocking or debug call: what the payload was lent during the call is taken back, so that one without a
// memory manager, which its owner may use for anything next, keeps nothing of Heddle.
class LentAccess {
public:
    explicit LentAccess(Payload& payload)
        : payload_(PayloadArena::contains(&payload) || payload.get_extension<GpuAccess>() ? nullptr : &payload) {}
    ~LentAccess() {
        if (payload_) take_back_access(*payload_, nullptr);
    }
    LentAccess(const LentAccess&) = delete;
    LentAccess& operator=(const LentAccess&) = delete;

private:
    Payload* payload_;
};

// The payload's extension. A foreign payload gets one, of the kind its command says, for as long as the port that took
// it in serves it.
inline GpuAccess& gpu_access(Payload& payload) {
    if (PayloadArena::contains(&payload)) return static_cast<PooledPayload&>(payload).access;
    return attached_access(payload);
}

// TLM has no atomic command: an atomic is an ignore command whose extension says what to do.
inline bool is_atomic(Payload& payload) {
    return payload.get_command() == tlm::TLM_IGNORE_COMMAND && gpu_access(payload).kind == AccessKind::atomic;
}
// Neither reads nor writes: an ignore command that is no atomic.
inline bool moves_nothing(Payload& payload) {
    return payload.get_command() == tlm::TLM_IGNORE_COMMAND && gpu_access(payload).kind != AccessKind::atomic;
}

}  // namespace heddle
