#include "path/path_plan.h"

namespace heddle {
namespace {

// By place: the instance's name, and the key that chooses; empty: there is only one choice.
struct PlaceNames {
    const char* instance;
    const char* key;
};
constexpr PlaceNames names_of[place_count] = {{"cores", ""},           {"l1", "path.l1"}, {"clusters", ""},
                                              {"noc", "path.network"}, {"l2", "path.l2"}, {"memory", ""}};

std::string wanted(Place place, const PathParameters& path) {
    switch (place) {
        case Place::l1:
            return path.l1;
        case Place::network:
            return path.network;
        case Place::l2:
            return path.l2 ? "true" : "false";
        default:
            return "";
    }
}

}  // namespace

const PathPlan::Choice& PathPlan::chosen(Place place) const {
    const auto& offers = offers_[static_cast<unsigned>(place)];
    const std::string name = wanted(place, path);
    std::string list;
    for (const Choice& choice : offers) {
        if (choice.name == name) return choice;
        list += (list.empty() ? "" : ", ") + choice.name;
    }
    throw ParameterError(names_of[static_cast<unsigned>(place)].key,
                         "is '" + name + "', which this version does not have; it has: " + list);
}

std::vector<PathPlan::Chosen> PathPlan::levels() const {
    std::vector<Chosen> levels;
    for (unsigned place = 0; place < place_count; ++place) {
        const Choice& choice = chosen(static_cast<Place>(place));
        if (choice.make) levels.push_back({names_of[place].instance, &choice});
    }
    return levels;
}

}  // namespace heddle
