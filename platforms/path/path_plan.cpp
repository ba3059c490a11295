#include "heddle/platforms/path/path_plan.h"

namespace heddle {
namespace {

// By place: the key that chooses; empty where there is only one choice.
constexpr const char* key_of[place_count] = {"", "", "path.l1", "", "path.network", "", "path.l2", "path.memory"};

std::string wanted(Place place, const PathParameters& path) {
    switch (place) {
        case Place::l1:
            return path.l1;
        case Place::network:
            return path.network;
        case Place::l2:
            return path.l2 ? "true" : "false";
        case Place::memory:
            return path.memory;
        default:
            return "";
    }
}

std::string names(const std::vector<PathPlan::Choice>& choices, const char* separator) {
    std::string list;
    for (const PathPlan::Choice& choice : choices) list += (list.empty() ? "" : separator) + choice.name;
    return list;
}

}  // namespace

const PathPlan::Choice& PathPlan::chosen(Place place) const {
    const auto& offers = offers_[static_cast<unsigned>(place)];
    const std::string name = wanted(place, path);
    for (const Choice& choice : offers)
        if (choice.name == name) return choice;
    throw ParameterError(key_of[static_cast<unsigned>(place)],
                         "is '" + name + "', which this version does not have; it has: " + names(offers, ", "));
}

std::vector<PathPlan::PlannedLevel> PathPlan::levels() const {
    std::vector<PlannedLevel> levels;
    const auto add = [&](Place place) {
        const Choice& choice = chosen(place);
        levels.insert(levels.end(), choice.levels.begin(), choice.levels.end());
    };
    add(Place::cores);
    const bool l1_first = chosen(Place::l1).in_core;
    add(l1_first ? Place::l1 : Place::core_caches);
    add(l1_first ? Place::core_caches : Place::l1);
    for (const Place place : {Place::cluster, Place::network, Place::before_l2, Place::l2, Place::memory}) add(place);
    return levels;
}

std::string PathPlan::choices() const {
    std::string text;
    for (unsigned place = 0; place < place_count; ++place)
        if (*key_of[place])
            text += (text.empty() ? "" : ", ") + std::string(key_of[place]) + "=" + names(offers_[place], "|");
    return text;
}

}  // namespace heddle
