// A time of so many units of SystemC's resolution, made without the kernel.
#pragma once

#include <cstdint>
#include <systemc>

namespace heddle {

// The same as sc_time::from_value(), which stores to the kernel's state in every call, always the same value: with
// several host threads that is a line of their caches that they take from one another.
sc_core::sc_time exact_time(std::uint64_t ticks);

}  // namespace heddle
