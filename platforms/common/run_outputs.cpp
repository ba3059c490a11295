#include "heddle/platforms/common/run_outputs.h"

#include "heddle/base/error.h"
#include "heddle/platforms/common/file_clashes.h"

namespace heddle {

namespace {

std::vector<NamedFile> inputs_of(const CommandLine& line) {
    std::vector<NamedFile> files{{"--stimulus", line.stimulus}};
    for (const std::string& config : line.config_files) files.push_back({"--config", config});
    return files;
}

std::vector<NamedFile> outputs_of(const CommandLine& line) {
    std::vector<NamedFile> files;
    if (!line.stats_file.empty()) files.push_back({"--stats", line.stats_file});
    if (!line.vcd_file.empty()) files.push_back({"--vcd", line.vcd_file});
    for (const CommandLine::Dump& dump : line.dumps) files.push_back({"--dump " + dump.buffer, dump.file});
    return files;
}

template <class Finish>
void attempt(Complaints& complaints, const Finish& finish) {
    try {
        finish();
    } catch (const InputError& error) {
        complaints.add(2, error.what());
    }
}

}  // namespace

RunOutputs::RunOutputs(const CommandLine& line) : line_(line) {
    refuse_file_clashes(inputs_of(line), outputs_of(line));
    if (!line.stats_file.empty()) statistics_.emplace(line.stats_file);
    if (!line.vcd_file.empty()) waveform_.emplace(line.vcd_file);
}

void RunOutputs::open_dumps(const Workload& workload) {
    std::vector<NamedFile> inputs = inputs_of(line_);
    for (const std::string& file : workload.input_files()) inputs.push_back({"the stimulus", file});
    refuse_file_clashes(inputs, outputs_of(line_));
    dump_.emplace(line_.dumps, workload);
}

void RunOutputs::finish(HostMemory& memory, Complaints& complaints) {
    if (statistics_) attempt(complaints, [&] { statistics_->finish(); });
    if (waveform_) attempt(complaints, [&] { waveform_->finish(); });
    for (BufferDump::Entry& entry : dump_->entries()) attempt(complaints, [&] { BufferDump::write(entry, memory); });
}

}  // namespace heddle
