#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// Links that groups of inputs of a crossbar share, as the SMs of a GPC do. All of them off, or a list and a width.
struct GroupParameters {
    std::string inputs = "none";
    unsigned request_bytes = 0;
    unsigned reply_bytes = 0;

    bool none() const { return inputs == "none" && request_bytes == 0 && reply_bytes == 0; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("inputs", inputs, "", "the group of each input, such as 0,0,1,1; none: no input shares a link with others");
        v("request_bytes", request_bytes, "B",
          "what the link of a group carries per cycle towards the outputs, control bytes included; 0: no limit");
        v("reply_bytes", reply_bytes, "B",
          "what it carries per cycle towards the inputs; replies that the targets have merged pass it once; 0: no "
          "limit");
    }
};

}  // namespace heddle
