// Traffic on the sockets of a device that are not the one under test: other addresses, same wires.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kit/traffic_generator.h"

namespace heddle {

class BackgroundTraffic {
public:
    void attach(ClockDomain& clock, tlm::tlm_target_socket<32>& socket) {
        TrafficParameters traffic;
        traffic.transactions = 5000;
        traffic.base = 0x4000000 * (1 + generators_.size());
        traffic.seed = 100 + generators_.size();
        const std::string name = "background_" + std::to_string(generators_.size());
        generators_.push_back(std::make_unique<TrafficGenerator>(name.c_str(), clock, traffic));
        generators_.back()->memory_out.bind(socket);
    }
    std::string problems() {
        std::string all;
        for (auto& generator : generators_) {
            if (!generator->done()) all += std::string(generator->name()) + " did not finish\n";
            if (generator->errors()) all += generator->first_error() + "\n";
            if (generator->live_payloads()) all += std::string(generator->name()) + " leaked payloads\n";
            const std::string debug = generator->check_by_debug();
            if (!debug.empty()) all += debug + "\n";
        }
        return all;
    }

private:
    std::vector<std::unique_ptr<TrafficGenerator>> generators_;
};

}  // namespace heddle
