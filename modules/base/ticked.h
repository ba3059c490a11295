// A module that lives in a clock domain: woken when it asked for it or a peer called, asleep otherwise.
#pragma once

#include <algorithm>

#include "heddle/base/block.h"
#include "heddle/base/clock_domain.h"

namespace heddle {

class Ticked : public Block {
public:
    Ticked(sc_core::sc_module_name name, ClockDomain& domain)
        : Block(name), id_(domain.add(*this, [](Ticked& module, Cycle now) { module.tick(now); })), domain_(domain) {}
    // For modules that tick often: they pass `this`, and the domain calls their tick() without touching the object's
    // first line, which nobody else needs. Their tick() is final: the domain would not find another one.
    template <class Module>
    Ticked(sc_core::sc_module_name name, ClockDomain& domain, Module*)
        : Block(name),
          id_(domain.add(*this, [](Ticked& module, Cycle now) { static_cast<Module&>(module).Module::tick(now); })),
          domain_(domain) {}

    ClockDomain& domain() const { return domain_; }
    virtual void tick(Cycle now) = 0;

    // Its number in the domain, which may change until the simulation starts.
    unsigned id() const { return id_; }

    // The module becomes part of an island (island.h). Without one it is called alone, before the others of a cycle.
    void join(Island island) { domain_.set_island(id_, island); }

    // Asks for a tick in a later cycle; the earliest request wins.
    void wake_at(Cycle cycle) { domain_.wake_at(id_, cycle); }
    // The same, but kept beside an earlier request: for what a peer says only once, such as a link that will be free in
    // some cycles. The tick in between would not ask for it again.
    void wake_also_at(Cycle cycle) { domain_.wake_also_at(id_, cycle); }

protected:
    // The end of every tick(). Each part (queue, port) says when it next needs this module: after progress, whatever is
    // ready now may go on in the next cycle; without progress only a timer or a peer's call can change anything.
    template <class... Parts>
    void sleep_or_continue(bool progress, Cycle now, const Parts&... parts) {
        Cycle next = never;
        ((next = std::min(next, parts.due(now, progress))), ...);
        if (next != never) wake_at(next);
    }

private:
    friend class ClockDomain;

    // In this order both, and what a tick asks of the Block, lie on one line of the host's cache.
    unsigned id_;
    ClockDomain& domain_;
};

}  // namespace heddle
