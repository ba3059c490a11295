// The host beside the GPU: fills memory, launches one kernel after another, and looks at memory at the end.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/ports.h"
#include "heddle/base/waveform.h"
#include "heddle/platforms/common/host_memory.h"
#include "heddle/platforms/common/statistics.h"
#include "heddle/platforms/common/totals.h"

namespace heddle {

// One finished launch. Its totals are those of the difference of two snapshots.
struct KernelRun {
    std::uint32_t kernel;
    std::string name;
    Cycle begin_cycle;
    Totals totals;
};

// Between two kernels the host looks at memory and counters. It does so just before the end of the core cycle that
// brought the response, when every module of that cycle has been evaluated: what it sees does not depend on the order
// of evaluation. When the last kernel has finished it pauses the simulation, so that sc_start() returns.
class Host : public Ticked {
public:
    SC_HAS_PROCESS(Host);

    AtOut kernel_out;  // to the CTA dispatcher: a write of 4 bytes to address 0, the kernel's number
    // To the blocks that hold memory, one each: debug transport only.
    Ports<tlm_utils::simple_initiator_socket<Host>> memory_out;

    // `map` says which of the `targets` holds an address.
    Host(sc_core::sc_module_name name, ClockDomain& domain, Workload& workload, const AddressMap& map = {},
         unsigned targets = 1);
    const char* kind() const override { return "host"; }

    // What each launch is told with; before the simulation.
    void set_totals(const TotalsTable& table) { totals_table_ = table; }
    // Before each launch the kernel's constant images are written to memory, for a machine whose SMs read them there.
    void write_constant_images() { writes_constants_ = true; }

    bool done() const { return done_; }
    // The cycle in which the response of the last kernel was seen; valid when done().
    Cycle done_cycle() const { return done_cycle_; }
    const std::vector<KernelRun>& kernel_runs() const { return runs_; }
    const Statistics& statistics() const { return *statistics_; }
    CheckResult check() { return workload_.check(memory_); }
    HostMemory& memory() { return memory_; }
    // Launch messages not yet returned; zero after every kernel.
    std::size_t live_messages() const { return messages_.live(); }

    void tick(Cycle now) override;
    void report_outstanding(std::ostream& out) const override;

private:
    void start_of_simulation() override;
    void look_between_kernels();
    void send_launch(Cycle now);
    void finish_launch(Cycle now);
    std::string kernel_name() const { return workload_.kernel(kernel_).shape().name; }

    Workload& workload_;
    DebugMemory memory_;
    PayloadPool<MessagePayload> messages_;
    std::optional<Statistics> statistics_;
    TotalsTable totals_table_;
    std::optional<ResolvedTotals> totals_;
    Snapshot last_snapshot_;
    std::vector<KernelRun> runs_;

    enum class State { looking, launching, running, done };
    State state_ = State::looking;
    std::uint32_t kernel_ = Workload::no_more;
    Cycle begin_cycle_ = 0, done_cycle_ = 0;
    bool done_ = false, writes_constants_ = false;
    sc_core::sc_event end_of_cycle_;

    Counter kernels_launched_{*this, "kernels_launched", "kernels", "kernels handed to the CTA dispatcher"};
    Signal kernel_running_{*this, "kernel_running", 1};
    Signal kernel_number_{*this, "kernel", 16};
};

}  // namespace heddle
