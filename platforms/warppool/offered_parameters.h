// The parameters of the GPU without those that follow from others on this platform, and with those of the pools of the
// load/store unit beside its own.
#pragma once

#include <string>

#include "common/parameter_set.h"
#include "lsu/lsu_parameters.h"
#include "lsu/pool/pool_parameters.h"

namespace heddle {

// What the SM must know of the unit follows from lsu.pool; the pools' warps and banks are those of SM and L1.
inline bool follows_from_others(const std::string& key) {
    for (const char* derived : {"sm.memory_order", "sm.instruction_queues", "sm.instruction_queue_entries",
                                "lsu.warppool.warps", "lsu.mrpb.warp_queues", "lsu.banks"})
        if (key == derived) return true;
    return false;
}

class OfferedParameters {
public:
    OfferedParameters(ParameterSet& set, LsuPoolParameters& pools, std::string prefix = "")
        : set_(set), pools_(pools), prefix_(std::move(prefix)) {}

    template <class T>
    void operator()(const char* key, T& member, const char* unit, const char* meaning) {
        if (!follows_from_others(prefix_ + key)) set_(key, member, unit, meaning);
    }
    template <class Group>
    void group(const char* name, Group& nested) {
        Filtered<Group> filtered{nested, pools_, prefix_ + name + "."};
        set_.group(name, filtered);
    }
    void group(const char* name, LsuParameters& lsu) {
        struct Both {
            LsuParameters& unit;
            LsuPoolParameters& pools;
            void visit(OfferedParameters& visitor) {
                unit.visit(visitor);
                pools.visit(visitor);
            }
        } both{lsu, pools_};
        group<Both>(name, both);
    }

private:
    template <class Group>
    struct Filtered {
        Group& nested;
        LsuPoolParameters& pools;
        std::string prefix;
        void visit(ParameterSet& set) {
            OfferedParameters offered(set, pools, prefix);
            nested.visit(offered);
        }
    };

    ParameterSet& set_;
    LsuPoolParameters& pools_;
    const std::string prefix_;
};

}  // namespace heddle
