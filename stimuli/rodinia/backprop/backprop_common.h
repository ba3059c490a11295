// What backprop.cu and clustered.cu have in common beside the kernels' statements.
#pragma once

constexpr int tile = 16;
constexpr float learning_rate = 0.3f;
constexpr float momentum = 0.3f;
