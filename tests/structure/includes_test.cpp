// Targets include only what they declare, and what is called plain C++ is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "include_graph.h"

using namespace heddle::testing;

namespace {

const fs::path root = HEDDLE_SOURCE_DIR;

// The comment at the top of a file, as one line.
std::string first_comment(const fs::path& file) {
    std::ifstream stream(file);
    std::string text;
    for (std::string line; std::getline(stream, line) && line.rfind("//", 0) == 0;) text += line.substr(2);
    return text;
}

bool intersect(const std::set<std::string>& a, const std::set<std::string>& b) {
    return std::any_of(a.begin(), a.end(), [&](const std::string& one) { return b.count(one) != 0; });
}

// Whether one who depends on `reachable` may include the header.
bool is_declared(const IncludeGraph& graph, const Targets& targets, const fs::path& header,
                 const std::set<std::string>& reachable) {
    const std::set<std::string> owners = targets.owners_of(header);
    if (intersect(owners, reachable)) return true;
    return graph.way_to_systemc(header).empty() &&
           std::any_of(owners.begin(), owners.end(),
                       [&](const std::string& owner) { return reachable.count(headers_target(owner)) != 0; });
}

}  // namespace

TEST_CASE("every include of a module or platform is of a target that CMake knows as a dependency") {
    const IncludeGraph graph(root);
    const Targets targets(HEDDLE_TARGETS);
    REQUIRE(targets.size() > 15);
    std::size_t across = 0;
    for (const fs::path& file : graph.files()) {
        const std::set<std::string> owners = targets.owners_of(file), reachable = targets.reachable(owners);
        for (const Include& include : graph.includes_of(file)) {
            const fs::path header = include.quoted ? graph.resolved(file, include.name) : fs::path();
            INFO(file.lexically_relative(root).string() << " includes " << include.name << " but " << *owners.begin()
                                                        << " does not declare that in its CMakeLists.txt");
            if (is_systemc(include)) CHECK(reachable.count("Heddle::systemc") == 1);
            if (header.empty() || targets.owners_of(header) == owners) continue;
            ++across;
            CHECK(is_declared(graph, targets, header, reachable));
        }
    }
    CHECK(across > 200);  // otherwise the test looks at nothing
}

TEST_CASE("headers that say they are plain C++ include no SystemC, not even indirectly") {
    const IncludeGraph graph(root);
    unsigned plain = 0;
    for (const fs::path& file : graph.files()) {
        if (file.extension() != ".h" || first_comment(file).find("Plain C++") == std::string::npos) continue;
        ++plain;
        std::string way;
        for (const std::string& step : graph.way_to_systemc(file)) way += (way.empty() ? "" : " -> ") + step;
        CHECK(way == "");
    }
    CHECK(plain > 15);  // otherwise the test looks at nothing
}

TEST_CASE("the way to SystemC is found through other headers") {
    const IncludeGraph graph(root);
    const std::vector<std::string> way = graph.way_to_systemc(root / "platforms/gpu/gpu_platform.h");
    REQUIRE(way.size() > 2);
    CHECK(way.front() == "platforms/gpu/gpu_platform.h");
    CHECK((way.back() == "systemc" || way.back() == "tlm"));
}
