#include "heddle/memory_controller/schedulers/scheduler.h"

#include "heddle/base/parameters.h"
#include "heddle/memory_controller/schedulers/banked_fifo.h"
#include "heddle/memory_controller/schedulers/fifo.h"
#include "heddle/memory_controller/schedulers/fr_fcfs.h"
#include "heddle/memory_controller/schedulers/names.h"

namespace heddle {

std::unique_ptr<DramScheduler> make_dram_scheduler(const std::string& name, unsigned entries_per_bank) {
    require_one_of(name, scheduler_names, "scheduler");
    if (name == "banked_fifo") return std::make_unique<BankedFifoScheduler>(entries_per_bank);
    if (name == "fifo") return std::make_unique<FifoScheduler>();
    return std::make_unique<FrFcfsScheduler>();
}

}  // namespace heddle
