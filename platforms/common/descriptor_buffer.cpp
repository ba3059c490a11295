#include "heddle/platforms/common/descriptor_buffer.h"

#include <unistd.h>

#include <cerrno>

namespace heddle {

DescriptorBuffer::DescriptorBuffer(int descriptor) : descriptor_(descriptor), buffer_(1 << 16) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
}

bool DescriptorBuffer::write_out(const char* text, std::size_t count) {
    while (!error_ && count) {
        const ssize_t written = ::write(descriptor_, text, count);
        if (written < 0) {
            if (errno == EINTR) continue;  // a signal asked the run to end, and what there is is still to be written
            error_ = errno;
        } else {
            text += written;
            count -= static_cast<std::size_t>(written);
        }
    }
    return !error_;
}

int DescriptorBuffer::sync() {
    const bool written = write_out(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return written ? 0 : -1;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
    if (DescriptorBuffer::sync() != 0) return traits_type::eof();
    if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
    return character;
}

std::streamsize DescriptorBuffer::xsputn(const char* text, std::streamsize count) {
    if (count < epptr() - pptr()) {
        traits_type::copy(pptr(), text, static_cast<std::size_t>(count));
        pbump(static_cast<int>(count));
        return count;
    }
    return DescriptorBuffer::sync() == 0 && write_out(text, static_cast<std::size_t>(count)) ? count : 0;
}

}  // namespace heddle
