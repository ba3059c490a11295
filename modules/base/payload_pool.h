// Payloads with their data and extensions in one piece, reused for ever: no allocation per transaction.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/gpu_access.h"
#include "base/warp_access.h"

namespace heddle {

// A transaction of at most one cache line.
struct LinePayload : Payload {
    explicit LinePayload(tlm::tlm_mm_interface* manager) : Payload(manager) { set_extension(&access); }
    ~LinePayload() override { clear_extension(&access); }
    void renew() {
        access = GpuAccess{};
        set_data_ptr(data.data());
    }
    void use_byte_enables() {
        set_byte_enable_ptr(enables.data());
        set_byte_enable_length(get_data_length());
    }
    // What every stage looks at stands next to the payload's own fields; what few need comes last.
    GpuAccess access;
    // `address` may start anywhere in a line; data and enables stand for [address, address + length).
    std::array<std::uint8_t, line_bytes> data;
    std::array<std::uint8_t, line_bytes> enables;
    std::array<std::uint8_t, line_bytes> compare;
};

// A warp's memory instruction between SM and LSU: the data are LaneAccess::data.
struct WarpPayload : Payload {
    explicit WarpPayload(tlm::tlm_mm_interface* manager) : Payload(manager) {
        set_extension(&access);
        set_extension(&lanes);
    }
    ~WarpPayload() override {
        clear_extension(&access);
        clear_extension(&lanes);
    }
    void renew() {
        access = GpuAccess{};
        set_data_ptr(lanes.data.data());
    }
    GpuAccess access;
    WarpAccess lanes;
};

// A short message as a write to address 0: kernel launch, CTA launch.
struct MessagePayload : Payload {
    explicit MessagePayload(tlm::tlm_mm_interface* manager) : Payload(manager) { set_extension(&access); }
    ~MessagePayload() override { clear_extension(&access); }
    void renew() {
        access = GpuAccess{};
        set_data_ptr(data.data());
    }
    alignas(8) std::array<std::uint8_t, 16> data;
    GpuAccess access;
};

// A module that creates transactions owns a pool. acquire() hands out a payload with one reference, ready to be sent.
template <class T>
class PayloadPool : public tlm::tlm_mm_interface {
public:
    T* acquire(tlm::tlm_command command, std::uint64_t address, unsigned bytes) {
        if (spare_.empty()) {
            all_.push_back(std::make_unique<T>(this));
            spare_.reserve(all_.capacity());
            spare_.push_back(all_.back().get());
        }
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

private:
    std::vector<std::unique_ptr<T>> all_;
    std::vector<T*> spare_;
};

}  // namespace heddle
