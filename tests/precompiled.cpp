// Carries the precompiled Catch2 and SystemC headers that all suites reuse; main.cpp, which configures Catch2, cannot.
