#pragma once

#include <memory>

#include "cache/set_index.h"
#include "lsu/lsu_base.h"
#include "lsu/pool/pool_parameters.h"

namespace heddle {

// Builds the load/store unit that `pool.pool` names. `l1_sets` is how the L1 finds a line's set: the banked unit needs
// it.
std::unique_ptr<LsuBase> make_lsu(const char* name, ClockDomain& domain, const LsuParameters& parameters,
                                  const LsuPoolParameters& pool, const SetIndex& l1_sets);

}  // namespace heddle
