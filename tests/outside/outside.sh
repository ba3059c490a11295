#!/usr/bin/env bash
# outside.sh CHECK SOURCE BUILD SCRATCH: one way in which an outside project gets Heddle. SOURCE and BUILD are Heddle's.
set -euo pipefail
check=$1 source=$2 build=$3 scratch=$4
project=$(cd "$(dirname "$0")" && pwd)/project
prefix=$scratch/prefix
warnings=(-Wall -Wextra -Wpedantic -Werror)

fail() { echo "error: $*" >&2; exit 1; }
skip() { echo "skipped: $*"; exit 77; }

# build_and_run NAME [cmake options]: the outside project with CMake.
build_and_run() {
    local folder=$scratch/$1
    shift
    rm -rf "$folder"
    cmake -S "$project" -B "$folder" "$@"
    cmake --build "$folder" -j "$(nproc)"
    "$folder/prototype"
}

# What hardware modules do not need must not be asked for.
without=(-DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_DISABLE_FIND_PACKAGE_LibLZMA=ON -DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON)

# find_package_in NAME PREFIX [cmake options]
find_package_in() { build_and_run "$1" -DWAY=package -DCMAKE_PREFIX_PATH="$2" "${without[@]}" "${@:3}"; }

case $check in
    install)
        rm -rf "$prefix"
        cmake --install "$build" --prefix "$prefix" >/dev/null
        [ -e "$prefix/include/heddle/l2_slice/l2_slice.h" ] || fail "the headers are not where they belong"
        ;;
    package) find_package_in package "$prefix" ;;
    unknown_component)
        if output=$(find_package_in unknown "$prefix" -DCOMPONENTS=l3_slice 2>&1); then fail "l3_slice was found"; fi
        grep -q "no component l3_slice" <<<"$output" || fail "the message does not name the component: $output"
        ;;
    pkg_config)
        export PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$prefix/lib/$(gcc -dumpmachine)/pkgconfig
        # shellcheck disable=SC2046  # a list of words
        g++ -std=c++17 "${warnings[@]}" "$project/prototype.cpp" \
            $(pkg-config --cflags --libs heddle-l2_slice heddle-memory_controller) -o "$scratch/prototype"
        "$scratch/prototype"
        ;;
    headers)
        # Every header, as a user's compiler sees it: not as a system header, and with the user's warnings.
        (cd "$prefix/include" && find heddle -name '*.h' | sort | sed 's/.*/#include <&>/') >"$scratch/all_headers.cpp"
        # shellcheck disable=SC2046
        g++ -std=c++17 "${warnings[@]}" -fsyntax-only -I"$prefix/include" $(pkg-config --cflags tlm) \
            "$scratch/all_headers.cpp"
        ;;
    executable)
        # Each says how it was called: `gpu` is not what it is installed as.
        for program in "$prefix"/bin/heddle-*; do
            "$program" --help | grep -i "^usage: $program " >/dev/null || fail "$program --help does not say its own name"
        done
        "$prefix/bin/heddle-gpu" --stimulus "$prefix/share/heddle/stimuli/micro/vector_add.stim" \
            --set topology.clusters=1 | grep cycles
        "$prefix/bin/heddle-gpu" --config "$prefix/share/heddle/presets/h200.ini" --dump-config | grep "^clusters = 132$" >/dev/null ||
            fail "the presets are not where they belong"
        "$prefix/bin/heddle-trace_gen" --kernel vector_add --size 1024 --out "$scratch/trace" >/dev/null
        "$prefix/bin/heddle-trace_pack" "$scratch/trace/kernelslist.g" "$scratch/trace/packed.htrace" >/dev/null
        "$prefix/bin/heddle-gpu" --config qv100 --stimulus "$scratch/trace/packed.htrace" | grep cycles
        ;;
    subdirectory) build_and_run subdirectory -DWAY=subdirectory -DHEDDLE_SOURCE="$source" -DHEDDLE_UNITY=ON "${without[@]}" ;;
    debian_package)
        command -v dpkg-shlibdeps >/dev/null || skip "dpkg-shlibdeps (Debian package dpkg-dev) is not installed"
        rm -rf "$scratch/deb"
        mkdir -p "$scratch/deb/root"
        # zstd, because it is quick: the archive lives for seconds.
        (cd "$build" && cpack -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=zstd -B "$scratch/deb" >/dev/null)
        deb=$(find "$scratch/deb" -maxdepth 1 -name 'heddle_*.deb')
        dpkg-deb --field "$deb" Depends | grep -q libsystemc || fail "the package does not say that it needs SystemC"
        dpkg-deb --extract "$deb" "$scratch/deb/root"
        find_package_in from_debian_package "$scratch/deb/root/usr"
        ;;
    *) fail "unknown check $check" ;;
esac
