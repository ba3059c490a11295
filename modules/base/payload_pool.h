// Payloads with their data and extensions in one piece, reused for ever: no allocation per transaction.
#pragma once

#include <array>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "heddle/base/gpu_access.h"
#include "heddle/base/warp_access.h"

namespace heddle {

struct NoOwnerState {};

// A transaction of at most one cache line. `OwnerState` is what the module that creates it wants to find again.
// What every stage looks at lies next to the payload's own fields, what few stages need comes last: with thousands of
// payloads in flight the host's caches are what limits the simulator.
template <class OwnerState = NoOwnerState>
struct alignas(64) BasicLinePayload : PooledPayload {
    using PooledPayload::PooledPayload;
    void renew() {
        access.clear();
        set_data_ptr(data.data());
    }
    void use_byte_enables() {
        set_byte_enable_ptr(enables.data());
        set_byte_enable_length(get_data_length());
    }
    OwnerState owner;
    // `address` may start anywhere in a line; data and enables stand for [address, address + length).
    alignas(64) std::array<std::uint8_t, line_bytes> data;
    std::array<std::uint8_t, line_bytes> enables;
    std::array<std::uint8_t, line_bytes> compare;
};
using LinePayload = BasicLinePayload<>;

// A warp's memory instruction between SM and LSU: the data are LaneAccess::data.
template <class OwnerState = NoOwnerState>
struct alignas(64) BasicWarpPayload : PooledPayload {
    explicit BasicWarpPayload(tlm::tlm_mm_interface* manager) : PooledPayload(manager) {
        set_extension(&lanes);
        warp_access = &lanes;
    }
    ~BasicWarpPayload() override { clear_extension(&lanes); }
    void renew() {
        access.clear();
        lanes.strided = false;
        set_data_ptr(lanes.data.data());
    }
    OwnerState owner;
    WarpAccess lanes;
};
using WarpPayload = BasicWarpPayload<>;

// A short message as a write to address 0: kernel launch, CTA launch.
struct MessagePayload : PooledPayload {
    using PooledPayload::PooledPayload;
    void renew() {
        access.clear();
        set_data_ptr(data.data());
    }
    alignas(8) std::array<std::uint8_t, 16> data;
};

// A module that creates transactions owns a pool. acquire() hands out a payload with one reference, ready to be sent.
// That reference is the only one: the ports that a pooled payload passes take none, so its creator keeps the reference
// until it has taken the response.
template <class T>
class PayloadPool : public tlm::tlm_mm_interface {
    static_assert(std::is_base_of_v<PooledPayload, T>, "only PooledPayloads may live in the PayloadArena");

public:
    [[nodiscard]] T* acquire(tlm::tlm_command command, std::uint64_t address, unsigned bytes) {
        if (spare_.empty()) grow();
        T* payload = spare_.back();
        spare_.pop_back();
        payload->renew();
        payload->set_command(command);
        payload->set_address(address);
        payload->set_data_length(bytes);
        payload->set_streaming_width(bytes);
        payload->set_byte_enable_ptr(nullptr);
        payload->set_byte_enable_length(0);
        payload->set_dmi_allowed(false);
        payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        payload->acquire();
        return payload;
    }
    void free(Payload* payload) override {
        payload->reset();
        spare_.push_back(static_cast<T*>(payload));
    }
    // Payloads handed out and not yet returned; zero when nothing leaks.
    std::size_t live() const { return all_.size() - spare_.size(); }

    PayloadPool() = default;
    PayloadPool(const PayloadPool&) = delete;
    PayloadPool& operator=(const PayloadPool&) = delete;
    ~PayloadPool() override {
        for (T* payload : all_) {
            if (PayloadArena::contains(payload))
                payload->~T();
            else
                delete payload;
        }
    }

private:
    [[gnu::cold]] void grow() {
        void* memory = PayloadArena::allocate(sizeof(T));
        all_.push_back(memory ? new (memory) T(this) : new T(this));
        spare_.reserve(all_.capacity());
        spare_.push_back(all_.back());
    }

    std::vector<T*> all_;
    std::vector<T*> spare_;
};

}  // namespace heddle
