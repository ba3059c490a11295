// A Binder that puts a ProtocolChecker on every binding it makes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/base/binder.h"
#include "kit/protocol_checker.h"

namespace heddle {

class CheckingBinder : public Binder {
public:
    explicit CheckingBinder(ProtocolChecker::OnViolation on_violation = ProtocolChecker::OnViolation::report,
                            AddressRule address_rule = AddressRule::must_stay)
        : on_violation_(on_violation), address_rule_(address_rule) {}

    void bind(tlm::tlm_initiator_socket<32>& initiator, tlm::tlm_target_socket<32>& target) override;

    const std::vector<std::unique_ptr<ProtocolChecker>>& checkers() const { return checkers_; }
    std::size_t outstanding() const;
    std::uint64_t transactions() const;
    std::vector<std::string> violations() const;

private:
    const ProtocolChecker::OnViolation on_violation_;
    const AddressRule address_rule_;
    std::vector<std::unique_ptr<ProtocolChecker>> checkers_;
};

}  // namespace heddle
