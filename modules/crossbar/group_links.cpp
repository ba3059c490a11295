#include "heddle/crossbar/group_links.h"

#include "heddle/base/number_list.h"

namespace heddle {

GroupLinks::GroupLinks(std::vector<unsigned> group_of_port, Side side, unsigned bytes_per_cycle)
    : side_(side),
      bytes_per_cycle_(bytes_per_cycle),
      group_of_port_(std::move(group_of_port)),
      free_from_(*std::max_element(group_of_port_.begin(), group_of_port_.end()) + 1, 0) {}

void validate_groups(const GroupParameters& parameters, const std::string& key) {
    if (parameters.none()) return;
    for (const auto& [bytes, name] :
         {std::pair(parameters.request_bytes, ".request_bytes"), {parameters.reply_bytes, ".reply_bytes"}}) {
        require_range(bytes, 0U, 65535U, key + name);
        require(bytes == 0 || parameters.inputs != "none", key + name,
                "is " + std::to_string(bytes) + ", but " + key + ".inputs is none: say the group of each input there");
    }
    require(parameters.request_bytes || parameters.reply_bytes, key + ".inputs",
            "is given, but no width of links: set request_bytes, reply_bytes or both, or this to none");
    numbers_of(parameters.inputs, key + ".inputs");
}

void validate_groups(const GroupParameters& parameters, unsigned inputs, const std::string& key) {
    group_links(parameters, inputs, key);
}

GroupLinkPair group_links(const GroupParameters& parameters, unsigned inputs, const std::string& key) {
    validate_groups(parameters, key);
    if (parameters.none()) return {};
    const std::vector<unsigned> groups = numbers_of(parameters.inputs, key + ".inputs");
    require_entries(groups, inputs, key + ".inputs", "inputs");
    const auto links = [&](GroupLinks::Side side, unsigned bytes) {
        return bytes ? GroupLinks(groups, side, bytes) : GroupLinks();
    };
    return {links(GroupLinks::Side::inputs, parameters.request_bytes),
            links(GroupLinks::Side::outputs, parameters.reply_bytes)};
}

}  // namespace heddle
