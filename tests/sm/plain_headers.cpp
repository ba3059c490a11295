// The headers of the SM that are plain C++: none of them may include SystemC or TLM.
#include "sm/held_warps.h"
#include "sm/issue_units.h"
#include "sm/memory_order.h"
#include "sm/scoreboard.h"
#include "sm/shared_memory.h"
#include "sm/sm_parameters.h"
#include "sm/warp_context.h"
#include "sm/warp_scheduler/gto.h"
#include "sm/warp_scheduler/lrr.h"
#include "sm/warp_scheduler/warp_limiter.h"
#include "sm/warp_scheduler/warp_scheduler.h"
#include "sm/warp_sets.h"
#include "sm/warp_timers.h"

#if defined(SYSTEMC_VERSION) || defined(TLM_VERSION_MAJOR)
#error "a header that is plain C++ includes SystemC or TLM"
#endif
