// Decompression with liblzma, piece by piece.
#include <lzma.h>

#include <stdexcept>
#include <vector>

#include "heddle/stimulus/trace/text_file.h"

namespace heddle::traces {
namespace {

constexpr std::size_t piece_bytes = 64 * 1024;
// xz -9 needs 65 MiB to decompress; what asks for much more is not a trace.
constexpr std::uint64_t most_memory_bytes = std::uint64_t{256} << 20;

const char* reason(lzma_ret code) {
    switch (code) {
        case LZMA_FORMAT_ERROR:
            return "is not in xz format; name it without .xz if it is plain text";
        case LZMA_OPTIONS_ERROR:
            return "uses an xz option that this liblzma does not know; compress it again with plain 'xz'";
        case LZMA_DATA_ERROR:
            return "the compressed data is damaged; fetch or record the trace again";
        case LZMA_BUF_ERROR:
            return "the compressed data ends too early (truncated file); fetch or record the trace again";
        case LZMA_MEMLIMIT_ERROR:
            return "needs more than 256 MiB to decompress; compress it again with 'xz -6'";
        case LZMA_MEM_ERROR:
            return "no memory left to decompress it";
        default:
            return "cannot be decompressed (liblzma error)";
    }
}

class XzSource final : public ByteSource {
public:
    explicit XzSource(std::unique_ptr<ByteSource> compressed)
        : compressed_(std::move(compressed)), input_(piece_bytes) {
        begin_stream();
    }
    XzSource(const XzSource&) = delete;
    XzSource& operator=(const XzSource&) = delete;
    ~XzSource() override { lzma_end(&stream_); }

    std::size_t read(char* to, std::size_t bytes) override {
        stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
        stream_.avail_out = bytes;
        while (!ended_ && stream_.avail_out == bytes) step();
        return bytes - stream_.avail_out;
    }

private:
    void begin_stream() {
        const lzma_ret code = lzma_stream_decoder(&stream_, most_memory_bytes, 0);
        if (code != LZMA_OK) throw std::runtime_error(reason(code));
    }

    void refill() {
        if (stream_.avail_in > 0 || input_ended_) return;
        stream_.avail_in = compressed_->read(reinterpret_cast<char*>(input_.data()), input_.size());
        stream_.next_in = input_.data();
        input_ended_ = stream_.avail_in == 0;
    }

    void step() {
        refill();
        const lzma_ret code = lzma_code(&stream_, input_ended_ ? LZMA_FINISH : LZMA_RUN);
        if (code == LZMA_STREAM_END) return end_stream();
        if (code == LZMA_FORMAT_ERROR && streams_ > 0)
            throw std::runtime_error(
                "something that is not in xz format stands behind the compressed data; fetch or record the trace "
                "again");
        if (code != LZMA_OK) throw std::runtime_error(reason(code));
    }

    // Another stream may follow, after zeros. liblzma could do that itself, but would call what is no stream damaged.
    void end_stream() {
        ++streams_;
        for (refill(); stream_.avail_in > 0 && *stream_.next_in == 0; refill()) {
            ++stream_.next_in;
            --stream_.avail_in;
        }
        ended_ = stream_.avail_in == 0;
        if (!ended_) begin_stream();
    }

    std::unique_ptr<ByteSource> compressed_;
    std::vector<std::uint8_t> input_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
    bool input_ended_ = false, ended_ = false;
    unsigned streams_ = 0;  // that have ended
};

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> compressed) {
    return std::make_unique<XzSource>(std::move(compressed));
}

}  // namespace heddle::traces
