// How much merging of load requests before the L1 could save at most (MECHANISMS 2.6, figure 5): how many line requests
// of one load/store unit are left if each request is merged whose line is among the last W that were sent. It observes
// and changes nothing. Plain C++.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

namespace heddle {

class RequestWindowMonitor {
public:
    // The paper names the end points (s2.3), the steps are a choice. Without a window every request is sent.
    static constexpr std::array<unsigned, 9> windows{0, 1, 2, 4, 8, 16, 32, 64, 128};
    using Sent = std::bitset<windows.size()>;

    RequestWindowMonitor();

    // To be called for each load request of one unit in order. Bit i of the result: it is sent with windows[i].
    Sent observe(std::uint64_t line);

private:
    // The last lines that were sent. A merged request does not make its line younger.
    struct Window {
        std::vector<std::uint64_t> lines;
        unsigned oldest = 0;
        bool sends(std::uint64_t line);
    };

    std::array<Window, windows.size()> windows_;
};

}  // namespace heddle
