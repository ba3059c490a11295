// The headers of the load/store units that are plain C++: none of them may include SystemC or TLM.
#include "heddle/base/lsu_traits.h"
#include "heddle/lsu/coalescer.h"
#include "heddle/lsu/lsu_parameters.h"
#include "heddle/lsu/pool/banked/banked_parameters.h"
#include "heddle/lsu/pool/mrpb/mrpb_parameters.h"
#include "heddle/lsu/pool/priority_fifos.h"
#include "heddle/lsu/pool/warppool/inter_warp_queues.h"
#include "heddle/lsu/pool/warppool/mapping.h"
#include "heddle/lsu/pool/warppool/request_selector.h"
#include "heddle/lsu/pool/warppool/storage.h"
#include "heddle/lsu/pool/warppool/thread_map_table.h"
#include "heddle/lsu/pool/warppool/warppool_parameters.h"
#include "heddle/lsu/pool/warppool/warppool_tally.h"
#include "heddle/lsu/request_window_monitor.h"

#if defined(SYSTEMC_VERSION) || defined(TLM_VERSION_MAJOR)
#error "a header that is plain C++ includes SystemC or TLM"
#endif
