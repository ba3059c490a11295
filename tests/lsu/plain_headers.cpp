// The headers of the load/store units that are plain C++: none of them may include SystemC or TLM.
#include "base/lsu_traits.h"
#include "lsu/coalescer.h"
#include "lsu/lsu_parameters.h"
#include "lsu/pool/banked/banked_parameters.h"
#include "lsu/pool/mrpb/mrpb_parameters.h"
#include "lsu/pool/priority_fifos.h"
#include "lsu/pool/warppool/inter_warp_queues.h"
#include "lsu/pool/warppool/mapping.h"
#include "lsu/pool/warppool/request_selector.h"
#include "lsu/pool/warppool/storage.h"
#include "lsu/pool/warppool/thread_map_table.h"
#include "lsu/pool/warppool/warppool_parameters.h"
#include "lsu/pool/warppool/warppool_tally.h"
#include "lsu/request_window_monitor.h"

#if defined(SYSTEMC_VERSION) || defined(TLM_VERSION_MAJOR)
#error "a header that is plain C++ includes SystemC or TLM"
#endif
