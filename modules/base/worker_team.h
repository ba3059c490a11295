// The host threads that call the modules of a cycle together. Plain C++.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "heddle/base/host_line.h"

namespace heddle {

// A cycle of the model is a few microseconds of work, so threads wait for one another by spinning. After some
// microseconds a waiting thread gives its core away between two looks, at once if there are fewer cores than threads;
// a worker that has had nothing to do for long goes to sleep.
class WorkerTeam {
public:
    using Work = void (*)(void* context, unsigned thread);

    // The caller of run() is one of the threads. Throws std::system_error if the host does not start the others.
    explicit WorkerTeam(unsigned threads);
    ~WorkerTeam();
    WorkerTeam(const WorkerTeam&) = delete;
    WorkerTeam& operator=(const WorkerTeam&) = delete;

    unsigned threads() const { return static_cast<unsigned>(workers_.size()) + 1; }
    // Calls work(context, thread) once on every thread, number 0 being the caller, and returns when all have returned.
    // `work` must not throw.
    void run(Work work, void* context);

    // For use inside work, which may have two halves. A thread says once in each call that it has ended its first half.
    void end_first_half() {
        places_[thread_].half.store(order_.load(std::memory_order_relaxed), std::memory_order_release);
    }
    // Returns when all threads have said so.
    void await_first_halves() const;

    // Whether the thread that asks is inside work: then others may be at work beside it.
    static bool at_work() { return at_work_; }
    // The number of the thread that asks.
    static unsigned thread() { return thread_; }

private:
    // How far a thread is: the last order that it has carried out, and that of which it has ended the first half.
    struct alignas(2 * host_line_bytes) Place {
        std::atomic<std::uint64_t> done{0}, half{0};
    };

    void dismiss();
    void await(const std::atomic<std::uint64_t>& progress, std::uint64_t order) const;
    void serve(unsigned number);
    std::uint64_t wait_for_order_after(std::uint64_t last);
    void sleep_until_order_after(std::uint64_t last);

    static inline thread_local bool at_work_ = false;
    static inline thread_local unsigned thread_ = 0;

    const unsigned spins_;       // looks before a waiting thread gives its core away
    std::vector<Place> places_;  // of all threads
    std::vector<std::thread> workers_;
    // An order is on one line of the host's cache, because it has to get to other cores.
    alignas(2 * host_line_bytes) std::atomic<std::uint64_t> order_{0};  // counts the calls of run()
    Work work_ = nullptr;
    void* context_ = nullptr;
    alignas(2 * host_line_bytes) std::atomic<unsigned> asleep_{0};
    std::atomic<bool> ended_{false};
    std::mutex mutex_;
    std::condition_variable new_order_;
};

}  // namespace heddle
