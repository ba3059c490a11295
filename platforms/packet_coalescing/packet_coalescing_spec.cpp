#include "heddle/platforms/packet_coalescing/packet_coalescing_spec.h"

namespace heddle {
namespace {

struct Scheduler {
    std::string name, description;
    std::vector<System::Setting> settings;
};

System system(const Scheduler& scheduler, const std::string& suffix, const std::string& hold,
              const std::string& description) {
    System result{scheduler.name + suffix, scheduler.description + description, scheduler.name + suffix == "FIFO",
                  scheduler.settings};
    result.settings.push_back({"packet_coalescing.hold", hold});
    return result;
}

Scheduler banked(const std::string& depth) {
    return {"BFIFO-" + depth,
            "A FIFO of " + depth + " requests for each DRAM bank",
            {{"memory_controller.scheduler", "banked_fifo"}, {"memory_controller.bank_queue_entries", depth}}};
}

}  // namespace

// MECHANISMS 3.5; the first is what runs without --system. The last two are not in the paper.
PlatformSpec packet_coalescing_spec() {
    const Scheduler fifo{"FIFO", "Requests in order of arrival", {{"memory_controller.scheduler", "fifo"}}},
        fr_fcfs{"FR-FCFS", "Row hits first", {{"memory_controller.scheduler", "fr_fcfs"}}},
        fr{"FR", fr_fcfs.description, fr_fcfs.settings}, banked_4 = banked("4"), banked_32 = banked("32");
    const std::string dynamic = "; routers merge reads to one DRAM row, held longer near the memory controller";
    const std::string fixed = "; routers merge reads to one DRAM row, held 5 cycles everywhere";
    const std::string slack = "; as dynamic, but held only while the SM has other warps to issue";
    return {
        "packet_coalescing",
        "Packet coalescing: a GPU of 28 SMs and 8 memory controllers on a 6 x 6 mesh whose routers hold read requests "
        "and merge those to one DRAM row, under three DRAM schedulers.",
        "packet_coalescing.ini",
        {system(fifo, "", "none", "; the paper's reference"), system(fr_fcfs, "", "none", ""),
         system(fifo, "+dynamic", "dynamic", dynamic), system(fr, "+dynamic", "dynamic", dynamic),
         system(fifo, "+extra5cycle", "extra", "; every request packet waits 5 cycles at each router, none is merged"),
         system(fifo, "+fixed", "fixed", fixed), system(fr, "+fixed", "fixed", fixed), system(banked_4, "", "none", ""),
         system(banked_32, "", "none", ""), system(banked_4, "+dynamic", "dynamic", dynamic),
         system(banked_32, "+dynamic", "dynamic", dynamic), system(fifo, "+slack", "slack", slack),
         system(fr, "+slack", "slack", slack)},
        {"packet_coalescing"}};
}

}  // namespace heddle
