// What opcodes become: units, spaces, widths, registers.
#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

Opcode of(const char* text) {
    return OpcodeTable::built_in().look_up(text);
}

std::string table_error(const char* text) {
    try {
        OpcodeTable table("t.table", text);
        return "no error";
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("widths come from the opcode") {
    CHECK(of("LDG.E.SYS").access_bytes == 4);
    CHECK(of("LDG.E.U8.SYS").access_bytes == 1);
    CHECK(of("LDG.E.S16").access_bytes == 2);
    CHECK(of("LDG.E.64.CONSTANT.SYS").access_bytes == 8);
    CHECK(of("LDG.E.LTC128B.128.CONSTANT").access_bytes == 16);
    CHECK(of("LDS.U.128").access_bytes == 16);
    CHECK(of("LDSM.16.M88.4").access_bytes == 16);
    CHECK(of("ATOMG.E.ADD.F64.RN.STRONG.GPU").access_bytes == 8);
    CHECK(of("ATOMS.CAS.64").access_bytes == 8);
    CHECK(of("RED.E.ADD.F16x2.RN.STRONG.GPU").access_bytes == 4);
}

TEST_CASE("spaces and units come from the table") {
    CHECK(of("LDG.E.SYS").space == OpcodeSpace::global);
    CHECK(of("LD.E").space == OpcodeSpace::generic);
    CHECK(of("STL.64").space == OpcodeSpace::local);
    CHECK(of("ATOMS.ADD").space == OpcodeSpace::shared);
    CHECK(of("LDC.64").what == OpcodeClass::alu);
    CHECK_FALSE(of("TEX.SCR.LL").is_memory());
    CHECK(of("DFMA").what == OpcodeClass::fp64);
    CHECK(of("FFMA.FTZ").what == OpcodeClass::fp32);
    CHECK(of("IMAD.WIDE").what == OpcodeClass::alu);
    CHECK(of("BRA").what == OpcodeClass::branch);
    CHECK(of("MUFU.RSQ").what == OpcodeClass::sfu);
    CHECK(of("HMMA.16816.F32").what == OpcodeClass::tensor);
    CHECK(of("BAR.SYNC.DEFER_BLOCKING").what == OpcodeClass::barrier);
    CHECK(of("MEMBAR.SC.GPU").what == OpcodeClass::fence);
    CHECK(of("XMAD.PSL.CBCC").known);
    CHECK_FALSE(of("FROBNICATE.X").known);
    CHECK_FALSE(of("").known);
}

TEST_CASE("what an atomic does comes from its parts") {
    CHECK(of("ATOMG.E.MAX.S32.STRONG.GPU").atomic_op == AtomicOp::max);
    CHECK(of("ATOMG.E.MAX.S32.STRONG.GPU").atomic_type == ElementType::s32);
    CHECK(of("ATOMG.E.CAS.64.STRONG.GPU").atomic_op == AtomicOp::cas);
    CHECK(of("ATOMG.E.CAS.64.STRONG.GPU").atomic_type == ElementType::u64);
    CHECK(of("RED.E.ADD.F32.FTZ.RN").atomic_type == ElementType::f32);
}

TEST_CASE("only a load with device scope passes by L1") {
    CHECK(of("LDG.E.STRONG.GPU").bypass_l1);
    CHECK_FALSE(of("LDG.E.STRONG.SM").bypass_l1);
    CHECK_FALSE(of("LDG.E.SYS").bypass_l1);
}

TEST_CASE("a load of constant global memory is read only") {
    CHECK(of("LDG.E.CONSTANT.SYS").read_only);
    CHECK_FALSE(of("LDG.E.SYS").read_only);
}

TEST_CASE("registers are those of the line, without RZ, and all of a wide load") {
    const Run one = run(TraceText{}.of(std::string("0000 ffffffff 1 R8 IMAD.WIDE 3 R255 R4 R6 0 0 \n") +
                                       "0010 ffffffff 1 R12 LDG.E.128.SYS 1 R8 16 1 0x1000 16 0 \n" +
                                       "0020 ffffffff 1 R255 FADD 4 R12 R13 R14 R15 0 0 \n" +
                                       "0030 ffffffff 0 STG.E.SYS 2 R8 R12 4 1 0x1000 4 0 \n" + exit_line));
    CHECK(one.seen.at(0).sources() == std::vector<unsigned>{4, 6});
    CHECK(one.seen.at(0).destinations() == std::vector<unsigned>{8});
    CHECK(one.seen.at(1).destinations() == std::vector<unsigned>{12, 13, 14, 15});
    CHECK(one.seen.at(2).sources() == std::vector<unsigned>{12, 13, 14, 15});
    CHECK(one.seen.at(2).destinations().empty());
    CHECK(one.seen.at(3).sources() == std::vector<unsigned>{8, 12});
}

TEST_CASE("unknown opcodes run as ALU instructions and are counted") {
    const std::string unknown = "0000 ffffffff 1 R2 FROBNICATE.X 1 R2 4 1 0x1000 4 0 \n";
    const Run one = run(TraceText{}.of(unknown + unknown + "0010 ffffffff 0 GLITCH 0 0 0 \n" + exit_line));
    CHECK(one.seen.at(0).instruction.operation == Operation::arithmetic);
    CHECK(one.seen.at(0).instruction.unit == ExecutionUnit::alu);
    CHECK(one.notes.unknown_opcodes == std::map<std::string, std::uint64_t>{{"FROBNICATE", 2}, {"GLITCH", 1}});
}

TEST_CASE("an exit before the last retires lanes, not the warp") {
    const Run one =
        run(TraceText{}.of("0000 0000ffff 0 EXIT 0 0 0 \n0010 ffff0000 1 R2 FADD 1 R2 0 0 \n"
                           "0000 ffff0000 0 EXIT 0 0 0 \n"));
    CHECK(one.seen.at(0).instruction.operation == Operation::arithmetic);
    CHECK(one.seen.at(0).active == 0x0000ffff);
    CHECK(one.seen.at(1).active == 0xffff0000);
    CHECK(one.seen.at(2).instruction.operation == Operation::exit);
}

TEST_CASE("a wait names the copies of the groups it is for") {
    const std::string copy = "0000 ffffffff 0 LDGSTS.E.BYPASS.128 2 R2 R4 16 1 0x1000 16 0 \n";
    const std::string commit = "0010 ffffffff 0 LDGDEPBAR 0 0 0 \n";
    const auto wait = [](const char* left) { return std::string("0020 ffffffff 0 DEPBAR.LE 0 0 ") + left + " \n"; };
    const Run one = run(TraceText{}.of(copy + copy + commit + copy + commit + wait("1") + wait("0") + exit_line));
    CHECK(one.seen.at(0).instruction.operation == Operation::load);
    CHECK(one.seen.at(0).destinations() == std::vector<unsigned>{32});
    CHECK(one.seen.at(1).destinations() == std::vector<unsigned>{33});
    CHECK(one.seen.at(3).destinations() == std::vector<unsigned>{34});
    CHECK(one.seen.at(5).sources() == std::vector<unsigned>{32, 33});
    CHECK(one.seen.at(6).sources() == std::vector<unsigned>{32, 33, 34});
}

TEST_CASE("a wrong opcode table says where") {
    CHECK(table_error("op A alu\nop B flu\n") ==
          "t.table:2: 'flu' is not a word of the table, expected one such as alu");
    CHECK(table_error("op A load\n") == "t.table:1: class load needs a space");
    CHECK(table_error("op A alu global\n") == "t.table:1: class alu has no space");
    CHECK(table_error("op A load global bytes 3\n") == "t.table:1: '3' bytes, expected 1, 2, 4, 8 or 16");
    CHECK(table_error("op A alu\nop A alu\n") ==
          "t.table:2: A is in the table already, expected one row for each opcode");
    CHECK(table_error("mod X speed 3\n") ==
          "t.table:1: effect 'speed', expected bytes, bypass_l1 yes, read_only yes, atomic or type");
    CHECK(table_error("what\n") == "t.table:1: expected 'op MNEMONIC class ...' or 'mod TOKEN effect value'");
}
