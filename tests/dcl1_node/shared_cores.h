// Several cores that read and write the same lines at random and add to the same counters. One scoreboard knows which
// bytes each read may return.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "crossbar/traffic.h"
#include "heddle/base/ports.h"
#include "kit/scoreboard.h"

namespace heddle {

struct SharedCoresParameters {
    unsigned cores = 6;
    std::uint64_t transactions = 20000;  // of all cores
    unsigned outstanding = 12;           // of each core
    unsigned lines = 48;                 // and four lines of counters behind them
    unsigned stall_percent = 10;         // of the cycles in which a core could take a response
};

class SharedCores : public Ticked {
public:
    Ports<AtOut> out;

    SharedCores(sc_core::sc_module_name name, ClockDomain& domain, const SharedCoresParameters& parameters)
        : Ticked(name, domain),
          out("out", parameters.cores,
              [this](const char* port, unsigned) { return std::make_unique<AtOut>(*this, port, 2); }),
          parameters_(parameters),
          in_flight_(parameters.cores),
          olds_(counters) {}

    bool done() const { return received_ == parameters_.transactions; }
    const std::string& first_error() const { return first_error_; }
    std::uint64_t fingerprint() const { return fingerprint_; }
    std::uint64_t sent() const { return sent_; }
    // Each counter must have given every old value once.
    bool counters_right() const {
        for (const auto& olds : olds_)
            for (std::size_t value = 0; value < olds.size(); ++value)
                if (olds[value] != 1) return false;
        return true;
    }

    void tick(Cycle now) override {
        bool again = false;
        for (unsigned core = 0; core < parameters_.cores; ++core) again |= tick_core(core, now);
        if (again) wake_at(now + 1);
    }

private:
    static constexpr unsigned counters = 4 * 32;
    void start_of_simulation() override { wake_at(1); }

    bool tick_core(unsigned core, Cycle now) {
        AtOut& port = out[core];
        const std::uint64_t noise = heddle_bench::noise(core + 1, now);
        if (port.responses().ready(now) && noise % 100 >= parameters_.stall_percent)
            receive(core, static_cast<LinePayload&>(*port.responses().pop(now)), now);
        if (sent_ < parameters_.transactions && in_flight_[core] < parameters_.outstanding && port.can_send(now) &&
            (noise >> 8) % 4)
            port.send(make(core), now);
        port.service(now);
        return in_flight_[core] || sent_ < parameters_.transactions;
    }
    LinePayload* make(unsigned core) {
        const std::uint64_t r = heddle_bench::noise(1000 + core, sent_++);
        ++in_flight_[core];
        const unsigned kind = (r >> 32) % 100;
        if (kind < 12) return make_atomic(core, r);
        const unsigned offset = (r >> 8) % 32 * 4, length = 4 * (1 + (r >> 16) % ((line_bytes - offset) / 4));
        const bool whole = (r >> 48) % 4 == 0, write = kind < 30;
        const std::uint64_t address = base + r % parameters_.lines * line_bytes + (whole ? 0 : offset);
        LinePayload* payload =
            pool_.acquire(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, whole ? line_bytes : length);
        payload->access.sm = static_cast<std::uint16_t>(core);
        payload->access.kind = write ? AccessKind::store : AccessKind::load;
        payload->access.bypass_l1 = !write && kind > 92;
        for (unsigned i = 0; i < line_bytes; ++i)
            payload->data[i] = static_cast<std::uint8_t>(heddle_bench::noise(r, i));
        const unsigned bytes = payload->get_data_length();
        payload->access.owner_tag = write ? scoreboard_.begin_write(address, bytes, payload->data.data(), nullptr)
                                          : scoreboard_.begin_read(address, bytes);
        return payload;
    }
    LinePayload* make_atomic(unsigned core, std::uint64_t r) {
        const unsigned counter = r % counters;
        LinePayload* payload = pool_.acquire(tlm::TLM_IGNORE_COMMAND, counter_base() + counter * 4, 4);
        payload->access.sm = static_cast<std::uint16_t>(core);
        payload->access.kind = AccessKind::atomic;
        const std::uint32_t one = 1;
        std::memcpy(payload->data.data(), &one, 4);
        olds_[counter].push_back(0);
        return payload;
    }
    void receive(unsigned core, LinePayload& payload, Cycle now) {
        ++received_;
        --in_flight_[core];
        fingerprint_ = heddle_bench::noise(fingerprint_ ^ now, payload.get_address() + core);
        std::string error;
        if (!payload.is_response_ok()) error = "a transaction failed";
        if (payload.access.kind == AccessKind::atomic)
            count_old(payload);
        else if (payload.is_write())
            scoreboard_.end_write(payload.access.owner_tag);
        else
            error += scoreboard_.end_read(payload.access.owner_tag, payload.data.data());
        if (first_error_.empty()) first_error_ = error;
        payload.release();
    }
    void count_old(const LinePayload& payload) {
        std::uint32_t old = 0;
        std::memcpy(&old, payload.data.data(), 4);
        auto& olds = olds_[(payload.get_address() - counter_base()) / 4];
        if (old < olds.size()) ++olds[old];
    }
    std::uint64_t counter_base() const { return base + parameters_.lines * line_bytes; }

    static constexpr std::uint64_t base = 0x10000;
    const SharedCoresParameters parameters_;
    PayloadPool<LinePayload> pool_;
    MemoryScoreboard scoreboard_;
    std::vector<unsigned> in_flight_;
    std::vector<std::vector<unsigned>> olds_;  // by counter: how often each old value came back
    std::uint64_t sent_ = 0, received_ = 0, fingerprint_ = 0;
    std::string first_error_;
};

}  // namespace heddle
