// What the foreign targets share: written with tlm_utils only, as in a foreign code base.
#pragma once

#include <memory>
#include <random>
#include <systemc>
#include <tlm>

#include "kit/foreign_storage.h"

namespace heddle {

// Data move when a request is accepted, in the order of acceptance; responses may come in any order.
class ForeignTarget : public sc_core::sc_module {
public:
    virtual tlm::tlm_target_socket<32>& target_socket() = 0;

    ForeignStorage& storage() { return storage_; }
    std::uint64_t accesses() const { return accesses_; }

protected:
    ForeignTarget(sc_core::sc_module_name name, std::uint64_t seed) : sc_module(name), random_(seed) {}

    void execute(tlm::tlm_generic_payload& payload) {
        ++accesses_;
        storage_.access(payload);
    }
    void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
        execute(payload);
        delay += sc_core::sc_time(40, sc_core::SC_NS);
    }
    unsigned debug(tlm::tlm_generic_payload& payload) { return storage_.debug(payload); }
    // Anything from 0 to `most`, on no clock's grid.
    sc_core::sc_time random_time(const sc_core::sc_time& most) {
        return sc_core::sc_time::from_value(random_() % (most.value() + 1));
    }
    bool chance(unsigned percent) { return random_() % 100 < percent; }

private:
    ForeignStorage storage_;
    std::mt19937_64 random_;
    std::uint64_t accesses_ = 0;
};

// translating: behind an interconnect that changes the address; copying: behind a bridge that answers from a deep copy.
enum class ForeignTargetKind { at, lt, early, response, translating, copying };
std::unique_ptr<ForeignTarget> make_foreign_target(ForeignTargetKind kind, const char* name, std::uint64_t seed = 9);

}  // namespace heddle
