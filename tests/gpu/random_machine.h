// Random machines and random stimuli for them, the same ones for a seed with any compiler.
#pragma once

#include <random>
#include <string>

namespace heddle::testing {

class RandomMachine {
public:
    explicit RandomMachine(unsigned seed) : random_(seed) {}

    // Options of build/bin/gpu: features together, sizes, clocks, short queues. Some machines cannot be built; the
    // executable says so with exit code 2.
    std::string options();
    // The text of a stimulus with the buffers DRAWN_SUMS and DRAWN_BINS, which are written by stores that meet and by
    // atomics. Its kernels have grids, blocks, strides, divergence, shared memory and barriers at random.
    std::string stimulus();

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    unsigned from_to(unsigned first, unsigned last) { return first + below(last - first + 1); }
    bool one_of(unsigned count) { return below(count) == 0; }
    std::string kernel(unsigned number);
    std::string step();
    std::string index();

    std::mt19937 random_;
};

}  // namespace heddle::testing
