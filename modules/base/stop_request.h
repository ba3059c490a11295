// A request from outside that the run end soon: a signal (Ctrl-C) or a limit of host time. Plain C++.
// Whatever may work for long without simulated time moving on (parsers, host programs, executors, data checks) looks
// here in its loop: stop_requested() is one load of a flag. Only the executable's main program sets it; in a virtual
// prototype that does not, it is never set.
#pragma once

#include <atomic>
#include <exception>

namespace heddle {

// Thrown out of work that was given up because of the request. It is no error of the work: let it pass.
class Stopped : public std::exception {
public:
    const char* what() const noexcept override { return "stopped on request"; }
};

// The flag is the only state of the whole process, because a signal reaches the whole process. The first request
// counts.
class StopRequest {
public:
    static constexpr int none = 0, time_limit = -1;  // all others: the number of a signal

    static int reason() noexcept { return reason_.load(std::memory_order_relaxed); }
    // Returns whether it is the first. May be called by a signal handler and by any thread.
    static bool set(int reason) noexcept {
        int expected = none;
        return reason_.compare_exchange_strong(expected, reason, std::memory_order_relaxed);
    }
    static void clear() noexcept { reason_.store(none, std::memory_order_relaxed); }

private:
    static inline std::atomic<int> reason_{none};
    static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait");
};

[[nodiscard]] inline bool stop_requested() noexcept {
    return StopRequest::reason() != StopRequest::none;
}

// The usual way to poll: `throw_if_stop_requested();` in the loop.
inline void throw_if_stop_requested() {
    if (stop_requested()) throw Stopped();
}

}  // namespace heddle
