// Guesses lines of a trace. Warps run through the same code, so after a line mostly comes what came after it the last
// time. To compare a line with a guess is much cheaper than to read it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "heddle/stimulus/trace/address_encoder.h"

namespace heddle::traces {

// A list of deltas that was read before, behind a base. What it became does not depend on the base.
struct KnownDeltas {
    std::string text;               // empty: none
    std::uint64_t lowest, highest;  // from the base to the lanes' addresses
    std::uint64_t encoded_base;     // from the base to that of the words
    AddressEncoder::Encoded encoded;
};

// A line that was read before.
struct KnownLine {
    // If `whole`, the line with its end: it stands for its words in the path and for nothing else. Otherwise the
    // part before the addresses and the immediate value.
    std::string text;
    bool whole = false;
    LaneMask mask = 0;
    std::uint32_t form = 0;
    bool has_addresses = false;
    KnownDeltas deltas{};            // that stood in this line
    std::uint32_t other_deltas = 0;  // how often others did
    KnownLine* next = nullptr;       // the line that came after this one
};

class LineMemo {
public:
    // The line that follows is a warp's first.
    void start_warp() { last_ = &start_; }
    // What the next line may be, or null.
    const KnownLine* guess() const { return last_->next; }
    // The guess was right.
    void confirm() { last_ = last_->next; }
    // The line is this one; it becomes the guess for the next time.
    void note(const KnownLine& line) {
        KnownLine* known = find(line);
        last_->next = known;
        last_ = known ? known : &unknown_;
        unknown_.next = nullptr;
    }

    // The line that came last, or null.
    KnownLine* last() { return last_ == &unknown_ ? nullptr : last_; }

private:
    // Null if there is no room: nothing is guessed of further lines.
    KnownLine* find(const KnownLine& line) {
        const auto found = known_.find(line.text);
        if (found != known_.end()) return found->second.get();
        if (known_.size() >= most_lines) return nullptr;
        auto added = std::make_unique<KnownLine>(line);
        KnownLine* const known = added.get();
        known_.emplace(known->text, std::move(added));
        return known;
    }

    static constexpr std::size_t most_lines = std::size_t{1} << 16;

    KnownLine start_, unknown_;
    KnownLine* last_ = &start_;
    std::unordered_map<std::string_view, std::unique_ptr<KnownLine>> known_;  // by text
};

}  // namespace heddle::traces
