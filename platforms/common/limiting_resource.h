// What limits a run: the resource that back-pressure leads to. Plain C++.
//
// Every utilisation is a bound: a bandwidth that is busy for a part u of the time, and entries of which a part u is in
// use at an unchanged latency (Little's law), let the run become faster by a factor of 1 / u at most. So the resource
// used most limits most, but entries are also full because of what lies below. Hence:
//
// 1. A bandwidth that is used up (`saturated` of the time or more) is the limit, of several the one used most.
// 2. Otherwise, if most issue slots were lost to something in the SM (results, barriers, execution units), that is it.
// 3. Otherwise back-pressure is followed. The stage to look for is the one nearest to memory that was held up at least
//    half as long as the stage that was held up longest: those above wait for it, since an entry is kept while its
//    request waits below. If responses waited that long, and in half of the time, for a stage of the way back, it is
//    that stage. What held it up most is the limit; if that is a queue, the stage that empties the queue is asked,
//    unless that one has time left. A bandwidth anywhere that is used more than what is found so is the limit.
// 4. If no stage was held up for `held_up` of the time, or what was found is neither used for half of the time nor
//    waited for in half of the time, nothing is full: latency is the limit.
#pragma once

#include <string>
#include <vector>

#include "heddle/platforms/common/path_use.h"

namespace heddle {

struct Limit {
    // At 85 % nothing else can gain more than 18 %; ramps at begin and end of a kernel, and allocators that miss a turn
    // now and then, keep bandwidths that are the limit from being used all the time.
    static constexpr double saturated = 0.85;
    static constexpr double held_up = 0.25;

    struct Step {
        std::string stage, cause;
        double share;  // of the time, or of the issue slots
    };

    std::string stage;  // empty: nothing is known of the machine's path
    std::string resource;
    std::string kind;  // bandwidth, occupancy or latency
    std::string capacity, parameter;
    double utilisation = 0;  // of a latency: the part of the issue slots lost to it
    double mean_utilisation = 0;
    unsigned instances = 0;
    double blocks = 0;
    std::vector<Step> path;  // the way that led there

    bool known() const { return !stage.empty(); }
};

[[nodiscard]] Limit find_limit(const PathUse& measured);

}  // namespace heddle
