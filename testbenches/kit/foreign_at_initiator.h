// A foreign four-phase initiator: unaligned annotated delays; END_RESP comes late, by return value or by completion.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <memory>
#include <vector>

#include "kit/foreign_plan.h"

namespace heddle {

class ForeignAtInitiator : public sc_core::sc_module, private tlm::tlm_mm_interface {
public:
    SC_HAS_PROCESS(ForeignAtInitiator);
    tlm_utils::simple_initiator_socket<ForeignAtInitiator> socket;

    ForeignAtInitiator(sc_core::sc_module_name name, const ForeignTraffic& traffic);

    bool done() const { return plan_.finished() == traffic_.transactions; }
    const ForeignPlan& plan() const { return plan_; }
    // Payloads that have not come back to this initiator's memory manager.
    std::size_t live_payloads() const { return all_.size() - spare_.size(); }

private:
    struct Transaction : tlm::tlm_generic_payload {
        explicit Transaction(tlm::tlm_mm_interface* manager) : tlm_generic_payload(manager) {}
        ForeignPlan::Access access;
    };
    void free(tlm::tlm_generic_payload* payload) override;
    Transaction* take();
    void run();
    void send(Transaction& transaction);
    tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void happen(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
    void end_request(const Transaction& transaction);
    void finish(Transaction& transaction);
    sc_core::sc_time random_time(double most_ns);

    const ForeignTraffic traffic_;
    ForeignPlan plan_;
    tlm_utils::peq_with_cb_and_phase<ForeignAtInitiator> events_;
    sc_core::sc_event request_free_, room_;
    const Transaction* requesting_ = nullptr;  // its request phase is open
    unsigned outstanding_ = 0;
    std::vector<std::unique_ptr<Transaction>> all_;
    std::vector<Transaction*> spare_;
};

}  // namespace heddle
