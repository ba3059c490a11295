// Traces with one mistake each: the message names file and line and says what was expected.
#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

std::string message_of(const std::string& text) {
    try {
        run(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

std::string header_message(void (*change)(TraceText&)) {
    TraceText text;
    change(text);
    return message_of(text.of(exit_line));
}

// The message about a body: its first instruction is on line 23.
std::string line_message(const std::string& line) {
    return message_of(TraceText{}.of(line + "\n" + exit_line));
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
}

std::string with(const std::string& from, const std::string& to) {
    std::string text = TraceText{}.of(exit_line);
    replace(text, from, to);
    return message_of(text);
}

}  // namespace

TEST_CASE("malformed headers") {
    CHECK(header_message([](TraceText& t) { t.grid = "(0,1,1)"; }) ==
          "test.traceg:3: -grid dim: expected between 1 and 134217728 blocks");
    CHECK(header_message([](TraceText& t) { t.grid = "(4294967295,4294967295,4294967295)"; }) ==
          "test.traceg:3: -grid dim: expected between 1 and 134217728 blocks");
    CHECK(header_message([](TraceText& t) { t.grid = "(99999999999999999999,1,1)"; }) ==
          "test.traceg:3: -grid dim: expected '(x,y,z)' with three numbers");
    CHECK(header_message([](TraceText& t) { t.block = "(2048,1,1)"; }) ==
          "test.traceg:4: -block dim: expected between 1 and 1024 threads");
    CHECK(header_message([](TraceText& t) { t.block = "32"; }) ==
          "test.traceg:4: -block dim: expected '(x,y,z)' with three numbers");
    CHECK(header_message([](TraceText& t) { t.shmem = "-4"; }) ==
          "test.traceg:5: -shmem: expected a number from 0 to 1048576");
    CHECK(header_message([](TraceText& t) { t.nregs = "300"; }) ==
          "test.traceg:6: -nregs: expected a number from 1 to 255");
    CHECK(header_message([](TraceText& t) { t.binary = "sm_70"; }) ==
          "test.traceg:7: -binary version: expected a number from 30 to 999");
    CHECK(header_message([](TraceText& t) { t.binary = "120"; }) == "no error");
    CHECK(header_message([](TraceText& t) { t.shared_base = "7f"; }) ==
          "test.traceg:9: -shmem base_addr: expected a hexadecimal address such as 0x7f7ff0000000");
    CHECK(header_message([](TraceText& t) { t.tracer = "2"; }) ==
          "test.traceg:12: -accelsim tracer version: expected a number from 3 to 5");
    CHECK(header_message([](TraceText& t) { t.line_info = "yes"; }) ==
          "test.traceg:13: -enable lineinfo: expected a number from 0 to 1");
    CHECK(header_message([](TraceText& t) { t.name = ""; }) ==
          "test.traceg:15: -kernel name is empty; expected a name");
    CHECK(with("-nregs = 32\n", "") == "test.traceg:14: the header has no line '-nregs = ...'");
    CHECK(with("-nregs = 32\n", "-nregs = 32\n-nregs = 32\n") ==
          "test.traceg:7: '-nregs' is given twice; expected it once");
    CHECK(with("-kernel id = 1", "-kernel id 1") == "test.traceg:2: '-kernel id 1': expected '-name = value'");
    CHECK(with("-kernel id = 1", "kernel id = 1") ==
          "test.traceg:2: 'kernel id = 1' in the header; expected '-name = value' or the line '#traces format = ...'");
    CHECK(message_of("-kernel name = k\n") ==
          "test.traceg:1: the file ends inside the header; expected a line '#traces format = ...'");
    CHECK(message_of("") == "test.traceg: the file ends inside the header; expected a line '#traces format = ...'");
}

TEST_CASE("malformed blocks and wrong counts") {
    CHECK(with("#BEGIN_TB", "#BEGIN") == "test.traceg:17: '#BEGIN' between thread blocks; expected '#BEGIN_TB'");
    CHECK(with("thread block = 0,0,0", "thread block = 0,0") ==
          "test.traceg:19: 'thread block = 0,0'; expected 'thread block = x,y,z' after '#BEGIN_TB'");
    CHECK(with("thread block = 0,0,0", "thread block = 1,0,0") ==
          "test.traceg:19: the thread block is outside the grid of (1,1,1)");
    CHECK(with("warp = 0", "warp = 1") == "test.traceg:21: warp 1; a block of 32 threads has warps 0 to 0");
    CHECK(with("warp = 0", "wrap = 0") == "test.traceg:21: 'wrap = 0'; expected 'warp = <number>'");
    CHECK(with("insts = 1", "insts = 0") == "test.traceg:22: insts = 0; expected at least the warp's EXIT");
    CHECK(with("insts = 1", "insts = 99999999999999999999999") ==
          "test.traceg:22: 'insts = 99999999999999999999999'; expected 'insts = <number>'");
    CHECK(with("insts = 1", "insts = 2") ==
          "test.traceg:25: '#END_TB' where an instruction is expected, a program counter in hexadecimal first; does "
          "'insts' agree?");
    CHECK(with("insts = 1", "count = 1") == "test.traceg:22: 'count = 1'; expected 'insts = <number>'");
    CHECK(message_of(TraceText{}.of("0000 ffffffff 1 R2 FADD 1 R2 0 0 \n")) ==
          "test.traceg:23: the warp's last instruction is not EXIT; is the trace cut off, or 'insts' too small?");
    CHECK(with("#END_TB\n", "") ==
          "test.traceg:25: the file ends inside a thread block; expected 'warp = ...' or '#END_TB'");
    CHECK(with("#END_TB", "warp = 0\ninsts = 1\n" + std::string(exit_line) + "#END_TB") ==
          "test.traceg:25: warp 0 came before in this block");
    const std::string whole = TraceText{}.of(exit_line);
    CHECK(message_of(whole + TraceText::block_text("0,0,0", {exit_line})) ==
          "test.traceg:29: the thread block came before; expected each block of the grid once");
    TraceText two;
    two.grid = "(2,1,1)";
    CHECK(message_of(two.of(exit_line)) ==
          "test.traceg:26: the file ends after 1 thread blocks; the grid has 2; is it cut off?");
    two.block = "(64,1,1)";
    CHECK(message_of(two.of(exit_line)) ==
          "test.traceg:25: the thread block has no instructions of warp 1; a block of 64 threads has warps 0 to 1");
    const std::string cut = TraceText{}.of("0000 ffffffff 1 R2 FADD 1 R2 0 0 \n" + std::string(exit_line));
    CHECK(message_of(cut.substr(0, cut.find("0ff0"))) ==
          "test.traceg:23: the file ends after 1 of 2 instructions of the warp; is it cut off?");
}

TEST_CASE("malformed instructions") {
    const std::string at = "test.traceg:23: ";
    CHECK(line_message("xyz ffffffff 0 NOP 0 0 0") ==
          at + "'xyz ffffffff 0 NOP 0 0 0' where an instruction is expected, a program counter in hexadecimal first; "
               "does 'insts' agree?");
    CHECK(line_message("123456789 ffffffff 0 NOP 0 0 0") ==
          at + "'123456789 ffffffff 0 NOP 0 0 0' where an instruction is expected, a program counter in hexadecimal "
               "first; does 'insts' agree?");
    CHECK(line_message("0000 1ffffffff 0 NOP 0 0 0") ==
          at + "expected the mask of active lanes after the program counter, 8 hexadecimal digits");
    CHECK(line_message("0000 ffffffff 2 R1 R2 NOP 0 0 0") == at + "2 destination registers; expected at most 1");
    CHECK(line_message("0000 ffffffff R1 NOP 0 0 0") ==
          at + "'R1' where the number of destination registers is expected");
    CHECK(line_message("0000 ffffffff 1 FADD 0 0 0") ==
          at + "'FADD' where a register is expected, R0 to R255; 1 were announced");
    CHECK(line_message("0000 ffffffff 0 R1 FADD 0 0 0") ==
          at + "'FADD' where the number of source registers is expected");
    CHECK(line_message("0000 ffffffff 0 17 0 0 0") ==
          at +
              "'17' where an opcode is expected, such as LDG.E.SYS; does the number of destination registers before it "
              "agree?");
    CHECK(line_message("0000 ffffffff 0 FADD 5 R1 R1 R1 R1 R1 0 0") == at + "5 source registers; expected at most 4");
    CHECK(line_message("0000 ffffffff 1 R256 FADD 0 0 0") ==
          at + "'R256' where a register is expected, R0 to R255; 1 were announced");
    CHECK(line_message("0000 ffffffff 1 R40 FADD 0 0 0") ==
          at + "register R40 of a kernel with -nregs = 32; expected -nregs above every register");
    CHECK(line_message("0000 ffffffff 0 FADD 0 0 0 0") ==
          at + "'0' is too much; expected the end of the line after the immediate value");
    CHECK(line_message("0000 ffffffff 0 FADD 0 0") ==
          at + "the line ends too early; expected an immediate value as its last number");
    CHECK(line_message("0000") ==
          at + "expected the mask of active lanes after the program counter, 8 hexadecimal digits");
    TraceText small;
    small.block = "(8,1,1)";
    CHECK(message_of(small.of(exit_line)) ==
          at + "the mask has lanes that the warp does not have; the block has 8 threads");
    TraceText lines;
    lines.line_info = "1";
    CHECK(message_of(lines.of("abc 0000 ffffffff 0 EXIT 0 0 0 \n")) ==
          at + "expected a source line before the program counter, as '-enable lineinfo = 1' says");
}

TEST_CASE("malformed addresses") {
    const std::string at = "test.traceg:23: ", load = "0000 00000007 1 R2 LDG.E.SYS 1 R2 ";
    const std::string address =
        " where an address is expected, 0x and up to 16 digits; is there one for every active lane?";
    CHECK(line_message(load + "0 0") ==
          at + "a memory instruction without addresses; expected its width and addresses");
    CHECK(line_message(load + "9999 1 0x0 4 0") == at + "9999 bytes of memory width; expected at most 1024");
    CHECK(line_message(load + "4 3 0x0 4 0") ==
          at + "the address mode is not 0 (list), 1 (base and stride) or 2 (base and deltas)");
    CHECK(line_message(load + "4 0 0x0 0x4 0") == at + "'0'" + address);
    CHECK(line_message(load + "4 0 0x0 0x4 0x11112222333344445 0") == at + "'0x11112222333344445'" + address);
    CHECK(line_message(load + "4 1 1000 4 0") == at + "'1000'" + address);
    CHECK(line_message(load + "4 1 0x1000 0x4 0") == at + "'x4' is too much; expected the end of the line after the "
                                                          "immediate value");
    CHECK(line_message(load + "4 1 0x1000 999999999999999999999 0") ==
          at + "'999999999999999999999' where the stride is expected, a decimal number");
    CHECK(line_message("0000 00000005 1 R2 LDG.E.SYS 1 R2 4 1 0x1000 4 0") ==
          at + "base and stride for lanes that are not one run; expected address mode 0 or 2 for this mask");
    CHECK(line_message(load + "4 2 0x1000 4 0") ==
          at + "the line ends too early; expected an immediate value as its last number");
    CHECK(line_message(load + "4 2 0x1000 4 x 0") ==
          at + "'x' where the distance of a lane to the one before is expected, a decimal number");
    CHECK(line_message("0000 ffffffff 0 STS 2 R2 R3 4 1 0x0 4 0") ==
          at + "an access to shared memory in a kernel with -shmem = 0; expected -shmem to hold its bytes");
    CHECK(line_message(std::string(70000, 'a')) ==
          at + "'" + std::string(40, 'a') +
              "' where an instruction is expected, a program counter in hexadecimal "
              "first; does 'insts' agree?");
    CHECK(line_message(std::string(900000, 'a')) == at + "the line is longer than 65536 characters; is this a trace?");
}
