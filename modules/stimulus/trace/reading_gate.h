// Keeps the reader of a kernel back until the reader of the kernel before has come to its end, so that they do not
// share the host's cores while the simulation waits for one of them.
#pragma once

#include <condition_variable>
#include <mutex>

namespace heddle::traces {

class ReadingGate {
public:
    void open() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            open_ = true;
        }
        opened_.notify_all();
    }
    void wait() {
        std::unique_lock<std::mutex> lock(mutex_);
        opened_.wait(lock, [this] { return open_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable opened_;
    bool open_ = false;
};

}  // namespace heddle::traces
