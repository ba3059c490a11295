// Tables of CTAs in files, and what is said of those that fit no grid.
#include "heddle/cta_dispatcher/clustering/cta_table.h"

#include <fstream>

#include "clustering_bench.h"
#include "heddle/cta_dispatcher/clustering/indexing_choice.h"
#include "scratch_folder.h"

using namespace heddle;

namespace {

std::string table_file(const testing::ScratchFolder& folder, const std::string& text) {
    const std::string path = folder / "order.txt";
    std::ofstream(path) << text;
    return path;
}

}  // namespace

TEST_CASE("a table of CTAs is read with comments and any white space") {
    const testing::ScratchFolder folder;
    CHECK(read_cta_table(table_file(folder, "# backwards\n3 2\n\n1\t0 # end\n"), "d.table") ==
          std::vector<std::uint32_t>{3, 2, 1, 0});
    CHECK(read_cta_table(table_file(folder,
                                    "\xef\xbb\xbf"
                                    "1 0\n"),
                         "d.table") == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("a table that is no permutation is refused with file, line and key") {
    const testing::ScratchFolder folder;
    const auto read = [&](const std::string& text) { return read_cta_table(table_file(folder, text), "d.table"); };
    CHECK_THROWS_WITH(read("0 1\n2 1\n"), Catch::Contains("order.txt:2: d.table") && Catch::Contains("second time"));
    CHECK_THROWS_WITH(read("0\n1\n3\n"), Catch::Contains("order.txt:3: d.table") && Catch::Contains("CTA 3"));
    CHECK_THROWS_WITH(read("0\nx1\n"), Catch::Contains("order.txt:2") && Catch::Contains("'x1'"));
    CHECK_THROWS_WITH(read("-1\n"), Catch::Contains("'-1'"));
    CHECK_THROWS_WITH(read("# nothing\n"), Catch::Contains("d.table") && Catch::Contains("no numbers"));
    CHECK_THROWS_WITH(read_cta_table(folder / "absent", "d.table"),
                      Catch::Contains("d.table") && Catch::Contains("absent") && Catch::Contains("No such file"));
    CHECK_THROWS_WITH(read_cta_table(folder / "", "d.table"), Catch::Contains("d.table"));  // a folder
}

TEST_CASE("agents walk through a table's order") {
    const testing::ScratchFolder folder;
    CtaDispatcherParameters parameters = clustered("agents", "rr", "table");
    parameters.clustering.table = table_file(folder, "5 0 4 1 3 2");
    DispatcherBench bench({2, 1}, parameters, slots(1));
    run_grid(bench, {3, 2, 1});
    CHECK(ctas_of_sms(bench) == std::vector<Ctas>{{5, 0, 4}, {1, 3, 2}});
}

TEST_CASE("a table of another size than the grid is refused") {
    const testing::ScratchFolder folder;
    CtaDispatcherParameters parameters = clustered("redirect", "rr", "table");
    parameters.clustering.table = table_file(folder, "1 0");
    DispatcherBench bench({2, 1}, parameters);
    bench.add_kernel(Dim3{3, 1, 1});
    bench.host.send(1, KernelLaunch{0});
    CHECK_THROWS_WITH(bench.run(), Catch::Contains("kernel k0") && Catch::Contains("cta_dispatcher.table") &&
                                       Catch::Contains("2 entries") && Catch::Contains("3 CTAs"));
}

TEST_CASE("tiles that do not divide the grid are refused with the key of the side that is wrong") {
    ClusteringParameters parameters;
    parameters.indexing = "tile";
    parameters.tile_x = 3;
    const IndexingChoice choice(parameters, "d");
    CHECK_NOTHROW(choice.indexing_of({6, 4}));
    CHECK_THROWS_WITH(choice.indexing_of({7, 4}), Catch::Contains("d.tile_x: is 3") && Catch::Contains("7 CTAs in x"));
    CHECK_THROWS_WITH(choice.indexing_of({6, 5}), Catch::Contains("d.tile_y: is 2") && Catch::Contains("5 CTAs in y"));
}

TEST_CASE("an indexing by table without a file is refused") {
    ClusteringParameters parameters;
    parameters.clustering = "agents";
    parameters.indexing = "table";
    CHECK_THROWS_WITH(parameters.validate("d"), Catch::Contains("d.table") && Catch::Contains("name a file"));
}
