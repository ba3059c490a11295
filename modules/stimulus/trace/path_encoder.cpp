#include "heddle/stimulus/trace/path_encoder.h"

#include <algorithm>

namespace heddle::traces {
namespace {

constexpr std::size_t most_stored_words = std::size_t{2} << 20;  // 8 MiB
constexpr std::size_t most_seen_once = std::size_t{1} << 16;

std::uint64_t hash_of(const std::vector<std::uint32_t>& path) {
    std::uint64_t hash = path.size();
    for (const std::uint32_t word : path) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

bool PathEncoder::find(const std::vector<std::uint32_t>& path, std::uint32_t address_words, std::uint32_t& number) {
    const std::uint64_t hash = hash_of(path);
    const auto found = known_.find(hash);
    if (found != known_.end()) {
        number = found->second;
        const Path& known = paths_[number];
        return known.count == path.size() && std::equal(path.begin(), path.end(), known.words);
    }
    if (seen_once_.size() >= most_seen_once) seen_once_.clear();
    if (seen_once_.insert(hash).second || !add(path, address_words, number)) return false;
    seen_once_.erase(hash);
    known_.emplace(hash, number);
    return true;
}

bool PathEncoder::add(const std::vector<std::uint32_t>& path, std::uint32_t address_words, std::uint32_t& number) {
    if (paths_.full() || stored_words_ + path.size() > most_stored_words) return false;
    storage_.push_back(make_host_line_array<std::uint32_t>(path.size()));
    std::copy(path.begin(), path.end(), storage_.back().get());
    stored_words_ += path.size();
    number = paths_.add({storage_.back().get(), static_cast<std::uint32_t>(path.size()), address_words});
    return true;
}

}  // namespace heddle::traces
