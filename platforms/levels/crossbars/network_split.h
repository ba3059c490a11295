// How the network below the L1s is cut. In a clustered shared design of decoupled L1s (MECHANISMS 5.3) the nodes that
// are home to the same addresses need to reach only those L2 slices: one small crossbar for each range of slices.
#pragma once

namespace heddle {

struct NetworkSplit {
    unsigned crossbars = 1;  // crossbar j joins every end whose number is j modulo `crossbars` with the j-th range
    unsigned ends = 0;  // above the crossbars, where a stage before them changes their number; 0: the L1s' or clusters'
};

}  // namespace heddle
