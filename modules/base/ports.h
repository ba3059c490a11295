// Several ports of one kind: crossbar.in[3]. They are named in_0, in_1, ...
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace heddle {

template <class Port>
class Ports {
public:
    // make(const char* name, unsigned index) -> std::unique_ptr<Port>
    template <class Make>
    Ports(const char* name, unsigned count, Make make) {
        ports_.reserve(count);
        for (unsigned i = 0; i < count; ++i)
            ports_.push_back(make((std::string(name) + "_" + std::to_string(i)).c_str(), i));
    }
    Port& operator[](std::size_t i) { return *ports_[i]; }
    const Port& operator[](std::size_t i) const { return *ports_[i]; }
    unsigned size() const { return static_cast<unsigned>(ports_.size()); }
    auto begin() { return ports_.begin(); }
    auto end() { return ports_.end(); }

private:
    std::vector<std::unique_ptr<Port>> ports_;
};

}  // namespace heddle
