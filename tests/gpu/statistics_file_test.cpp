// What holds for the statistics file of every system of every platform.
#include <set>

#include "system_runs.h"

using namespace heddle::testing;

namespace {

// A key stands on the line of what it names, at the depth of its object, which ends with the next line that is less
// deep.
std::string repeated_key(const std::string& file) {
    std::ifstream stream(file);
    std::vector<std::set<std::string>> open;  // the keys of the objects around, by depth
    for (std::string line; std::getline(stream, line);) {
        const std::size_t depth = line.find_first_not_of(' ') / 2;
        open.resize(depth + 1);
        if (line[2 * depth] == '{') continue;
        const std::string key = line.substr(0, line.find("\": "));
        if (key.size() < line.size() && !open.back().insert(key).second) return key;
    }
    return "";
}

void no_key_is_repeated(const std::string& platform, const std::string& options = "") {
    for (const std::string& system : systems_of(platform)) {
        INFO(platform << ", " << system);
        const std::string file =
            run_to_statistics(platform, "keys", "micro/vector_add_small", "--system " + system + options);
        CHECK(repeated_key(file) == "");
        std::remove(file.c_str());
    }
}

}  // namespace

TEST_CASE("no statistics file of gpu, icc, warppool, packet_coalescing and cta_clustering repeats a key") {
    for (const char* platform : {"gpu", "icc", "warppool", "packet_coalescing"}) no_key_is_repeated(platform);
    // Its systems ask for hints that belong to their stimuli.
    no_key_is_repeated("cta_clustering", " --set l1_hints.bypass_buffers=A --set l1_hints.prefetch=false");
}

TEST_CASE("no statistics file of dcl1 repeats a key") {
    no_key_is_repeated("dcl1");
}
