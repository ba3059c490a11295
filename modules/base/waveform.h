// Change-driven waveforms: a signal costs one branch while it is not recorded, about 40 ns per change while it is.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "heddle/base/block.h"
#include "heddle/base/cycle.h"

namespace heddle {

// A simulation's time resolution, a power of ten of seconds, as a VCD file writes it: 1, 10 or 100 of a unit.
std::string vcd_time_unit(double seconds);

class Waveform;

// A member of a module: `Signal queue{*this, "request_queue", 8}`. set() wherever the value may have changed.
class Signal {
public:
    Signal(Block& owner, std::string name, unsigned width)
        : text_(new Text{std::move(name), width, {}, nullptr, false}) {
        owner.signals_.push_back(this);
    }
    Signal(const Signal&) = delete;
    Signal& operator=(const Signal&) = delete;

    void set(std::uint64_t value) {
        if (recorded_) change(value);
    }
    bool recorded() const { return recorded_; }
    const std::string& name() const { return text_->name; }
    unsigned width() const { return text_->width; }

    // Adds it to a trace file of SystemC's (heddle/base/trace.h), for as long as it lives.
    void record_for(sc_core::sc_trace_file& file, Block& owner);

private:
    friend class Waveform;
    void change(std::uint64_t value);

    // Apart from what set() looks at, so that signals nobody records take little room in the host's caches.
    struct Text {
        std::string name;
        unsigned width;
        std::string code;    // the identifier in the waveform's file
        Waveform* waveform;  // null: none records it
        bool traced;         // SystemC looks at last_
    };
    bool recorded_ = false;
    std::uint64_t last_ = 0;
    std::unique_ptr<Text> text_;
};

// Writes the signals of a hierarchy as VCD to a stream. What becomes of a stream that fails is for its owner to see:
// the run goes on, and nothing more is written.
class Waveform {
public:
    struct Window {
        std::uint64_t from_ticks = 0, to_ticks = ~std::uint64_t{0};  // in kernel time units
    };

    // Takes the signals of every block whose full name matches `scope_pattern` (shell style: * and ?; "" matches all),
    // and the cycle counters of their clocks.
    Waveform(std::ostream& out, const std::string& scope_pattern, Window window);
    ~Waveform();
    Waveform(const Waveform&) = delete;
    Waveform& operator=(const Waveform&) = delete;

    std::size_t signal_count() const { return signals_.size(); }
    // Ends the recording and flushes the stream; the destructor does so too.
    void close();

private:
    friend class Signal;
    void collect(const std::string& scope_pattern);
    void write_header();
    void write_change(const Signal& signal, std::uint64_t time);
    void write_time(std::uint64_t time);
    void write_value(const Signal& signal);
    void open_window(std::uint64_t time);
    void put(const std::string& text);
    void write_buffer();

    struct Entry {
        std::vector<std::string> scope;
        Block* block;
        Signal* signal;
    };
    std::ostream& out_;
    Window window_;
    bool open_ = true;
    std::vector<Entry> signals_;
    std::string buffer_;
    std::uint64_t time_ = ~std::uint64_t{0};
    bool window_open_ = false;
};

bool matches(const std::string& pattern, const std::string& text);

}  // namespace heddle
