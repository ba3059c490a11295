#include "heddle/platforms/common/buffer_dump.h"

#include <algorithm>

#include "heddle/base/error.h"
#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

BufferPlace find(const std::string& name, const std::vector<BufferPlace>& places) {
    std::vector<std::string> names;
    for (const BufferPlace& place : places) {
        if (place.name == name) return place;
        names.push_back(place.name);
    }
    throw InputError("--dump: the stimulus has no buffer '" + name + "'; " +
                     (names.empty() ? "it has none at all" : "it has " + listed(names)));
}

}  // namespace

BufferDump::BufferDump(const std::vector<CommandLine::Dump>& dumps, const Workload& workload) {
    if (dumps.empty()) return;
    const std::vector<BufferPlace> places = workload.buffers();
    for (const CommandLine::Dump& dump : dumps) entries_.emplace_back(find(dump.buffer, places), dump.file);
}

void BufferDump::write(Entry& entry, HostMemory& memory) {
    std::vector<std::uint8_t> bytes(1 << 16);
    std::ostream& out = entry.file.stream();
    for (std::uint64_t at = 0; at < entry.place.bytes && out; at += bytes.size()) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), entry.place.bytes - at));
        memory.read(entry.place.address + at, bytes.data(), count);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(count));
    }
    entry.file.finish();
}

}  // namespace heddle
