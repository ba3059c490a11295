#include "heddle/stimulus/trace/generator/output.h"

#include <lzma.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "heddle/base/error.h"

namespace heddle::traces {
namespace {

class PlainOutput final : public Output {
public:
    explicit PlainOutput(const std::string& path) : path_(path), file_(path, std::ios::binary) { check(); }

    void write(const std::string& text) override {
        file_.write(text.data(), static_cast<std::streamsize>(text.size()));
        check();
    }
    void close() override {
        file_.close();
        check();
    }

private:
    void check() const {
        if (!file_) throw InputError(path_ + ": cannot be written (" + std::strerror(errno) + ")");
    }

    std::string path_;
    std::ofstream file_;
};

class XzOutput final : public Output {
public:
    explicit XzOutput(const std::string& path) : path_(path), file_(path), buffer_(64 * 1024) {
        // Traces repeat themselves: the fastest preset makes them nearly as small as the best.
        check(lzma_easy_encoder(&stream_, 1, LZMA_CHECK_CRC64));
    }
    XzOutput(const XzOutput&) = delete;
    XzOutput& operator=(const XzOutput&) = delete;
    ~XzOutput() override { lzma_end(&stream_); }

    void write(const std::string& text) override {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(text.data());
        stream_.avail_in = text.size();
        while (stream_.avail_in > 0) step(LZMA_RUN);
    }
    void close() override {
        while (step(LZMA_FINISH) != LZMA_STREAM_END) continue;
        file_.close();
    }

private:
    lzma_ret step(lzma_action action) {
        stream_.next_out = buffer_.data();
        stream_.avail_out = buffer_.size();
        const lzma_ret code = lzma_code(&stream_, action);
        if (code != LZMA_STREAM_END) check(code);
        file_.write(std::string(buffer_.data(), buffer_.data() + buffer_.size() - stream_.avail_out));
        return code;
    }
    void check(lzma_ret code) const {
        if (code != LZMA_OK)
            throw InputError(path_ + ": cannot be compressed (liblzma error " + std::to_string(code) + ")");
    }

    std::string path_;
    PlainOutput file_;
    std::vector<std::uint8_t> buffer_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<Output> open_output(const std::string& path, bool compress) {
    if (compress) return std::make_unique<XzOutput>(path);
    return std::make_unique<PlainOutput>(path);
}

}  // namespace heddle::traces
