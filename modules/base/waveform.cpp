#include "heddle/base/waveform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <sstream>

#include "heddle/base/ticked.h"

namespace heddle {

bool matches(const std::string& pattern, const std::string& text) {
    std::size_t p = 0, t = 0, star = std::string::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p, ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (star != std::string::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

namespace {

std::string identifier(std::size_t index) {
    std::string code;
    do {
        code += static_cast<char>('!' + index % 94);
        index /= 94;
    } while (index);
    return code;
}

std::vector<std::string> split_path(const std::string& name) {
    std::vector<std::string> steps;
    std::istringstream stream(name);
    for (std::string part; std::getline(stream, part, '.');) steps.push_back(part);
    return steps;
}

}  // namespace

std::string vcd_time_unit(double seconds) {
    constexpr std::array<const char*, 6> units{"fs", "ps", "ns", "us", "ms", "s"};
    const auto digits = static_cast<unsigned>(std::lround(std::log10(seconds * 1e15)));
    return "1" + std::string(digits % 3, '0') + " " + units.at(digits / 3);
}

void Signal::change(std::uint64_t value) {
    if (text_->width < 64) value &= (std::uint64_t{1} << text_->width) - 1;
    if (value == last_) return;
    const std::uint64_t time = sc_core::sc_time_stamp().value();
    if (text_->waveform) text_->waveform->open_window(time);
    last_ = value;
    if (text_->waveform) text_->waveform->write_change(*this, time);
}

void Signal::record_for(sc_core::sc_trace_file& file, Block& owner) {
    sc_core::sc_trace(&file, last_, std::string(owner.name()) + "." + name(), static_cast<int>(width()));
    text_->traced = recorded_ = true;
    owner.recorded_ = true;
}

Waveform::Waveform(std::ostream& out, const std::string& scope_pattern, Window window) : out_(out), window_(window) {
    collect(scope_pattern);
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        Signal& signal = *signals_[i].signal;
        signal.text_->code = identifier(i);
        signal.text_->waveform = this;
        signal.recorded_ = signals_[i].block->recorded_ = true;
    }
    write_header();
}

void Waveform::collect(const std::string& scope_pattern) {
    std::set<Block*> blocks;
    for_each_block(nullptr, [&](Block& block) {
        if (block.signals().empty() || (!scope_pattern.empty() && !matches(scope_pattern, block.name()))) return;
        blocks.insert(&block);
        if (auto* ticked = dynamic_cast<Ticked*>(&block)) blocks.insert(&ticked->domain());
    });
    for (Block* block : blocks)
        for (Signal* signal : block->signals()) signals_.push_back({split_path(block->name()), block, signal});
    // A scope must be written in one piece; inside it signals keep the order in which they were declared.
    std::stable_sort(signals_.begin(), signals_.end(),
                     [](const Entry& a, const Entry& b) { return a.scope < b.scope; });
}

Waveform::~Waveform() {
    try {
        close();
    } catch (const std::exception&) {  // a stream that throws has told its owner
    }
}

void Waveform::write_header() {
    put("$version Heddle $end\n$timescale " + vcd_time_unit(sc_core::sc_get_time_resolution().to_seconds()) +
        " $end\n");
    std::vector<std::string> open;
    for (const Entry& entry : signals_) {
        std::size_t common = 0;
        while (common < open.size() && common < entry.scope.size() && open[common] == entry.scope[common]) ++common;
        for (std::size_t i = open.size(); i > common; --i) put("$upscope $end\n");
        for (std::size_t i = common; i < entry.scope.size(); ++i) put("$scope module " + entry.scope[i] + " $end\n");
        open = entry.scope;
        const unsigned width = entry.signal->width();
        const std::string range = width > 1 ? " [" + std::to_string(width - 1) + ":0]" : "";
        put("$var wire " + std::to_string(width) + " " + entry.signal->text_->code + " " + entry.signal->name() +
            range + " $end\n");
    }
    for (std::size_t i = 0; i < open.size(); ++i) put("$upscope $end\n");
    put("$enddefinitions $end\n");
    open_window(0);
}

// The window begins with the values that all signals have then: called before a change, and at the end.
void Waveform::open_window(std::uint64_t time) {
    if (window_open_ || time < window_.from_ticks) return;
    window_open_ = true;
    write_time(window_.from_ticks);
    put("$dumpvars\n");
    for (const Entry& entry : signals_) write_value(*entry.signal);
    put("$end\n");
}

void Waveform::write_time(std::uint64_t time) {
    if (time == time_) return;
    time_ = time;
    put("#" + std::to_string(time) + "\n");
}

void Waveform::write_change(const Signal& signal, std::uint64_t time) {
    if (time < window_.from_ticks || time > window_.to_ticks) return;
    write_time(time);
    write_value(signal);
}

void Waveform::write_value(const Signal& signal) {
    char text[72];
    std::size_t length = 0;
    if (signal.text_->width == 1) {
        text[length++] = static_cast<char>('0' + (signal.last_ & 1));
    } else {
        text[length++] = 'b';
        int bit = signal.last_ ? 63 - __builtin_clzll(signal.last_) : 0;
        for (; bit >= 0; --bit) text[length++] = static_cast<char>('0' + (signal.last_ >> bit & 1));
        text[length++] = ' ';
    }
    buffer_.append(text, length).append(signal.text_->code).push_back('\n');
    if (buffer_.size() > (1u << 20)) put("");
}

void Waveform::put(const std::string& text) {
    buffer_ += text;
    if (buffer_.size() < (1u << 20)) return;
    write_buffer();
}

void Waveform::write_buffer() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
}

void Waveform::close() {
    if (!open_) return;
    open_ = false;
    for (const Entry& entry : signals_) {  // a signal that SystemC traces, and then all of its block are, goes on
        entry.signal->text_->waveform = nullptr;
        entry.signal->recorded_ = entry.block->recorded_ = entry.signal->text_->traced;
    }
    const std::uint64_t now = sc_core::sc_time_stamp().value();
    open_window(now);
    const std::uint64_t end = std::min<std::uint64_t>(now, window_.to_ticks);
    if (end > time_ || time_ == ~std::uint64_t{0}) write_time(end);
    write_buffer();
    out_.flush();
}

}  // namespace heddle
