#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "base/relay.h"
#include "heddle/base/payload_pool.h"
#include "kit/simple_memory.h"

using namespace heddle;

namespace {
std::atomic<std::uint64_t> allocations{0};  // other cases of this executable have several threads
}

// AddressSanitizer brings operators of its own, which know their own memory; there, allocations are not counted.
#if !defined(__SANITIZE_ADDRESS__)
// Not inlined, so that the compiler does not take their memory for that of another pair.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
#endif

TEST_CASE("payload pool: a payload comes ready to be sent, whatever it was used for before") {
    PayloadPool<LinePayload> pool;
    LinePayload* payload = pool.acquire(tlm::TLM_WRITE_COMMAND, 0x80, 64);
    payload->use_byte_enables();
    payload->access.kind = AccessKind::atomic;
    payload->access.route.push(3);
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    payload->set_dmi_allowed(true);
    payload->set_data_ptr(nullptr);
    payload->release();
    LinePayload* again = pool.acquire(tlm::TLM_READ_COMMAND, 0x100, 32);
    CHECK(again == payload);
    CHECK(again->is_read());
    CHECK(again->get_address() == 0x100);
    CHECK(again->get_data_length() == 32);
    CHECK(again->get_streaming_width() == 32);
    CHECK(again->get_data_ptr() == again->data.data());
    CHECK(again->get_byte_enable_ptr() == nullptr);
    CHECK(again->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
    CHECK_FALSE(again->is_dmi_allowed());
    CHECK(again->get_ref_count() == 1);
    CHECK(&gpu_access(*again) == &again->access);
    CHECK(again->access.kind == AccessKind::load);
    CHECK(again->access.route.depth() == 0);
    again->release();
}

TEST_CASE("payload pool: counts what is out, and allocates nothing in steady state") {
    PayloadPool<LinePayload> lines;
    PayloadPool<WarpPayload> warps;
    PayloadPool<MessagePayload> messages;
    std::vector<Payload*> out;
    out.reserve(300);
    std::uint64_t before = 0;
    for (int round = 0; round < 50; ++round) {
        if (round == 1) before = allocations;
        for (int i = 0; i < 100; ++i) {
            out.push_back(lines.acquire(tlm::TLM_READ_COMMAND, 0, 128));
            out.push_back(warps.acquire(tlm::TLM_READ_COMMAND, 0, 128));
            out.push_back(messages.acquire(tlm::TLM_WRITE_COMMAND, 0, 16));
        }
        REQUIRE(lines.live() == 100);
        REQUIRE(warps.live() == 100);
        for (Payload* payload : out) payload->release();
        out.clear();
        REQUIRE(lines.live() + warps.live() + messages.live() == 0);
    }
    CHECK(allocations == before);
}

TEST_CASE("payload pool: a payload lives as long as somebody holds it") {
    PayloadPool<LinePayload> pool;
    LinePayload* payload = pool.acquire(tlm::TLM_READ_COMMAND, 0, 128);
    payload->acquire();
    payload->release();
    CHECK(pool.live() == 1);
    payload->release();
    CHECK(pool.live() == 0);
}

namespace {

struct ForeignManager : tlm::tlm_mm_interface {
    void free(Payload* payload) override {
        payload->reset();
        ++freed;
    }
    int freed = 0;
};

}  // namespace

TEST_CASE("foreign access: a foreign payload gets an extension that lives as long as it") {
    ForeignManager manager;
    Payload payload(&manager);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.acquire();
    GpuAccess& access = gpu_access(payload);
    CHECK(access.kind == AccessKind::store);
    CHECK(&gpu_access(payload) == &access);
    access.sm = 17;
    payload.release();
    CHECK(manager.freed == 1);
    CHECK(payload.get_extension<GpuAccess>() == nullptr);
    const std::uint64_t before = allocations;
    for (int i = 0; i < 100; ++i) {  // pooled
        payload.set_command(i % 2 ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
        payload.acquire();
        REQUIRE(gpu_access(payload).kind == (i % 2 ? AccessKind::load : AccessKind::store));
        REQUIRE(gpu_access(payload).sm == 0);
        payload.release();
    }
    CHECK(allocations - before <= 2);
}

TEST_CASE("foreign access: follows the command of a payload that is reused without a memory manager") {
    Payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    CHECK(gpu_access(payload).kind == AccessKind::load);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    CHECK(gpu_access(payload).kind == AccessKind::store);
}

TEST_CASE("return route: last in, first out") {
    ReturnRoute route;
    for (unsigned port = 0; port < ReturnRoute::max_depth; ++port) route.push(port * 7);
    for (unsigned port = ReturnRoute::max_depth; port-- > 0;) CHECK(route.pop() == port * 7);
    CHECK(route.depth() == 0);
}

namespace {

// Sends reads for ever, 8 at a time.
struct Reader : Ticked {
    AtOut memory_out;
    Reader(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain), memory_out(*this, "out", 4) {}
    void start_of_simulation() override { wake_at(1); }
    void tick(Cycle now) override {
        bool progress = false;
        if (memory_out.responses().ready(now)) {
            memory_out.responses().pop(now)->release();
            ++done;
            progress = true;
        }
        if (pool.live() < 8 && memory_out.can_send(now)) {
            memory_out.send(pool.acquire(tlm::TLM_READ_COMMAND, done % 64 * 128, 128), now);
            progress = true;
        }
        memory_out.service(now);
        sleep_or_continue(progress, now, memory_out);
        if (progress && pool.live() < 8) wake_at(now + 1);
    }
    PayloadPool<LinePayload> pool;
    std::uint64_t done = 0;
};

}  // namespace

TEST_CASE("allocation: a running pipeline of modules allocates nothing") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    Reader reader("reader", clock);
    Relay relay("relay", clock, 4);
    SimpleMemory memory("memory", clock, {});
    reader.memory_out.bind(relay.request_in);
    relay.request_out.bind(memory.request_in);
    sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_US));
    const std::uint64_t warm = reader.done, before = allocations;
    sc_core::sc_start(sc_core::sc_time(50, sc_core::SC_US));
    CHECK(reader.done > warm + 5000);
    CHECK(allocations - before < 20);  // the kernel's own, per sc_start
}
