#include "heddle/platforms/common/parameter_set.h"

#include <limits>
#include <stdexcept>

#include "heddle/base/error.h"
#include "heddle/platforms/common/parse_value.h"
#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

struct ToText {
    std::string operator()(const bool* value) const { return *value ? "true" : "false"; }
    std::string operator()(const unsigned* value) const { return std::to_string(*value); }
    std::string operator()(const std::uint64_t* value) const { return std::to_string(*value); }
    std::string operator()(const double* value) const { return shortest(*value); }
    std::string operator()(const std::string* value) const { return *value; }
};

struct FromText {
    const ParameterSet::Entry& entry;
    const std::string& text;

    void operator()(bool* value) const { *value = parse_bool(entry.key, text); }
    void operator()(unsigned* value) const {
        *value = static_cast<unsigned>(parse_whole(entry.key, text, entry.unit, std::numeric_limits<unsigned>::max()));
    }
    void operator()(std::uint64_t* value) const { *value = parse_whole(entry.key, text, entry.unit); }
    void operator()(double* value) const { *value = parse_real(entry.key, text); }
    void operator()(std::string* value) const { *value = text; }
};

}  // namespace

void ParameterSet::add(const std::string& key, decltype(Entry::member) member, const char* unit, const char* meaning) {
    const std::string full = prefix_ + key;
    if (!index_.emplace(full, entries_.size()).second)
        throw std::logic_error("parameter " + full + " is declared twice");
    entries_.push_back({full, member, unit, meaning, "", ""});
    entries_.back().default_text = text(entries_.back());
}

void ParameterSet::set(const std::string& key, const std::string& text, const std::string& origin) {
    find(key);
    Entry& entry = entries_[index_.at(key)];
    std::visit(FromText{entry, text}, entry.member);
    entry.origin = origin;
}

void ParameterSet::take_values_as_defaults() {
    for (Entry& entry : entries_) entry.default_text = text(entry);
}

std::string ParameterSet::text(const Entry& entry) {
    return std::visit(ToText{}, entry.member);
}

const ParameterSet::Entry& ParameterSet::find(const std::string& key) const {
    const auto found = index_.find(key);
    if (found != index_.end()) return entries_[found->second];
    const std::string near = nearest(key, keys());
    throw ParameterError(key, near.empty() ? "no such parameter; --dump-config lists them all"
                                           : "no such parameter; did you mean " + near + "?");
}

std::vector<std::string> ParameterSet::keys() const {
    std::vector<std::string> keys;
    for (const Entry& entry : entries_) keys.push_back(entry.key);
    return keys;
}

}  // namespace heddle
