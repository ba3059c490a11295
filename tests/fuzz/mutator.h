// Makes wrong texts of right ones, the same ones every time.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace heddle::fuzz {

class Mutator {
public:
    Mutator(std::vector<std::string> corpus, unsigned seed);

    // One of the corpus with one to four changes: to bytes, to tokens, to numbers, or cut off.
    std::string next();

private:
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
    void change(std::string& text);
    void change_bytes(std::string& text);
    void change_tokens(std::string& text);
    void change_number(std::string& text);

    std::vector<std::string> corpus_;
    std::mt19937 random_;
};

}  // namespace heddle::fuzz
