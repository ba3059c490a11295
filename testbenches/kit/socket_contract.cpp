#include "kit/socket_contract.h"

#include <algorithm>
#include <sstream>

#include "kit/checking_binder.h"
#include "kit/foreign_at_initiator.h"
#include "kit/foreign_copying_bridge.h"
#include "kit/foreign_lt_initiator.h"
#include "kit/traffic_generator.h"

namespace heddle {
namespace {

// A debug access through the device, by whichever initiator socket stands in front of it.
unsigned debug_access(tlm::tlm_initiator_socket<32>& socket, tlm::tlm_command command, std::uint64_t address,
                      std::uint8_t* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    return socket->transport_dbg(payload);
}

// The three initiators behind one face.
class Driver {
public:
    virtual ~Driver() = default;
    virtual tlm::tlm_initiator_socket<32>& socket() = 0;
    virtual void report(std::ostream& problems) = 0;
};

// What a foreign initiator wrote must be what a debugger sees.
void check_plan_by_debug(const ForeignPlan& plan, const ForeignTraffic& traffic, tlm::tlm_initiator_socket<32>& socket,
                         std::ostream& problems) {
    for (unsigned at = 0; at < traffic.footprint_bytes; at += ForeignPlan::line) {
        std::uint8_t data[ForeignPlan::line] = {};
        const std::uint64_t address = traffic.base + at;
        if (debug_access(socket, tlm::TLM_READ_COMMAND, address, data, sizeof data) != sizeof data) {
            problems << "debug read did not return a whole line\n";
            return;
        }
        for (unsigned i = 0; i < sizeof data; ++i)
            if (data[i] != plan.expected(address + i)) {
                problems << "debug read: byte at " << address + i << " is " << int(data[i]) << ", expected "
                         << int(plan.expected(address + i)) << "\n";
                return;
            }
    }
}

void report_plan(const ForeignPlan& plan, const ForeignTraffic& traffic, std::ostream& problems) {
    if (plan.finished() != traffic.transactions)
        problems << plan.finished() << " of " << traffic.transactions << " transactions finished\n";
    if (plan.errors()) problems << plan.errors() << " wrong responses, first: " << plan.first_error() << "\n";
}

struct AtDriver : Driver {
    explicit AtDriver(const ForeignTraffic& t) : traffic(t), initiator("initiator", t) {}
    tlm::tlm_initiator_socket<32>& socket() override { return initiator.socket; }
    void report(std::ostream& problems) override {
        report_plan(initiator.plan(), traffic, problems);
        if (initiator.live_payloads()) problems << initiator.live_payloads() << " payloads of the initiator leaked\n";
        check_plan_by_debug(initiator.plan(), traffic, initiator.socket, problems);
    }
    const ForeignTraffic traffic;
    ForeignAtInitiator initiator;
};

struct LtDriver : Driver {
    explicit LtDriver(const ForeignTraffic& t) : traffic(t), initiator("initiator", t) {}
    tlm::tlm_initiator_socket<32>& socket() override { return initiator.socket; }
    void report(std::ostream& problems) override {
        report_plan(initiator.plan(), traffic, problems);
        check_plan_by_debug(initiator.plan(), traffic, initiator.socket, problems);
    }
    const ForeignTraffic traffic;
    ForeignLtInitiator initiator;
};

struct DomainDriver : Driver {
    DomainDriver(ClockDomain& domain, const TrafficParameters& t) : traffic(t), generator("initiator", domain, t) {}
    tlm::tlm_initiator_socket<32>& socket() override { return generator.memory_out; }
    void report(std::ostream& problems) override {
        if (!generator.done())
            problems << generator.finished() << " of " << traffic.transactions << " transactions finished\n";
        if (generator.errors())
            problems << generator.errors() << " wrong responses, first: " << generator.first_error() << "\n";
        if (generator.live_payloads()) problems << generator.live_payloads() << " payloads of the initiator leaked\n";
        const std::string debug = generator.check_by_debug();
        if (!debug.empty()) problems << debug << "\n";
    }
    const TrafficParameters traffic;
    TrafficGenerator generator;
};

struct CopiedDriver : DomainDriver {
    CopiedDriver(ClockDomain& domain, const TrafficParameters& t) : DomainDriver(domain, t) {
        generator.memory_out.bind(bridge.in);
    }
    tlm::tlm_initiator_socket<32>& socket() override { return bridge.out; }
    void report(std::ostream& problems) override {
        DomainDriver::report(problems);
        if (bridge.live_copies()) problems << bridge.live_copies() << " copies of the bridge leaked\n";
    }
    ForeignCopyingBridge bridge{"bridge", ForeignCopyingBridge::Extensions::dropped};
};

std::unique_ptr<Driver> make_driver(ContractInitiator kind, ClockDomain& domain, const ContractDevice& device,
                                    const ContractOptions& options) {
    const bool copied = kind == ContractInitiator::copied;
    if (copied || kind == ContractInitiator::in_domain) {
        TrafficParameters traffic;
        traffic.transactions = options.transactions;
        traffic.footprint_bytes = options.footprint_bytes;
        traffic.base = options.base;
        if (device.executes_atomics()) traffic.read_percent -= 5;
        if (device.reads_only()) traffic.read_percent = 100;
        if (copied) return std::make_unique<CopiedDriver>(domain, traffic);
        return std::make_unique<DomainDriver>(domain, traffic);
    }
    ForeignTraffic traffic;
    traffic.transactions = options.transactions;
    traffic.footprint_bytes = options.footprint_bytes;
    traffic.base = options.base;
    if (device.reads_only()) traffic.write_percent = 0;
    if (kind == ContractInitiator::foreign_at) return std::make_unique<AtDriver>(traffic);
    return std::make_unique<LtDriver>(traffic);
}

// Written by a debugger, read back by it, in an area the traffic left alone.
void check_debug_write(tlm::tlm_initiator_socket<32>& socket, std::uint64_t address, std::ostream& problems) {
    std::uint8_t pattern[64], back[64] = {};
    for (unsigned i = 0; i < sizeof pattern; ++i) pattern[i] = static_cast<std::uint8_t>(0xa5 ^ (i * 7));
    const unsigned written = debug_access(socket, tlm::TLM_WRITE_COMMAND, address, pattern, sizeof pattern);
    const unsigned read = debug_access(socket, tlm::TLM_READ_COMMAND, address, back, sizeof back);
    if (written != sizeof pattern || read != sizeof back || !std::equal(pattern, pattern + sizeof pattern, back))
        problems << "a debug write did not read back\n";
}

// A device that passes payloads on lets a translated address through to its initiator.
AddressRule address_rule_before(ForeignTargetKind target) {
    return target == ForeignTargetKind::translating ? AddressRule::may_change : AddressRule::must_stay;
}

// A wedged device may keep waking itself up; the simulation then runs into this.
sc_core::sc_time time_limit(const ContractOptions& options) {
    return static_cast<double>(options.transactions) * sc_core::sc_time(2, sc_core::SC_US);
}

}  // namespace

std::string run_socket_contract(const ContractFactory& make, ContractInitiator initiator, ForeignTargetKind target,
                                const ContractOptions& options) {
    ClockDomain clock("clock", period_of_mhz(options.clock_mhz));
    CheckingBinder binder(ProtocolChecker::OnViolation::report, address_rule_before(target));
    std::unique_ptr<ContractDevice> device = make(clock);
    std::unique_ptr<Driver> driver = make_driver(initiator, clock, *device, options);
    binder.bind(driver->socket(), device->socket());
    std::vector<std::unique_ptr<ForeignTarget>> targets;
    for (tlm::tlm_initiator_socket<32>* socket : device->memory_sockets()) {
        targets.push_back(make_foreign_target(target, ("target_" + std::to_string(targets.size())).c_str()));
        binder.bind(*socket, targets.back()->target_socket());
    }
    std::ostringstream problems;
    try {
        sc_core::sc_start(time_limit(options));
        driver->report(problems);
        check_debug_write(driver->socket(), options.base + 4 * std::uint64_t{options.footprint_bytes}, problems);
    } catch (const std::exception& error) {
        problems << error.what() << "\n";
    }
    problems << device->problems();
    if (binder.outstanding()) problems << binder.outstanding() << " transactions outstanding at the end\n";
    if (device->live_payloads()) problems << device->live_payloads() << " payloads of the device leaked\n";
    if (binder.checkers().front()->transactions() != options.transactions)
        problems << "the checker in front counted " << binder.checkers().front()->transactions() << " transactions\n";
    return problems.str();
}

}  // namespace heddle
