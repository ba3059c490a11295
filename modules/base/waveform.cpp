#include "heddle/base/waveform.h"

#include <algorithm>
#include <sstream>

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
    std::vector<std::string> parts;
    std::istringstream stream(name);
    for (std::string part; std::getline(stream, part, '.');) parts.push_back(part);
    return parts;
}

}  // namespace

void Signal::change(std::uint64_t value) {
    if (value == last_) return;
    last_ = value;
    waveform_->write_change(*this, sc_core::sc_time_stamp().value());
}

Waveform::Waveform(std::ostream& out, const std::string& scope_pattern, Window window) : out_(out), window_(window) {
    for_each_block(nullptr, [&](Block& block) {
        if (!scope_pattern.empty() && !matches(scope_pattern, block.name())) return;
        for (Signal* signal : block.signals()) signals_.push_back({split_path(block.name()), &block, signal});
    });
    // A scope must be written in one piece, and blocks are visited in creation order: sort by scope, keep signal order.
    std::stable_sort(signals_.begin(), signals_.end(),
                     [](const Entry& a, const Entry& b) { return a.scope < b.scope; });
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        signals_[i].signal->text_->code = identifier(i);
        signals_[i].signal->waveform_ = this;
        signals_[i].block->recorded_ = true;
    }
    write_header();
}

Waveform::~Waveform() {
    try {
        close();
    } catch (const std::exception&) {  // a stream that throws has told its owner
    }
}

void Waveform::write_header() {
    const double tick = sc_core::sc_get_time_resolution().to_seconds();
    const char* unit = tick < 5e-15 ? "1 fs" : tick < 5e-12 ? "1 ps" : "1 ns";
    put(std::string("$version Heddle $end\n$timescale ") + unit + " $end\n");
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
    if (window_.from_ticks == 0) write_all(0);
}

void Waveform::write_all(std::uint64_t time) {
    window_open_ = true;
    write_time(time);
    put("$dumpvars\n");
    for (const Entry& entry : signals_) write_change(*entry.signal, time);
    put("$end\n");
}

void Waveform::write_time(std::uint64_t time) {
    if (time == time_) return;
    time_ = time;
    put("#" + std::to_string(time) + "\n");
}

void Waveform::write_change(const Signal& signal, std::uint64_t time) {
    if (time < window_.from_ticks || time > window_.to_ticks) return;
    if (!window_open_) {
        write_all(time);  // the first change inside the window brings every signal's value along, this one's too
        return;
    }
    write_time(time);
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
    for (const Entry& entry : signals_) {
        entry.signal->waveform_ = nullptr;
        entry.block->recorded_ = false;
    }
    const std::uint64_t end = std::min<std::uint64_t>(sc_core::sc_time_stamp().value(), window_.to_ticks);
    if (end > time_ || time_ == ~std::uint64_t{0}) write_time(end);
    write_buffer();
    out_.flush();
}

}  // namespace heddle
