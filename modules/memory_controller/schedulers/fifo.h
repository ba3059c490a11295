#pragma once

#include "heddle/memory_controller/schedulers/scheduler.h"

namespace heddle {

// Strictly in order of arrival: commands are issued for the oldest request only.
class FifoScheduler final : public DramScheduler {
public:
    Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const override;
};

}  // namespace heddle
