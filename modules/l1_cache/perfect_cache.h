// What makes a cache perfect: the rule by which loads hit, and where their bytes come from.
#pragma once

#include "heddle/base/payload_bytes.h"
#include "heddle/l1_cache/l1_request.h"
#include "heddle/l1_cache/memory_reader.h"
#include "heddle/l1_cache/perfect_lines.h"

namespace heddle {

struct PerfectCache {
    // Why no other thread than the kernel's may call the cache's owner: a read goes through all modules below, whatever
    // they are doing.
    static constexpr const char* called_alone = "is perfect: it reads from the memory below it in no time";

    PerfectLines lines;
    MemoryReader memory;

    // The load finds what it asks for, whatever the tags say, unless a write of this cache to the line is on its way.
    void make_hit(L1Found& found) const {
        if (found.kind != L1RequestKind::load || !lines.serves(found.line)) return;
        found.there |= found.missing();
        found.in_flight = found.absent = 0;
        found.merge_full = false;
    }
    // `cache` and `key` are for the message if memory does not serve it.
    void read(tlm::tlm_generic_payload& request, tlm::tlm_fw_transport_if<>& from, const char* cache, const char* key) {
        const std::uint64_t line = request.get_address() / line_bytes;
        read_into_payload(request, memory.line(from, line, cache, key), line * line_bytes);
    }
};

}  // namespace heddle
