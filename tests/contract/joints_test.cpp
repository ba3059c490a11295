// The modules in a foreign prototype: bound by parents' sockets, by multi-sockets, and with copying bridges in between.
#include <catch2/catch.hpp>
#include <set>

#include "contract/small_machine.h"

using namespace heddle;

namespace {

// Whether `parent.bind(child)` and `child.bind(parent)` are the one hierarchical binding.
template <class Socket, class = void>
constexpr bool target_of_a_parent = false;
template <class Socket>
constexpr bool target_of_a_parent<
    Socket, std::void_t<decltype(std::declval<tlm::tlm_target_socket<32>&>().bind(std::declval<Socket&>()))>> = true;
template <class Socket, class = void>
constexpr bool initiator_of_a_parent = false;
template <class Socket>
constexpr bool initiator_of_a_parent<
    Socket, std::void_t<decltype(std::declval<Socket&>().bind(std::declval<tlm::tlm_initiator_socket<32>&>()))>> = true;

static_assert(target_of_a_parent<AtIn> && target_of_a_parent<WatchedIn> && target_of_a_parent<DebugIn> &&
              target_of_a_parent<KernelBoundaryIn>);
static_assert(initiator_of_a_parent<AtOut> && initiator_of_a_parent<WatchedOut> &&
              initiator_of_a_parent<KernelBoundaryOut> && initiator_of_a_parent<decltype(L1Cache::memory_out)> &&
              initiator_of_a_parent<decltype(L2Slice::memory_out)>);

template <class Joint>
void check_results(SmallMachine<Joint>& machine) {
    using Machine = SmallMachine<Joint>;
    REQUIRE(machine.host.done());
    CHECK(machine.host.status(0) == tlm::TLM_OK_RESPONSE);
    CHECK(machine.lsu.idle());
    CHECK(machine.l1.idle());
    CHECK(machine.l2.idle());
    CHECK(machine.kernel().results.size() == std::size_t{Machine::ctas} * Machine::rounds * 3);
    for (const ScriptKernel::Result& result : machine.kernel().results) {
        const unsigned round = result.pc / 4, kind = result.pc % 4;
        const std::uint64_t base = Machine::input + (std::uint64_t{result.cta} * Machine::rounds + round) * 128;
        INFO("CTA " << result.cta << ", instruction " << result.pc);
        if (kind == 3) continue;
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            REQUIRE(result.words[lane] == Machine::word_of(base + lane * (kind == 0 ? 4 : 68)));
    }
    for (std::uint64_t at = 0; at < Machine::ctas * Machine::rounds * 128; at += 128)
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            REQUIRE(machine.read(Machine::output + at + lane * 4) == Machine::word_of(Machine::output + at) + lane);
}

// Each old value of an atomic add is returned once: the first lane's counter, which every round adds 1 to.
template <class Joint>
void check_atomics(SmallMachine<Joint>& machine) {
    using Machine = SmallMachine<Joint>;
    std::set<std::uint32_t> seen;
    for (const ScriptKernel::Result& result : machine.kernel().results)
        if (result.pc % 4 == 3) seen.insert(result.words[0]);
    const unsigned adds = Machine::ctas * Machine::rounds;
    CHECK(seen.size() == adds);
    CHECK(*seen.rbegin() == adds - 1);
    CHECK(machine.read(Machine::counters) == adds);
}

template <class Joint>
void run_alone() {
    SmallMachine<Joint> machine("machine");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    machine.fill_input();
    sc_core::sc_start(1, sc_core::SC_MS);
    check_results(machine);
    check_atomics(machine);
}

void compare_parents_with_direct_bindings() {
    SmallMachine<DirectJoint> direct("direct");
    SmallMachine<ParentsJoint> parents("parents");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    direct.fill_input();
    parents.fill_input();
    sc_core::sc_start(1, sc_core::SC_MS);
    check_results(direct);
    check_atomics(direct);
    check_results(parents);
    check_atomics(parents);
    CHECK(parents.finished() == direct.finished());
    for (const AtOut* port : std::initializer_list<const AtOut*>{
             &parents.host.launch_out, &parents.dispatcher.sm_out[0], &parents.sm.memory_out, &parents.lsu.l1_out,
             &parents.l1.memory_out, &parents.icc.noc_out, &parents.crossbar.out[0], &parents.l2.memory_out})
        CHECK_FALSE(port->foreign_peer());
}

}  // namespace

TEST_CASE("joints: every socket can be bound by two parents' sockets, and nothing changes by it") {
    compare_parents_with_direct_bindings();
}

TEST_CASE("joints: parents' sockets can be bound from the target's side, too") {
    ParentsJoint::targets_first = true;
    compare_parents_with_direct_bindings();
}

TEST_CASE("joints: multi-sockets as peers of every module") {
    run_alone<MultiSocketJoint>();
}

TEST_CASE("joints: bridges that pass deep copies on between all modules") {
    run_alone<CopyingJoint<ForeignCopyingBridge::Extensions::copied_back>>();
}

TEST_CASE("joints: bridges that pass deep copies on and drop what changes in the extensions") {
    run_alone<CopyingJoint<ForeignCopyingBridge::Extensions::dropped>>();
}

TEST_CASE("joints: interconnects that change the address between all modules") {
    run_alone<TranslatingJoint>();
}
