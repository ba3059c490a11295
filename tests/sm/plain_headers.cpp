// The headers of the SM that are plain C++: none of them may include SystemC or TLM.
#include "heddle/sm/held_warps.h"
#include "heddle/sm/instruction_buffers.h"
#include "heddle/sm/issue_units.h"
#include "heddle/sm/memory_order.h"
#include "heddle/sm/memory_queue.h"
#include "heddle/sm/operand_collectors.h"
#include "heddle/sm/pending_registers.h"
#include "heddle/sm/scoreboard.h"
#include "heddle/sm/shared_memory.h"
#include "heddle/sm/sm_parameters.h"
#include "heddle/sm/warp_context.h"
#include "heddle/sm/warp_scheduler/gto.h"
#include "heddle/sm/warp_scheduler/lrr.h"
#include "heddle/sm/warp_scheduler/oldest_cta.h"
#include "heddle/sm/warp_scheduler/warp_limiter.h"
#include "heddle/sm/warp_scheduler/warp_scheduler.h"
#include "heddle/sm/warp_sets.h"
#include "heddle/sm/warp_timers.h"

#if defined(SYSTEMC_VERSION) || defined(TLM_VERSION_MAJOR)
#error "a header that is plain C++ includes SystemC or TLM"
#endif
