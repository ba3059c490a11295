// Ways to join an initiator and a target socket in a foreign prototype: directly, by the sockets of modules around
// them, by multi-sockets, with a bridge in between that passes deep copies on, or one that changes addresses.
#pragma once

#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <memory>
#include <string>
#include <vector>

#include "kit/foreign_copying_bridge.h"
#include "kit/foreign_translator.h"

namespace heddle {

struct DirectJoint : sc_core::sc_module {
    template <class Out, class In>
    DirectJoint(sc_core::sc_module_name name, Out& out, In& in) : sc_module(name) {
        out.bind(in);
    }
};

// Two modules deep on either side, with TLM's plain sockets and both spellings of a binding.
struct ParentsJoint : sc_core::sc_module {
    struct Parent : sc_core::sc_module {
        tlm::tlm_initiator_socket<32> out{"out"};
        explicit Parent(sc_core::sc_module_name name) : sc_module(name) {}
    };
    struct TargetParent : sc_core::sc_module {
        tlm::tlm_target_socket<32> in{"in"};
        explicit TargetParent(sc_core::sc_module_name name) : sc_module(name) {}
    };
    template <class Out, class In>
    ParentsJoint(sc_core::sc_module_name name, Out& out, In& in) : sc_module(name) {
        out.bind(inner.out);
        inner.out(outer.out);
        target_inner.in(in);
        target_outer.in.bind(target_inner.in);
        if (targets_first)
            target_outer.in.bind(outer.out);
        else
            outer.out.bind(target_outer.in);
    }
    Parent inner{"inner"}, outer{"outer"};
    TargetParent target_inner{"target_inner"}, target_outer{"target_outer"};
    static inline bool targets_first = false;
};

// A foreign crossbar's sockets: each call comes with the number of the binding.
struct MultiSocketJoint : sc_core::sc_module {
    using Payload = tlm::tlm_generic_payload;
    tlm_utils::multi_passthrough_target_socket<MultiSocketJoint> in{"in"};
    tlm_utils::multi_passthrough_initiator_socket<MultiSocketJoint> out{"out"};

    template <class Out, class In>
    MultiSocketJoint(sc_core::sc_module_name name, Out& initiator, In& target) : sc_module(name) {
        in.register_nb_transport_fw(this, &MultiSocketJoint::forward);
        in.register_b_transport(this, &MultiSocketJoint::blocking);
        in.register_transport_dbg(this, &MultiSocketJoint::debug);
        out.register_nb_transport_bw(this, &MultiSocketJoint::backward);
        initiator.bind(in);
        out.bind(target);
    }
    tlm::tlm_sync_enum forward(int id, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        return out[id]->nb_transport_fw(payload, phase, delay);
    }
    tlm::tlm_sync_enum backward(int id, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        return in[id]->nb_transport_bw(payload, phase, delay);
    }
    void blocking(int id, Payload& payload, sc_core::sc_time& delay) { out[id]->b_transport(payload, delay); }
    unsigned debug(int id, Payload& payload) { return out[id]->transport_dbg(payload); }
};

template <ForeignCopyingBridge::Extensions extensions>
struct CopyingJoint : ForeignCopyingBridge {
    template <class Out, class In>
    CopyingJoint(sc_core::sc_module_name name, Out& initiator, In& target) : ForeignCopyingBridge(name, extensions) {
        initiator.bind(in);
        out.bind(target);
    }
};

// On the way of memory accesses only: a launch goes to address 0 and a debugger means what it says.
struct TranslatingJoint : ForeignTranslator {
    static constexpr std::uint64_t step = 0x1000000 + 3 * 128;
    template <class Out, class In>
    TranslatingJoint(sc_core::sc_module_name name, Out& initiator, In& target)
        : ForeignTranslator(name, translates(target.basename()) ? step : 0) {
        initiator.bind(in);
        out.bind(target);
    }
    static bool translates(const std::string& target) {
        return target == "warp_in" || target == "request_in" || target.rfind("core_in", 0) == 0 || target == "in_0";
    }
};

template <class Joint>
class Joints {
public:
    template <class Out, class In>
    void join(Out& out, In& in) {
        joints_.push_back(std::make_unique<Joint>(("joint_" + std::to_string(joints_.size())).c_str(), out, in));
    }
    const std::vector<std::unique_ptr<Joint>>& all() const { return joints_; }

private:
    std::vector<std::unique_ptr<Joint>> joints_;
};

}  // namespace heddle
