// A node of the graph.
#pragma once

#include "../../cuda.h"

struct Node {
    int first_edge;
    int edges;
};
