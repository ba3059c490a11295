// Compressed traces, whole and damaged.
#include <lzma.h>

#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

std::string compressed(const std::string& text) {
    std::string out(lzma_stream_buffer_bound(text.size()), '\0');
    std::size_t used = 0;
    REQUIRE(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), reinterpret_cast<std::uint8_t*>(out.data()), &used,
                                    out.size()) == LZMA_OK);
    out.resize(used);
    return out;
}

std::string sample_text() {
    std::string lines;
    for (unsigned i = 0; i < 20000; ++i) lines += "0000 ffffffff 1 R2 FADD 1 R2 0 " + std::to_string(i) + " \n";
    return TraceText{}.of(lines + exit_line);
}

std::string message_of(const std::string& bytes) {
    try {
        TraceKernel kernel("test.traceg.xz", decompressed(bytes_of(bytes)), BlockStore::default_ahead_bytes);
        kernel.begin();
        SparseMemory memory;
        Recorder recorder;
        run_grid(kernel, memory, recorder);
        kernel.end();
        return std::to_string(recorder.seen.size()) + " instructions";
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a compressed trace reads as a plain one") {
    const std::string text = sample_text();
    CHECK(message_of(compressed(text)) == "20001 instructions");
    // xz files may be joined.
    CHECK(message_of(compressed(text.substr(0, 5000)) + compressed(text.substr(5000))) == "20001 instructions");
}

TEST_CASE("a truncated compressed trace is refused wherever it ends") {
    const std::string whole = compressed(sample_text());
    for (std::size_t length = 0; length < whole.size(); length += 1 + length / 3) {
        INFO(length);
        const std::string message = message_of(whole.substr(0, length));
        CHECK_THAT(message, Catch::StartsWith("test.traceg.xz:"));
        CHECK_THAT(message, Catch::Contains("ends too early (truncated file)"));
    }
}

TEST_CASE("damaged and foreign compressed files are refused") {
    std::string damaged = compressed(sample_text());
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
    CHECK_THAT(message_of(damaged), Catch::Contains("damaged") || Catch::Contains("expected"));
    CHECK_THAT(message_of("-kernel name = k\n" + std::string(100, ' ')), Catch::Contains("is not in xz format"));
    CHECK_THAT(message_of(compressed(sample_text()) + "rubbish behind it"), Catch::StartsWith("test.traceg.xz:"));
    CHECK_THAT(message_of(compressed("")), Catch::Contains("the file ends inside the header"));
}
