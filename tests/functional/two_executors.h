// Runs a kernel with one executor, and with two as two SMs would, so that a test can compare what the CTAs did. No CTA
// may depend on what another one stores: each executor has a memory of its own.
#pragma once

#include <functional>

#include "heddle/stimulus/functional/functional_run.h"

namespace heddle::test {

// By CTA, a digest of the instructions that its warps executed: masks, addresses, and the values that were stored.
using CtaDigests = std::vector<std::uint64_t>;
// What the host writes to memory before the launch.
using FillMemory = std::function<void(HostMemory& memory)>;

CtaDigests run_with_one_executor(const Kernel& kernel, const FillMemory& fill);
// On one thread: while the first executor is in the middle of a CTA, the second one runs a whole CTA.
CtaDigests run_with_two_executors(const Kernel& kernel, const FillMemory& fill);
// The first executor's thread goes through the even CTAs, the second one's through the odd CTAs in descending order.
CtaDigests run_with_two_threads(const Kernel& kernel, const FillMemory& fill);

}  // namespace heddle::test
