// A foreign loosely timed initiator: one thread, b_transport, one payload without a memory manager, reused.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include "kit/foreign_plan.h"

namespace heddle {

class ForeignLtInitiator : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(ForeignLtInitiator);
    tlm_utils::simple_initiator_socket<ForeignLtInitiator> socket;

    ForeignLtInitiator(sc_core::sc_module_name name, const ForeignTraffic& traffic);

    bool done() const { return plan_.finished() == traffic_.transactions; }
    const ForeignPlan& plan() const { return plan_; }

private:
    void run();

    const ForeignTraffic traffic_;
    ForeignPlan plan_;
};

}  // namespace heddle
