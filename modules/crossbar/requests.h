// Which inputs want which outputs, from both sides. Plain C++.
#pragma once

#include <vector>

namespace heddle {

// Set: a FixedPortSet.
template <class Set>
class Requests {
public:
    Requests(unsigned inputs, unsigned outputs) : by_output_(outputs), by_input_(inputs) {}

    void ask(unsigned input, unsigned output) {
        by_output_[output].set(input);
        by_input_[input].set(output);
        outputs_.set(output);
        inputs_.set(input);
    }
    void ask_no_more(unsigned input, unsigned output) {
        withdraw(input, output);
        if (!by_input_[input].any()) inputs_.reset(input);
    }

    // The input wants another output from now on.
    void ask_instead(unsigned input, unsigned output, unsigned other) {
        withdraw(input, output);
        ask(input, other);
    }

    // Per output the inputs that want it, per input the outputs that it wants.
    const std::vector<Set>& by_output() const { return by_output_; }
    const std::vector<Set>& by_input() const { return by_input_; }
    // The inputs that want some output, the outputs that some input wants.
    const Set& inputs() const { return inputs_; }
    const Set& outputs() const { return outputs_; }

private:
    // Leaves open whether the input wants any other output.
    void withdraw(unsigned input, unsigned output) {
        by_output_[output].reset(input);
        if (!by_output_[output].any()) outputs_.reset(output);
        by_input_[input].reset(output);
    }

    std::vector<Set> by_output_, by_input_;
    Set inputs_, outputs_;
};

}  // namespace heddle
