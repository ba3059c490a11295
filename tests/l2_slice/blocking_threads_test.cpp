// A thread's blocking accesses on the same lines as timed traffic or another thread's, in front of a memory in whose
// blocking accesses time passes.
#include <catch2/catch.hpp>
#include <random>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/picky_bus.h"
#include "kit/test_scale.h"
#include "plain_access.h"

using namespace heddle;

namespace {

constexpr unsigned lines = 24, words = lines * line_bytes / word_bytes;

// Gives every second word of each line to one side: both are at the same lines, and each knows its words exactly.
class OwnWords {
public:
    OwnWords(unsigned parity, std::uint64_t seed) : parity_(parity), random_(seed), values_(words) {}
    unsigned pick() { return static_cast<unsigned>(random_() % (words / 2)) * 2 + parity_; }
    bool chance() { return random_() % 2; }
    std::uint32_t change(unsigned word) { return values_[word] = static_cast<std::uint32_t>(random_()); }
    std::uint32_t value(unsigned word) const { return values_[word]; }
    unsigned wrong = 0;
    void check(unsigned word, const std::uint8_t* bytes, bool ok) {
        std::uint32_t value;
        std::memcpy(&value, bytes, word_bytes);
        wrong += !ok || value != values_[word];
    }

private:
    const unsigned parity_;
    std::mt19937_64 random_;
    std::vector<std::uint32_t> values_;
};

class TimedSide : public Ticked {
public:
    AtOut memory_out{*this, "memory_out", 4};
    OwnWords mine{1, 5};
    unsigned left;

    TimedSide(sc_core::sc_module_name name, ClockDomain& domain, unsigned accesses)
        : Ticked(name, domain), left(accesses), busy_(words) {}
    void start_of_simulation() override { wake_at(1); }
    void tick(Cycle now) override {
        while (memory_out.responses().ready(now)) {
            auto* access = static_cast<LinePayload*>(memory_out.responses().pop(now));
            const unsigned word = access->access.owner_tag;
            busy_[word] = false;
            if (access->is_read())
                mine.check(word, access->data.data(), access->is_response_ok());
            else
                mine.wrong += !access->is_response_ok();
            access->release();
        }
        if (left && memory_out.can_send(now)) send(now);
        memory_out.service(now);
        if (left) wake_at(now + 1);
        sleep_or_continue(true, now, memory_out);
    }

private:
    void send(Cycle now) {
        const unsigned word = mine.pick();
        if (busy_[word]) return;
        busy_[word] = true;
        --left;
        const bool write = mine.chance();
        LinePayload* access =
            pool_.acquire(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, word * word_bytes, word_bytes);
        access->access.kind = write ? AccessKind::store : AccessKind::load;
        access->access.owner_tag = word;
        if (write) {
            const std::uint32_t value = mine.change(word);
            std::memcpy(access->data.data(), &value, word_bytes);
        }
        memory_out.send(access, now);
    }
    std::vector<bool> busy_;
    PayloadPool<LinePayload> pool_;
};

class BlockingSide : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BlockingSide);
    tlm_utils::simple_initiator_socket<BlockingSide> socket{"socket"};
    OwnWords mine;
    unsigned left;

    BlockingSide(sc_core::sc_module_name name, unsigned accesses, std::uint64_t seed, unsigned parity = 0)
        : sc_module(name), mine(parity, seed), left(accesses) {
        SC_THREAD(run);
    }

private:
    void run() {
        for (; left; --left) {
            const unsigned word = mine.pick();
            const bool write = mine.chance();
            PlainAccess access(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, word * word_bytes, word_bytes);
            if (write) {
                const std::uint32_t value = mine.change(word);
                std::memcpy(access.bytes.data(), &value, word_bytes);
            }
            sc_core::sc_time delay;
            socket->b_transport(access, delay);
            mine.check(word, access.bytes.data(), access.is_response_ok());
            if (mine.chance()) wait(3, sc_core::SC_NS);
        }
    }
};

// Adds 1 to the first words again and again.
class Adder : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Adder);
    tlm_utils::simple_initiator_socket<Adder> socket{"socket"};
    unsigned left;

    Adder(sc_core::sc_module_name name, unsigned accesses) : sc_module(name), left(accesses) { SC_THREAD(run); }

private:
    void run() {
        GpuAccess add;
        add.kind = AccessKind::atomic;
        add.atomic_op = AtomicOp::add;
        add.atomic_type = ElementType::u32;
        for (; left; --left) {
            PlainAccess access(tlm::TLM_IGNORE_COMMAND, left % 2 * word_bytes, word_bytes);
            access.bytes[0] = 1;
            access.set_extension(&add);
            sc_core::sc_time delay;
            socket->b_transport(access, delay);
            access.clear_extension(&add);
            REQUIRE(access.is_response_ok());
            wait(3, sc_core::SC_NS);
        }
    }
};

