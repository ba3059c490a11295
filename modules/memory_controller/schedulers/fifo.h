#pragma once

#include "heddle/memory_controller/schedulers/scheduler.h"

namespace heddle {

// In order of arrival (MECHANISMS 3.4): the oldest request enters its bank when the bank has no other request to serve;
// until then the younger ones wait, even if their banks are idle. Requests that have entered different banks overlap.
class FifoScheduler final : public DramScheduler {
public:
    Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const override;
};

}  // namespace heddle
