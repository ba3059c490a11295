// The files that a run leaves. They are opened before it, so that one that cannot be written is found in time, and
// finished at its end, each by itself: one that fails does not keep the others from being written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/platforms/common/buffer_dump.h"
#include "heddle/platforms/common/command_line.h"
#include "heddle/platforms/common/complaints.h"
#include "heddle/platforms/common/output_file.h"

namespace heddle {

class RunOutputs {
public:
    // Throws InputError for a file that cannot be written, and for one that is also read or named twice.
    explicit RunOutputs(const CommandLine& line);
    // The same for the buffers' files, when the stimulus is known and with it the files that it reads.
    void open_dumps(const Workload& workload);

    // Null if none is wanted.
    OutputFile* statistics() { return statistics_ ? &*statistics_ : nullptr; }
    OutputFile* waveform() { return waveform_ ? &*waveform_ : nullptr; }

    // Everything but these two has been written to their streams.
    void finish(HostMemory& memory, Complaints& complaints);

private:
    const CommandLine& line_;
    std::optional<OutputFile> statistics_, waveform_;
    std::optional<BufferDump> dump_;
};

}  // namespace heddle
