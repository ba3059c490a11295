// What every block is waiting for, in words: what somebody who debugs a hang reads first.
#pragma once

#include <string>

namespace heddle {

// One paragraph per block that has something outstanding; says so when none has.
std::string outstanding_work();

}  // namespace heddle
