// --dump: files with what buffers hold when the run has ended, however it ended.
#pragma once

#include <deque>
#include <vector>

#include "heddle/platforms/common/command_line.h"
#include "heddle/platforms/common/output_file.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

class BufferDump {
public:
    // Throws InputError for a buffer that the workload does not have and for a file that cannot be written.
    BufferDump(const std::vector<CommandLine::Dump>& dumps, const Workload& workload);

    struct Entry {
        Entry(BufferPlace the_place, const std::string& path) : place(std::move(the_place)), file(path) {}
        BufferPlace place;
        OutputFile file;
    };
    std::deque<Entry>& entries() { return entries_; }
    // Throws InputError if the file cannot take what the buffer holds.
    static void write(Entry& entry, HostMemory& memory);

private:
    std::deque<Entry> entries_;  // an open file does not move
};

}  // namespace heddle