// Joins the two in front of the slice's one socket.
struct Join : sc_core::sc_module {
    tlm_utils::simple_target_socket<Join> timed{"timed"}, untimed{"untimed"};
    tlm_utils::simple_initiator_socket<Join> out{"out"};
    explicit Join(sc_core::sc_module_name name) : sc_module(name) {
        timed.register_nb_transport_fw(this, &Join::forward);
        timed.register_b_transport(this, &Join::blocking);
        untimed.register_b_transport(this, &Join::blocking);
        out.register_nb_transport_bw(this, &Join::backward);
    }
    tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        return out->nb_transport_fw(payload, phase, delay);
    }
    tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        return timed->nb_transport_bw(payload, phase, delay);
    }
    void blocking(Payload& payload, sc_core::sc_time& delay) { out->b_transport(payload, delay); }
};

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    Join join{"join"};
    L2Slice l2;
    PickyBus bus{"bus"};
    MemoryController memory{"memory", clock, {}};

    Bench(bool sectored, bool allocate, unsigned before_ns, unsigned after_ns)
        : l2("l2", clock, parameters(sectored, allocate)) {
        bus.knows_debug = false;
        bus.before = sc_core::sc_time(before_ns, sc_core::SC_NS);
        bus.after = sc_core::sc_time(after_ns, sc_core::SC_NS);
        join.out.bind(l2.request_in);
        l2.memory_out.bind(bus.in);
        bus.out.bind(memory.request_in);
    }
    static L2SliceParameters parameters(bool sectored, bool allocate) {
        L2SliceParameters parameters;
        parameters.size_bytes = 128 * 8;
        parameters.ways = 2;
        parameters.latency_cycles = 6;
        parameters.mshr_entries = 4;
        parameters.sectored = sectored;
        parameters.lt_allocate = allocate;
        return parameters;
    }
    void run() {
        sc_core::sc_start();
        CHECK(l2.idle());
        CHECK(l2.live_payloads() == 0);
        bus.before = bus.after = sc_core::SC_ZERO_TIME;
    }
    // The words whose last value is not their owner's.
    unsigned wrong_words(OwnWords& even, OwnWords& odd) {
        even.wrong = odd.wrong = 0;
        for (unsigned word = 0; word < words; ++word) {
            PlainAccess access(tlm::TLM_READ_COMMAND, word * word_bytes, word_bytes);
            sc_core::sc_time delay;
            join.out->b_transport(access, delay);
            (word % 2 ? odd : even).check(word, access.bytes.data(), access.is_response_ok());
        }
        return even.wrong + odd.wrong;
    }
};

void run(bool sectored, bool allocate, unsigned before_ns, unsigned after_ns) {
    Bench bench(sectored, allocate, before_ns, after_ns);
    TimedSide timed("timed", bench.clock, static_cast<unsigned>(scaled(60000)));
    BlockingSide untimed("untimed", static_cast<unsigned>(scaled(8000)), 11);
    timed.memory_out.bind(bench.join.timed);
    untimed.socket.bind(bench.join.untimed);
    bench.run();
    CHECK(timed.left == 0);
    CHECK(untimed.left == 0);
    CHECK(timed.mine.wrong == 0);
    CHECK(untimed.mine.wrong == 0);
    CHECK(bench.wrong_words(untimed.mine, timed.mine) == 0);
}

void run_two_threads(bool sectored, bool allocate) {
    Bench bench(sectored, allocate, 20, 7);
    bench.bus.judge = PickyBus::dram_rules;
    BlockingSide even("even", static_cast<unsigned>(scaled(8000)), 11), odd("odd", even.left, 12, 1);
    even.socket.bind(bench.join.untimed);
    odd.socket.bind(bench.join.timed);
    bench.run();
    CHECK(even.left + odd.left == 0);
    CHECK(even.mine.wrong + odd.mine.wrong == 0);
    CHECK(bench.wrong_words(even.mine, odd.mine) == 0);
}

void run_two_adders(bool allocate) {
    Bench bench(true, allocate, 20, 7);
    Adder a("a", 50), b("b", 50);
    a.socket.bind(bench.join.untimed);
    b.socket.bind(bench.join.timed);
    bench.run();
    for (unsigned word = 0; word < 2; ++word) {
        PlainAccess access(tlm::TLM_READ_COMMAND, word * word_bytes, word_bytes);
        blocking(a.socket, access);
        CHECK(access.bytes[0] == 50);
    }
}

}  // namespace

TEST_CASE("a thread's blocking accesses beside timed traffic: lines") {
    run(false, true, 7, 0);
}
TEST_CASE("a thread's blocking accesses beside timed traffic: sectors") {
    run(true, true, 0, 400);
}
TEST_CASE("a thread's blocking accesses beside timed traffic, time before and after the access: lines") {
    run(false, true, 300, 300);
}
TEST_CASE("a thread's blocking accesses beside timed traffic without allocation: lines") {
    run(false, false, 300, 20);
}
TEST_CASE("a thread's blocking accesses beside timed traffic without allocation: sectors") {
    run(true, false, 20, 300);
}

TEST_CASE("blocking writes of two threads to one line are both kept: sectors") {
    run_two_threads(true, true);
}
TEST_CASE("blocking writes of two threads to one line are both kept without allocation: lines") {
    run_two_threads(false, false);
}
TEST_CASE("blocking writes of two threads to one line are both kept without allocation: sectors") {
    run_two_threads(true, false);
}

TEST_CASE("no blocking atomic of two threads is lost") {
    run_two_adders(true);
}
TEST_CASE("no blocking atomic of two threads is lost without allocation") {
    run_two_adders(false);
}

TEST_CASE("a foreign memory gets no part of a sector because of a debug write to a held line") {
    Bench bench(true, false, 20, 7);
    bench.bus.knows_debug = true;
    bench.bus.judges_debug = false;
    bench.bus.judge = PickyBus::dram_rules;
    Adder a("a", 1), b("b", 0);
    a.socket.bind(bench.join.untimed);
    b.socket.bind(bench.join.timed);
    PlainAccess write(tlm::TLM_WRITE_COMMAND, 28, 12, 9), read(tlm::TLM_READ_COMMAND, 0, 128);
    sc_core::sc_start(40, sc_core::SC_NS);  // the sum is being written
    REQUIRE(bench.join.out->transport_dbg(write) == 12);
    bench.run();
    CHECK(bench.bus.refused == 0);
    REQUIRE(bench.l2.memory_out->transport_dbg(read) == 128);
    for (unsigned i = 0; i < 128; ++i) CHECK(read.bytes[i] == (i == word_bytes ? 1 : i >= 28 && i < 40 ? 9 : 0));
}
