#include <catch2/catch.hpp>

#include "kit/scoreboard.h"

using namespace heddle;

namespace {

std::string read_byte(MemoryScoreboard& board, MemoryScoreboard::Ticket ticket, std::uint8_t value) {
    return board.end_read(ticket, &value);
}

MemoryScoreboard::Ticket write_byte(MemoryScoreboard& board, std::uint64_t address, std::uint8_t value) {
    return board.begin_write(address, 1, &value, nullptr);
}

}  // namespace

TEST_CASE("scoreboard: at rest there is one right value") {
    MemoryScoreboard board;
    CHECK(read_byte(board, board.begin_read(7, 1), 0) == "");
    board.end_write(write_byte(board, 7, 5));
    CHECK(read_byte(board, board.begin_read(7, 1), 5) == "");
    CHECK(read_byte(board, board.begin_read(7, 1), 0) == "byte at 0x7 is 0, expected 0x5");
    CHECK(board.may_hold(7, 5));
    CHECK_FALSE(board.may_hold(7, 0));
    CHECK(board.in_flight() == 0);
}

TEST_CASE("scoreboard: a write in flight allows old and new, whoever came first") {
    for (bool read_first : {false, true})
        for (std::uint8_t value : {1, 2, 3}) {
            MemoryScoreboard board;
            board.poke(7, 1);
            MemoryScoreboard::Ticket read = 0, write = 0;
            if (read_first) read = board.begin_read(7, 1);
            write = write_byte(board, 7, 2);
            if (!read_first) read = board.begin_read(7, 1);
            board.end_write(write);
            CHECK(read_byte(board, read, value).empty() == (value != 3));
            CHECK(read_byte(board, board.begin_read(7, 1), value).empty() == (value == 2));
        }
}

TEST_CASE("scoreboard: an acknowledged write must be seen by a later read") {
    MemoryScoreboard board;
    board.end_write(write_byte(board, 7, 2));
    const auto other = write_byte(board, 8, 9);  // another byte of the line makes no difference
    CHECK(read_byte(board, board.begin_read(7, 1), 0) != "");
    board.end_write(other);
}

TEST_CASE("scoreboard: writes that raced leave either value, an older one is gone") {
    MemoryScoreboard board;
    board.poke(7, 1);
    const auto a = write_byte(board, 7, 2), b = write_byte(board, 7, 3);
    board.end_write(b);
    board.end_write(a);
    CHECK(board.may_hold(7, 2));
    CHECK(board.may_hold(7, 3));
    CHECK_FALSE(board.may_hold(7, 1));
    board.end_write(write_byte(board, 7, 4));  // settles it
    CHECK(board.may_hold(7, 4));
    CHECK_FALSE(board.may_hold(7, 2));
}

TEST_CASE("scoreboard: only enabled bytes are written") {
    MemoryScoreboard board;
    const std::uint8_t data[4] = {1, 2, 3, 4}, enables[4] = {255, 0, 255, 0};
    board.end_write(board.begin_write(126 - 2, 4, data, enables));
    const std::uint8_t expected[4] = {1, 0, 3, 0};
    CHECK(board.end_read(board.begin_read(124, 4), expected) == "");
    CHECK(board.end_read(board.begin_read(124, 4), data) == "byte at 0x7d is 0x2, expected 0");
}
