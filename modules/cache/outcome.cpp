#include "heddle/cache/outcome.h"

namespace heddle {

const char* to_string(CacheOutcome outcome) {
    switch (outcome) {
        case CacheOutcome::hit:
            return "hit";
        case CacheOutcome::hit_reserved:
            return "hit_reserved";
        case CacheOutcome::miss:
            return "miss";
        case CacheOutcome::reservation_fail:
            return "reservation_fail";
    }
    return "unknown";
}

const char* to_string(StallCause cause) {
    switch (cause) {
        case StallCause::none:
            return "none";
        case StallCause::mshr_full:
            return "mshr_full";
        case StallCause::mshr_merge_full:
            return "mshr_merge_full";
        case StallCause::no_replaceable_way:
            return "no_replaceable_way";
        case StallCause::miss_queue_full:
            return "miss_queue_full";
        case StallCause::response_queue_full:
            return "response_queue_full";
        case StallCause::miss_port_busy:
            return "miss_port_busy";
    }
    return "unknown";
}

}  // namespace heddle
