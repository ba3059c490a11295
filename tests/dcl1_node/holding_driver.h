// Cores that do not take responses before some cycle: the test of what the node does then.
#pragma once

#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"

namespace heddle {

class HoldingDriver : public Ticked {
public:
    AtOut memory_out{*this, "memory_out", 4};
    Cycle takes_from = 0;
    std::vector<Cycle> answered;

    HoldingDriver(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    ~HoldingDriver() override {
        for (LinePayload* payload : reads_) payload->release();
    }
    void read(std::uint64_t address, unsigned bytes) {
        reads_.push_back(pool_.acquire(tlm::TLM_READ_COMMAND, address, bytes));
    }
    std::size_t sent() const { return next_; }
    bool done() const { return answered.size() == reads_.size(); }

    void tick(Cycle now) override {
        bool progress = false;
        if (now >= takes_from && memory_out.responses().ready(now)) {
            memory_out.responses().pop(now);
            answered.push_back(now);
            progress = true;
        }
        if (next_ < reads_.size() && memory_out.can_send(now)) {
            memory_out.send(reads_[next_++], now);
            progress = true;
        }
        memory_out.service(now);
        sleep_or_continue(progress, now, memory_out);
        if (progress) wake_at(now + 1);
        if (takes_from > now) wake_at(takes_from);
    }

private:
    void start_of_simulation() override { wake_at(1); }
    PayloadPool<LinePayload> pool_;
    std::vector<LinePayload*> reads_;
    std::size_t next_ = 0;
};

}  // namespace heddle
