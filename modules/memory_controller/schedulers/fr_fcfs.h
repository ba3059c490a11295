#pragma once

#include "heddle/memory_controller/schedulers/scheduler.h"

namespace heddle {

// First ready, first come first served (MECHANISMS section 0): the oldest request that hits an open row whose bank can
// accept a column command. Beside it, row commands prepare banks for the oldest request each; a row is kept open as
// long as any request hits it.
class FrFcfsScheduler final : public DramScheduler {
public:
    Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const override;
};

}  // namespace heddle
