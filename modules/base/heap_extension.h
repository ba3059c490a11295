// Extensions that do not live inside a payload of a pool: those lent to foreign payloads, and clones for deep copies.
#pragma once

#include <memory>
#include <vector>

namespace heddle {

// `struct MyHeap final : HeapExtension<MyHeap, MyExtension>`. They are reused, because foreign initiators and bridges
// send millions of payloads, too. There is a pool per thread, so that no lock is needed; an extension may be freed into
// another thread's pool than it came from.
template <class Self, class Extension>
struct HeapExtension : Extension {
    // In the state in which it was freed.
    [[nodiscard]] static Self* take() {
        auto& pool = spare();
        if (pool.empty()) return new Self;
        Self* extension = pool.back().release();
        pool.pop_back();
        return extension;
    }
    void free() override { spare().emplace_back(static_cast<Self*>(this)); }

private:
    static std::vector<std::unique_ptr<Self>>& spare() {
        static thread_local std::vector<std::unique_ptr<Self>> pool;
        return pool;
    }
};

}  // namespace heddle
