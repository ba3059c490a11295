#include "heddle/base/worker_team.h"

#include <sched.h>

namespace heddle {
namespace {

constexpr unsigned looks_with_own_core = 2000;  // tens of microseconds
constexpr unsigned looks_before_sleep = 2000;   // each of which gave the core away

inline void pause_between_looks() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

WorkerTeam::WorkerTeam(unsigned threads)
    : spins_(threads <= std::thread::hardware_concurrency() ? looks_with_own_core : 1), places_(threads) {
    try {
        for (unsigned number = 1; number < threads; ++number) workers_.emplace_back([this, number] { serve(number); });
    } catch (...) {
        dismiss();
        throw;
    }
}

WorkerTeam::~WorkerTeam() {
    dismiss();
}

void WorkerTeam::dismiss() {
    ended_ = true;
    order_.fetch_add(1);
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        new_order_.notify_all();
    }
    for (std::thread& worker : workers_) worker.join();
}

void WorkerTeam::run(Work work, void* context) {
    work_ = work;
    context_ = context;
    at_work_ = true;
    const std::uint64_t order = order_.load(std::memory_order_relaxed) + 1;
    order_.store(order);
    if (asleep_.load()) {
        const std::lock_guard<std::mutex> lock(mutex_);
        new_order_.notify_all();
    }
    work(context, 0);
    for (unsigned thread = 1; thread < threads(); ++thread) await(places_[thread].done, order);
    at_work_ = false;
}

void WorkerTeam::await(const std::atomic<std::uint64_t>& progress, std::uint64_t order) const {
    for (unsigned looks = 0; progress.load(std::memory_order_acquire) != order; ++looks) {
        if (looks >= spins_)
            sched_yield();
        else
            pause_between_looks();
    }
}

void WorkerTeam::await_first_halves() const {
    const std::uint64_t order = order_.load(std::memory_order_relaxed);
    for (const Place& place : places_) await(place.half, order);
}

void WorkerTeam::serve(unsigned number) {
    thread_ = number;
    at_work_ = true;
    std::uint64_t order = 0;
    while (true) {
        order = wait_for_order_after(order);
        if (ended_.load(std::memory_order_relaxed)) return;
        work_(context_, number);
        places_[number].done.store(order, std::memory_order_release);
    }
}

std::uint64_t WorkerTeam::wait_for_order_after(std::uint64_t last) {
    for (unsigned looks = 0; order_.load(std::memory_order_acquire) == last; ++looks) {
        if (looks > spins_ + looks_before_sleep)
            sleep_until_order_after(last);
        else if (looks > spins_)
            sched_yield();
        else
            pause_between_looks();
    }
    return last + 1;
}

// run() looks for sleepers after it has given the order, a sleeper for the order after it has said that it sleeps: one
// of them sees the other.
void WorkerTeam::sleep_until_order_after(std::uint64_t last) {
    std::unique_lock<std::mutex> lock(mutex_);
    ++asleep_;
    new_order_.wait(lock, [&] { return order_.load() != last; });
    --asleep_;
}

}  // namespace heddle
