// What a CTA dispatcher sees of an SM: it takes CTA launches and answers each when it pleases.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/error.h"
#include "heddle/base/launch_messages.h"

namespace heddle {

class SmModel : public Ticked, public LtTarget {
public:
    AtIn launch_in;

    struct Taken {
        CtaLaunch launch;
        Cycle cycle;
    };

    SmModel(sc_core::sc_module_name name, ClockDomain& domain)
        : Ticked(name, domain), launch_in(*this, *this, "launch_in", 2) {}

    // How long a CTA runs; never: until retire() is called.
    std::function<Cycle(std::uint32_t cta)> run_cycles = [](std::uint32_t) { return Cycle{50}; };
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    std::vector<Taken> taken;
    unsigned resident = 0, most_resident = 0;

    std::vector<std::uint32_t> ctas() const {
        std::vector<std::uint32_t> list;
        for (const Taken& t : taken) list.push_back(t.launch.cta);
        return list;
    }
    void retire(std::uint32_t cta) {
        const auto found = held_.find(cta);
        if (found == held_.end()) throw SimulationError("CTA " + std::to_string(cta) + " is not held here");
        running_.insert({domain().now() + 1, found->second});
        held_.erase(found);
        wake_at(domain().now() + 1);
    }

    void tick(Cycle now) override {
        bool progress = false;
        if (!running_.empty() && running_.begin()->first <= now && launch_in.can_respond(now)) {
            Payload* done = running_.begin()->second;
            running_.erase(running_.begin());
            --resident;
            done->set_response_status(status);
            launch_in.respond(done, now);
            progress = true;
        }
        while (launch_in.requests().ready(now)) {
            Payload* launch = launch_in.requests().pop(now);
            CtaLaunch message;
            if (!read_message(*launch, message, sizeof message)) throw SimulationError("this is no CTA launch");
            taken.push_back({message, now});
            most_resident = std::max(most_resident, ++resident);
            const Cycle cycles = run_cycles(message.cta);
            if (cycles == never)
                held_.insert({message.cta, launch});
            else
                running_.insert({now + cycles, launch});
            progress = true;
        }
        launch_in.service(now);
        sleep_or_continue(progress, now, launch_in);
        if (!running_.empty()) wake_at(std::max(running_.begin()->first, now + 1));
    }
    void serve_blocking(Payload& payload, sc_core::sc_time&, unsigned) override {
        payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    }
    unsigned serve_debug(Payload&, unsigned) override { return 0; }

private:
    std::multimap<Cycle, Payload*> running_;
    std::map<std::uint32_t, Payload*> held_;
};

}  // namespace heddle
