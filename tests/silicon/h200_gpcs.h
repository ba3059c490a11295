// Which SMs of an H200 make a GPC. TPC numbers, of two SMs each, go round the GPCs; SMs 124 to 131 belong to the first
// one.
#pragma once

#include <vector>

constexpr unsigned h200_sms = 132;

inline unsigned gpc_of(unsigned sm) {
    if (sm >= 124) return 0;
    if (sm >= 120) return 6 + (sm - 120) / 2;
    return sm < 64 ? sm / 2 % 8 : 1 + (sm - 64) / 2 % 7;
}

inline std::vector<int> sms_of(unsigned gpc) {
    std::vector<int> sms;
    for (unsigned sm = 0; sm < h200_sms; ++sm)
        if (gpc_of(sm) == gpc) sms.push_back(static_cast<int>(sm));
    return sms;
}
