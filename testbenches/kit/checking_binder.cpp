#include "kit/checking_binder.h"

#include <algorithm>

namespace heddle {

void CheckingBinder::bind(tlm::tlm_initiator_socket<32>& initiator, tlm::tlm_target_socket<32>& target) {
    std::string name = std::string("check_") + initiator.name();  // a message then says which binding it was
    std::replace(name.begin(), name.end(), '.', '_');
    checkers_.push_back(std::make_unique<ProtocolChecker>(name.c_str(), on_violation_, address_rule_));
    initiator.bind(checkers_.back()->target);
    checkers_.back()->initiator.bind(target);
}

std::size_t CheckingBinder::outstanding() const {
    std::size_t sum = 0;
    for (const auto& checker : checkers_) sum += checker->outstanding();
    return sum;
}

std::uint64_t CheckingBinder::transactions() const {
    std::uint64_t sum = 0;
    for (const auto& checker : checkers_) sum += checker->transactions();
    return sum;
}

std::vector<std::string> CheckingBinder::violations() const {
    std::vector<std::string> all;
    for (const auto& checker : checkers_)
        all.insert(all.end(), checker->violations().begin(), checker->violations().end());
    return all;
}

}  // namespace heddle
