// The cache in which every load hits: what differs from the others.
#include "heddle/l1_cache/l1_cache.h"

namespace heddle {

void L1Cache::read_memory(Payload& request) {
    perfect_->read(request, *memory_out.operator->(), name(), "l1_cache.perfect");
}

// A head that had to go behind the write may hit now.
void L1Cache::end_perfect_write(unsigned number) {
    perfect_->lines.end_write(number);
    for_each_bank<true>([](L1Bank& bank) { bank.head.kind = L1RequestKind::unknown; });
}

}  // namespace heddle
