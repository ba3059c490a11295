// What a stimulus is checked against when its result has no formula: a function that does on the CPU what the kernels
// do on the machine. The functions are handed in from outside; this folder knows none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "heddle/base/stop_request.h"

namespace heddle {

// A reference asks for what the stimulus does not have. The stimulus adds file and line.
class ReferenceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The elements of one buffer, in place.
template <class T>
class ReferenceBuffer {
public:
    ReferenceBuffer(std::string name, T* data, std::size_t size) : name_(std::move(name)), data_(data), size_(size) {}

    std::size_t size() const { return size_; }
    T* data() const { return data_; }
    T* begin() const { return data_; }
    T* end() const { return data_ + size_; }
    T& operator[](std::size_t index) const {
        if (index >= size_ || stop_requested()) refuse(index);
        return data_[index];
    }

private:
    [[noreturn]] void refuse(std::size_t index) const {
        throw_if_stop_requested();
        throw ReferenceError("uses " + name_ + "[" + std::to_string(index) + "]; expected 0 to " +
                             std::to_string(size_ - 1));
    }

    std::string name_;
    T* data_;
    std::size_t size_;
};

// The constants of a stimulus and a copy of its buffers: before the reference runs as memory is before the first
// kernel, afterwards as memory must be at the end.
class ReferenceMemory {
public:
    struct Buffer {
        std::string type;  // as in the stimulus
        std::size_t elements = 0;
        std::vector<std::uint64_t> storage;  // of 64-bit words, so that every type is aligned

        std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(storage.data()); }
        const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(storage.data()); }
    };

    void add_integer(const std::string& name, std::int64_t value);
    void add_real(const std::string& name, double value);
    // Zeros; returns where its bytes are.
    std::uint8_t* add_buffer(const std::string& name, const std::string& type, std::size_t elements,
                             unsigned element_bytes);
    const Buffer& raw(const std::string& name) const { return buffers_.at(name); }
    void drop(const std::string& name) { buffers_.erase(name); }

    // T is the buffer's type: u8 std::uint8_t, u32 std::uint32_t, s32 std::int32_t, f32 float, u64 std::uint64_t,
    // s64 std::int64_t, f64 double. Throws ReferenceError.
    template <class T>
    ReferenceBuffer<T> buffer(const std::string& name) {
        Buffer& found = find(name, type_name<T>());
        return {name, reinterpret_cast<T*>(found.bytes()), found.elements};
    }
    // A constant of the stimulus. Throws ReferenceError where there is none or, of integer(), where it is real.
    std::int64_t integer(const std::string& constant) const;
    double real(const std::string& constant) const;

private:
    struct Number {
        bool is_real;
        std::int64_t integer;
        double real;
    };

    template <class T>
    static constexpr const char* type_name() {
        if constexpr (std::is_same_v<T, std::uint8_t>)
            return "u8";
        else if constexpr (std::is_same_v<T, std::uint32_t>)
            return "u32";
        else if constexpr (std::is_same_v<T, std::int32_t>)
            return "s32";
        else if constexpr (std::is_same_v<T, float>)
            return "f32";
        else if constexpr (std::is_same_v<T, std::uint64_t>)
            return "u64";
        else if constexpr (std::is_same_v<T, std::int64_t>)
            return "s64";
        else {
            static_assert(std::is_same_v<T, double>, "no type of a buffer");
            return "f64";
        }
    }

    Buffer& find(const std::string& name, const std::string& type);
    const Number& number(const std::string& constant) const;

    std::map<std::string, Buffer> buffers_;
    std::map<std::string, Number> numbers_;
};

using ReferenceFunction = void (*)(ReferenceMemory& memory);

// The references a program has.
class References {
public:
    virtual ~References() = default;
    // Null where there is none of that name.
    virtual ReferenceFunction find(const std::string& name) const = 0;
    virtual std::vector<std::string> names() const = 0;
};

}  // namespace heddle
