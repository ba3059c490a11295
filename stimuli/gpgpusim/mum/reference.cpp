#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

template <typename Words>
std::string letters_of(const Words& words, std::size_t first, std::size_t count) {
    constexpr std::size_t word_letters = sizeof(words[0]) * 4;
    std::string letters;
    for (std::size_t i = first; i < first + count; ++i)
        letters += "ACGT"[words[i / word_letters] >> 2 * (i % word_letters) & 3];
    return letters;
}

std::size_t common_letters(std::string_view a, std::string_view b) {
    return std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin())
               .first -
           a.begin();
}

// All suffixes of the text in the order of the alphabet: the longest match of a word is with a neighbour of its place
// in that order. No suffix tree.
class SuffixArray {
public:
    explicit SuffixArray(std::string_view text) : text_(text), order_(text.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::sort(order_.begin(), order_.end(),
                  [&](std::size_t a, std::size_t b) { return text_.substr(a) < text_.substr(b); });
    }

    struct Match {
        std::size_t position, length;
    };
    Match longest(std::string_view word) const {
        const auto next = std::lower_bound(order_.begin(), order_.end(), word,
                                           [&](std::size_t a, std::string_view w) { return text_.substr(a) < w; });
        Match best{0, 0};
        for (auto at = next == order_.begin() ? next : next - 1; at != order_.end() && at <= next; ++at)
            if (const auto length = common_letters(text_.substr(*at), word); length > best.length) best = {*at, length};
        return best;
    }

private:
    std::string_view text_;
    std::vector<std::size_t> order_;
};

}  // namespace

HEDDLE_REFERENCE("gpgpusim/mum")(ReferenceMemory& memory) {
    const std::string text = letters_of(memory.buffer<std::uint32_t>("TEXT"), 0, memory.integer("LETTERS"));
    const SuffixArray suffixes(text);
    const auto reads = memory.buffer<std::uint64_t>("READ");
    const auto matches = memory.buffer<std::uint32_t>("MATCH");
    const std::size_t length = memory.integer("LENGTH"), least = memory.integer("LEAST");
    auto* match = matches.begin();
    for (std::size_t i = 0; i < reads.size(); ++i) {
        const std::string read = letters_of(reads, 32 * i, length);
        for (std::size_t place = 0; place + least <= length; ++place, match += 2) {
            const auto found = suffixes.longest(std::string_view(read).substr(place));
            if (found.length < least) continue;
            match[0] = static_cast<std::uint32_t>(found.position);
            match[1] = static_cast<std::uint32_t>(found.length);
        }
    }
}

}  // namespace heddle
