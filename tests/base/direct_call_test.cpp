// What two ports do when they call each other directly is what they do when every call passes a monitor and so has
// phase, delay and status: in one clock domain and between two, with back-pressure in both directions.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/between.h"
#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/transparent_peer.h"

using namespace heddle;
using sc_core::sc_time;

namespace {

struct Step {
    char what;
    Cycle cycle;
    bool operator==(const Step& other) const { return what == other.what && cycle == other.cycle; }
};

// Sends as many requests as it can, and is slow to take answers now and then.
struct Sender : Ticked {
    AtOut out{*this, "out", 1};
    Sender(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        if (sent < 300 && out.can_send(now)) {
            log.push_back({'s', now});
            out.send(pool.acquire(tlm::TLM_READ_COMMAND, 32 * sent++, 32), now);
        }
        if (out.responses().ready(now) && (now / 50 % 2 || now % 5 == 0)) {
            log.push_back({'t', now});
            out.responses().pop(now)->release();
            ++taken;
        }
        out.service(now);
        wake_at(now + 1);
    }
    PayloadPool<LinePayload> pool;
    unsigned sent = 0, taken = 0;
    std::vector<Step> log;
};

// Answers after a while, and is slow to take requests now and then.
struct Server : Ticked, LtTarget {
    AtIn in{*this, *this, "in", 2};
    Server(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        if (in.requests().ready(now) && !answers.full(now) && (now / 70 % 2 || now % 4 == 0)) {
            log.push_back({'r', now});
            answers.push(in.requests().pop(now), now + 3);
        }
        if (answers.ready(now) && in.can_respond(now)) {
            log.push_back({'a', now});
            in.respond(answers.pop(now), now);
        }
        in.service(now);
        wake_at(now + 1);
    }
    void serve_blocking(Payload&, sc_time&, unsigned) override {}
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
    RegisteredQueue<Payload*> answers{4};
    std::vector<Step> log;
};

// A monitor that ports take for the port behind it.
struct Monitor : Between, TransparentPeer {
    using Between::Between;
    tlm::tlm_fw_transport_if<>* target_behind() override { return out.operator->(); }
};

struct Pair {
    Pair(const std::string& name, ClockDomain& senders, ClockDomain& servers, bool monitored)
        : sender((name + "_sender").c_str(), senders), server((name + "_server").c_str(), servers) {
        if (monitored) {
            monitor = std::make_unique<Monitor>((name + "_monitor").c_str());
            sender.out.bind(monitor->in);
            monitor->out.bind(server.in);
        } else {
            sender.out.bind(server.in);
        }
        sender.wake_at(1);
        server.wake_at(1);
    }
    Sender sender;
    Server server;
    std::unique_ptr<Monitor> monitor;
};

}  // namespace

TEST_CASE("a direct call has the timing of one that passes a monitor") {
    ClockDomain core("core", period_of_mhz(1132)), dram("dram", period_of_mhz(850)), slow("slow", period_of_mhz(283));
    ClockDomain* const domains[][2] = {{&core, &core}, {&core, &dram}, {&dram, &core}, {&core, &slow}, {&slow, &dram}};
    std::vector<std::unique_ptr<Pair>> direct, monitored;
    for (const auto& [senders, servers] : domains) {
        const std::string name = "pair_" + std::to_string(direct.size());
        direct.push_back(std::make_unique<Pair>(name, *senders, *servers, false));
        monitored.push_back(std::make_unique<Pair>(name + "_monitored", *senders, *servers, true));
    }
    sc_core::sc_start(sc_time(10, sc_core::SC_US));
    for (unsigned i = 0; i < direct.size(); ++i) {
        INFO("pair " << i);
        CHECK(direct[i]->sender.taken == 300);
        CHECK(monitored[i]->monitor->calls > 600);
        CHECK(direct[i]->sender.log == monitored[i]->sender.log);
        CHECK(direct[i]->server.log == monitored[i]->server.log);
    }
}
