// The cache in which every load hits: what differs from the others.
#include "heddle/base/payload_bytes.h"
#include "heddle/l1_cache/l1_cache.h"

namespace heddle {

// The load finds what it asks for, whatever the tags say, unless a write of this cache to the line is on its way.
void L1Cache::make_perfect(L1Found& found) const {
    if (found.kind != L1RequestKind::load || !perfect_->lines.serves(found.line)) return;
    found.there |= found.missing();
    found.in_flight = found.absent = 0;
    found.merge_full = false;
}

void L1Cache::read_memory(Payload& request) {
    const std::uint64_t line = request.get_address() / line_bytes;
    read_into_payload(request, perfect_->memory.line(*memory_out.operator->(), line, name(), "l1_cache.perfect"),
                      line * line_bytes);
}

// A head that had to go behind the write may hit now.
void L1Cache::end_perfect_write(unsigned number) {
    perfect_->lines.end_write(number);
    for_each_bank<true>([](L1Bank& bank) { bank.head.kind = L1RequestKind::unknown; });
}

}  // namespace heddle
