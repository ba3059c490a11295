// A cache's analysis port for what happens to its lines. The module around a cache's lookup has one as a member and
// gives the lookup its observer() when elaboration ends; while the port is not bound that is nobody, and nothing is
// reported.
#pragma once

#include <tlm>

#include "heddle/base/clock_domain.h"
#include "heddle/cache/line_event.h"
#include "heddle/cache/line_observer.h"

namespace heddle {

class LineEventPort : public tlm::tlm_analysis_port<LineEvent>, private LineObserver {
public:
    // `clock`: the cache's.
    LineEventPort(const char* name, const ClockDomain& clock) : tlm_analysis_port(name), clock_(clock) {}
    const char* kind() const override { return "heddle::LineEventPort"; }

    // The cache's number in the events; whoever binds several caches to one listener numbers them.
    void set_cache(unsigned number) { cache_ = number; }
    void bind(tlm::tlm_analysis_if<LineEvent>& listener) override {
        tlm_analysis_port::bind(listener);
        bound_ = true;
    }
    // Null while nobody listens.
    LineObserver* observer() { return bound_ ? this : nullptr; }

private:
    void missed(std::uint64_t line) override { report(LineEvent::Kind::missed, line); }
    void installed(std::uint64_t line) override { report(LineEvent::Kind::installed, line); }
    void dropped(std::uint64_t line) override { report(LineEvent::Kind::dropped, line); }
    void dropped_all() override { report(LineEvent::Kind::dropped_all, 0); }
    void report(LineEvent::Kind kind, std::uint64_t line) { write({kind, cache_, line, clock_.now()}); }

    const ClockDomain& clock_;
    unsigned cache_ = 0;
    bool bound_ = false;
};

}  // namespace heddle
