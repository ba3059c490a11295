// A kernel launch as the bytes of one transaction: what CUDA's cuLaunchKernel gets. Plain C++.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "heddle/stimulus/kernel.h"

namespace heddle {

// How a launch begins; all fields are little-endian. Behind it stand the kernel's name, name_bytes long and without a
// terminating zero, and the arguments, argument_bytes long.
struct LaunchHeader {
    std::uint32_t grid[3];       // CTAs in x, y, z
    std::uint32_t block[3];      // threads of a CTA in x, y, z
    std::uint32_t shared_bytes;  // dynamic shared memory of a CTA
    std::uint32_t name_bytes;
    std::uint32_t argument_bytes;
};
static_assert(sizeof(LaunchHeader) == 36);

struct LaunchDescriptor {
    LaunchDescriptor() = default;
    LaunchDescriptor(std::string name, Dim3 ctas, Dim3 threads, std::uint32_t dynamic_shared_bytes = 0)
        : kernel(std::move(name)), grid(ctas), block(threads), shared_bytes(dynamic_shared_bytes) {}

    std::string kernel;
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    // As the kernel's parameters lie in memory: in their order, each at a multiple of its alignment (cuLaunchKernel's
    // CU_LAUNCH_PARAM_BUFFER_POINTER).
    std::vector<std::uint8_t> arguments;

    // Appends an argument: a device address as std::uint64_t, a number, a structure.
    template <class T>
    LaunchDescriptor& argument(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>, "a kernel's argument is plain bytes");
        const std::size_t offset = (arguments.size() + alignof(T) - 1) / alignof(T) * alignof(T);
        arguments.resize(offset + sizeof(T));
        std::memcpy(arguments.data() + offset, &value, sizeof(T));
        return *this;
    }

    // The data of the transaction.
    [[nodiscard]] std::vector<std::uint8_t> bytes() const;
    // Throws InputError for bytes that are no launch.
    [[nodiscard]] static LaunchDescriptor parse(const std::uint8_t* data, std::size_t size);
};

}  // namespace heddle
