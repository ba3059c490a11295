#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

#include "heddle/platforms/common/json_writer.h"

using namespace heddle;

TEST_CASE("objects and arrays nest with the commas where they belong") {
    std::ostringstream out;
    JsonWriter json(out);
    json.begin_object();
    json.value("a", std::uint64_t{18446744073709551615u});
    json.begin_object("empty");
    json.end_object();
    json.begin_array("list");
    json.element("x");
    json.begin_object();
    json.value("b", true);
    json.end_object();
    json.end_array();
    json.value("c", std::vector<std::uint64_t>{1, 2});
    json.end_object();
    CHECK(
        out.str() ==
        "{\n  \"a\": 18446744073709551615,\n  \"empty\": {},\n  \"list\": [\n    \"x\",\n    {\n      \"b\": true\n    "
        "}\n  ],\n  \"c\": [1, 2]\n}\n");
}

TEST_CASE("text is escaped") {
    CHECK(JsonWriter::quoted("say \"hi\"\\\n\t") == R"("say \"hi\"\\\n\t")");
    CHECK(JsonWriter::quoted(std::string("\x01\x1f", 2)) == R"("\u0001\u001f")");
    CHECK(JsonWriter::quoted("\xc3\xa4") == "\"\xc3\xa4\"");
}

TEST_CASE("what JSON cannot say is null") {
    std::ostringstream out;
    JsonWriter json(out);
    json.begin_object();
    json.value("nan", std::numeric_limits<double>::quiet_NaN());
    json.value("infinite", std::numeric_limits<double>::infinity());
    json.value("real", 0.1);
    json.end_object();
    CHECK(out.str() == "{\n  \"nan\": null,\n  \"infinite\": null,\n  \"real\": 0.1\n}\n");
}
