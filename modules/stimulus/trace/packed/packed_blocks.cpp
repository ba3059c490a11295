#include "heddle/stimulus/trace/packed/packed_blocks.h"

namespace heddle::traces::packed {

ResidentBlock PackedBlocks::take(std::uint32_t cta) {
    const BlockPlace& place = head_.blocks[cta];
    const std::uint32_t warps = head_.header.shape.warps_per_cta();
    const auto damaged = [&] {
        file_.fail_damaged("thread block " + std::to_string(cta) + " of kernel " + head_.header.shape.name);
    };
    if (place.words > BlockWarp::own_path_flag) damaged();
    const std::uint64_t bytes = padded(warps * sizeof(BlockWarp) + place.words * sizeof(std::uint32_t));
    if (taken_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes >= kept_bytes) {
        taken_bytes_.store(0, std::memory_order_relaxed);
        file_.release();
    }
    const char* const data =
        file_.checked(place.offset, bytes, place.checksum,
                      "thread block " + std::to_string(cta) + " of kernel " + head_.header.shape.name);
    const auto* const begin = reinterpret_cast<const BlockWarp*>(data);
    const auto* const words = reinterpret_cast<const std::uint32_t*>(data + warps * sizeof(BlockWarp));
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        if (!is_good(begin[warp], words, place.words)) damaged();
    return {begin, words, nullptr};
}

bool PackedBlocks::is_good(const BlockWarp& warp, const std::uint32_t* words, std::uint64_t count) const {
    Path path;
    if (warp.path & BlockWarp::own_path_flag) {
        const std::uint64_t at = warp.path & ~BlockWarp::own_path_flag;
        if (at >= count || !is_path(words + at, count - at, tables_, path)) return false;
    } else {
        if (warp.path >= tables_.paths.count()) return false;
        path = tables_.paths[warp.path];
    }
    return warp.addresses <= count && path.address_words <= count - warp.addresses;
}

}  // namespace heddle::traces::packed
