#include "heddle/references/library.h"

#include "heddle/references/registry.h"

namespace heddle {
namespace {

class Library final : public References {
public:
    ReferenceFunction find(const std::string& name) const override {
        for (const RegisteredReference& reference : registered_references())
            if (name == reference.name) return reference.function;
        return nullptr;
    }

    std::vector<std::string> names() const override {
        std::vector<std::string> result;
        for (const RegisteredReference& reference : registered_references()) result.push_back(reference.name);
        return result;
    }
};

}  // namespace

const References& library_references() {
    static const Library library;
    return library;
}

}  // namespace heddle
