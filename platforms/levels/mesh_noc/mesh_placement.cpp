#include "heddle/platforms/levels/mesh_noc/mesh_placement.h"

#include <algorithm>
#include <cmath>

#include "heddle/base/word_list.h"
#include "heddle/platforms/common/text.h"

namespace heddle {
namespace {

std::string size_of(const MeshShape& shape) {
    return std::to_string(shape.width) + " x " + std::to_string(shape.height);
}

// A side that is not given is as long as the nodes need.
MeshShape shape_for(const MeshParameters& parameters, unsigned clusters, unsigned memory_nodes,
                    const std::string& key) {
    const unsigned nodes = clusters + memory_nodes;
    MeshShape shape{parameters.width, parameters.height};
    const auto rounded_up = [&](unsigned side) { return (nodes + side - 1) / side; };
    if (!shape.width && !shape.height) shape.width = static_cast<unsigned>(std::ceil(std::sqrt(nodes)));
    if (!shape.width) shape.width = rounded_up(shape.height);
    if (!shape.height) shape.height = rounded_up(shape.width);
    if (parameters.width) require_range(shape.width, 1U, MeshShape::max_side, key + ".width");
    if (parameters.height) require_range(shape.height, 1U, MeshShape::max_side, key + ".height");
    const std::string counts = std::to_string(clusters) + " clusters and " + std::to_string(memory_nodes) +
                               " memory nodes (L2 slices or memory controllers)";
    require(shape.places() >= nodes, key + ".width",
            "is " + std::to_string(shape.width) + " and " + key + ".height is " + std::to_string(shape.height) +
                ", which makes " + std::to_string(shape.places()) + " places, too few for " + counts);
    const auto require_automatic = [&](unsigned side, const std::string& name) {
        require(side <= MeshShape::max_side, key + name,
                "is 0, which stands for as many as needed: that would be " + std::to_string(side) + " for " + counts +
                    ", but a side has " + std::to_string(MeshShape::max_side) + " routers at most");
    };
    require_automatic(shape.width, ".width");
    require_automatic(shape.height, ".height");
    return shape;
}

// Half of them in the first row, half in the last, at equal distances.
std::vector<unsigned> edge(const MeshShape& shape, unsigned nodes, const std::string& key) {
    require(nodes <= 2 * shape.width || shape.height == 1, key + ".memory_nodes",
            "is edge, but the first and the last row have " + std::to_string(2 * shape.width) +
                " places, too few for " + std::to_string(nodes) + " memory nodes (L2 slices or memory controllers)");
    std::vector<unsigned> places;
    const unsigned above = shape.height == 1 ? nodes : (nodes + 1) / 2;
    const auto column = [&](unsigned i, unsigned of) { return (2 * i + 1) * shape.width / (2 * of); };
    for (unsigned i = 0; i < above; ++i) places.push_back(column(i, above));
    for (unsigned i = above; i < nodes; ++i)
        places.push_back((shape.height - 1) * shape.width + column(i - above, nodes - above));
    return places;
}

// On a rhombus around the middle, at equal angles, so that rows and columns have nearly as many of them each (after
// Abts et al., ISCA 2009). A node takes the nearest free place; one that already has a node in its row or column counts
// as farther away.
constexpr double crowded = 0.4;  // links per node that is there
std::vector<unsigned> diamond(const MeshShape& shape, unsigned nodes) {
    std::vector<unsigned> places, in_row(shape.height), in_column(shape.width);
    const double middle_x = (shape.width - 1) / 2.0, middle_y = (shape.height - 1) / 2.0;
    for (unsigned i = 0; i < nodes; ++i) {
        const double angle = 2 * std::acos(-1.0) * (i + 0.5) / nodes, x = std::cos(angle), y = std::sin(angle);
        const double length = std::abs(x) + std::abs(y);
        const double wanted_x = middle_x * (1 + x / length), wanted_y = middle_y * (1 + y / length);
        unsigned best = 0;
        double nearest = -1;
        for (unsigned place = 0; place < shape.places(); ++place) {
            if (std::find(places.begin(), places.end(), place) != places.end()) continue;
            const double distance = std::abs(shape.column(place) - wanted_x) + std::abs(shape.row(place) - wanted_y) +
                                    crowded * (in_row[shape.row(place)] + in_column[shape.column(place)]);
            if (nearest >= 0 && distance >= nearest - 1e-9) continue;
            best = place;
            nearest = distance;
        }
        places.push_back(best);
        ++in_row[shape.row(best)];
        ++in_column[shape.column(best)];
    }
    return places;
}

std::vector<unsigned> listed(const std::string& text, const MeshShape& shape, unsigned nodes, const std::string& key) {
    std::vector<unsigned> places;
    const std::vector<std::string> words = text.empty() ? std::vector<std::string>{} : words_of(text);
    for (const std::string& word : words) {
        const std::string item = trimmed(word);
        require(is_number(item, 5), key, "is '" + text + "', must be edge, diamond or a list of places such as 3,7,10");
        const auto place = static_cast<unsigned>(std::stoul(item));
        require(place < shape.places(), key,
                "names place " + item + ", but a mesh of " + size_of(shape) + " has places 0 to " +
                    std::to_string(shape.places() - 1));
        require(std::find(places.begin(), places.end(), place) == places.end(), key, "names place " + item + " twice");
        places.push_back(place);
    }
    require(places.size() == nodes, key,
            "names " + std::to_string(places.size()) + (places.size() == 1 ? " place" : " places") +
                ", but there are " + std::to_string(nodes) + " memory nodes (L2 slices or memory controllers)");
    return places;
}

}  // namespace

MeshPlacement place_nodes(const MeshParameters& parameters, unsigned clusters, unsigned memory_nodes,
                          const std::string& key) {
    MeshPlacement placement;
    placement.shape = shape_for(parameters, clusters, memory_nodes, key);
    const std::string& wanted = parameters.memory_nodes;
    placement.memory = wanted == "edge"      ? edge(placement.shape, memory_nodes, key)
                       : wanted == "diamond" ? diamond(placement.shape, memory_nodes)
                                             : listed(wanted, placement.shape, memory_nodes, key + ".memory_nodes");
    for (unsigned place = 0; placement.clusters.size() < clusters; ++place)
        if (std::find(placement.memory.begin(), placement.memory.end(), place) == placement.memory.end())
            placement.clusters.push_back(place);
    return placement;
}

}  // namespace heddle
