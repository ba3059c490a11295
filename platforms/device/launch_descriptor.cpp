#include "heddle/platforms/device/launch_descriptor.h"

#include <algorithm>

#include "heddle/base/error.h"

namespace heddle {

std::vector<std::uint8_t> LaunchDescriptor::bytes() const {
    const LaunchHeader header{{grid.x, grid.y, grid.z},
                              {block.x, block.y, block.z},
                              shared_bytes,
                              static_cast<std::uint32_t>(kernel.size()),
                              static_cast<std::uint32_t>(arguments.size())};
    std::vector<std::uint8_t> all(sizeof header + kernel.size() + arguments.size());
    std::memcpy(all.data(), &header, sizeof header);
    const auto name = all.begin() + sizeof header;
    std::copy(arguments.begin(), arguments.end(), std::copy(kernel.begin(), kernel.end(), name));
    return all;
}

LaunchDescriptor LaunchDescriptor::parse(const std::uint8_t* data, std::size_t size) {
    LaunchHeader header{};
    if (size < sizeof header)
        throw InputError("a launch has at least " + std::to_string(sizeof header) + " bytes, its header; found " +
                         std::to_string(size));
    std::memcpy(&header, data, sizeof header);
    const std::uint64_t told = std::uint64_t{sizeof header} + header.name_bytes + header.argument_bytes;
    if (told != size)
        throw InputError("the launch has " + std::to_string(size) + " bytes, but its header tells of " +
                         std::to_string(told) + ": " + std::to_string(header.name_bytes) + " of the name and " +
                         std::to_string(header.argument_bytes) + " of arguments behind the header's " +
                         std::to_string(sizeof header));
    LaunchDescriptor launch;
    launch.grid = {header.grid[0], header.grid[1], header.grid[2]};
    launch.block = {header.block[0], header.block[1], header.block[2]};
    launch.shared_bytes = header.shared_bytes;
    const std::uint8_t* const name = data + sizeof header;
    launch.kernel.assign(name, name + header.name_bytes);
    launch.arguments.assign(name + header.name_bytes, data + size);
    return launch;
}

}  // namespace heddle
