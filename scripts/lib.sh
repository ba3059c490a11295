# shellcheck shell=bash
# Shared by the scripts: where the repository is, what it needs, how it is built. Sourced, not run.

heddle_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Tools are looked for by command, so that ones from elsewhere count; libraries by what the build asks for.
missing_packages() {
    local pair
    for pair in g++:g++ cmake:cmake make:make pkg-config:pkg-config parallel:parallel /usr/bin/python3:python3; do
        command -v "${pair%%:*}" >/dev/null || echo "${pair##*:}"
    done
    pkg-config --exists tlm 2>/dev/null || echo libsystemc-dev
    [ -e /usr/include/catch2/catch.hpp ] || echo catch2
    [ -e /usr/include/boost/program_options.hpp ] || echo libboost-program-options-dev
    [ -e /usr/include/lzma.h ] || echo liblzma-dev
}

# Installs what is missing on Debian, and only that.
install_missing() {
    local packages
    packages=$(missing_packages | tr '\n' ' ')
    [ -z "${packages// /}" ] || install_packages "$packages"
}

# install_packages PACKAGE...: says what to do where it cannot. Standard output is left to what the script is for.
install_packages() {
    local packages=$* as_root=()
    command -v apt-get >/dev/null || die "these Debian packages (or their like) are needed: $packages"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "not root and no sudo; please run as root: apt-get install $packages"
        as_root=(sudo)
    fi
    say "Installing $packages" >&2
    "${as_root[@]}" apt-get update -qq >&2 || die "apt-get update failed; needed are: $packages"
    # shellcheck disable=SC2086  # a list of words
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >&2 ||
        die "apt-get could not install: $packages"
}

# run_python MODULE "PACKAGE..." ARGUMENT...: a module of scripts/ in Debian's Python, since another one that comes first in PATH
# may not have Debian's packages. They are installed where they are missing, but not for --help and --list, which need none of them,
# and not before the module has found nothing wrong with its arguments (--check).
run_python() {
    local module=$1 packages=$2 python=/usr/bin/python3 needed=() package
    shift 2
    case " $* " in *" -h "* | *" --help "* | *" --list "*) packages="" ;; esac
    for package in python3 $packages; do
        case $package in
            python3) [ -x $python ] ;;
            python3-matplotlib) $python -c 'import matplotlib' 2>/dev/null ;;
            parallel) parallel --version 2>/dev/null | grep -q '^GNU parallel' ;;
        esac || needed+=("$package")
    done
    local run=(env PYTHONPATH="$heddle_root/scripts" "$python" -B -m "$module")
    if [ ${#needed[@]} != 0 ]; then
        if [ -x $python ]; then "${run[@]}" --check "$@" || exit; fi
        install_packages "${needed[@]}"
    fi
    exec "${run[@]}" "$@"
}

# All cores, but no more compilers at a time than there is memory for (about 1 GB each).
build_jobs() {
    local cores memory_gb
    cores=$(nproc)
    memory_gb=$(awk '/MemAvailable/ { print int($2 / 1000000) }' /proc/meminfo)
    [ "$memory_gb" -ge 1 ] || memory_gb=1
    echo $((cores < memory_gb ? cores : memory_gb))
}

# build_preset PRESET [cmake options]: configures and builds one of CMakePresets.json, with ccache where there is one.
build_preset() {
    local preset=$1 launcher=()
    shift
    if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
    say "Building ($preset)"
    (cd "$heddle_root" && cmake --preset "$preset" "${launcher[@]}" "$@" >/dev/null &&
        cmake --build --preset "$preset" -j "$(build_jobs)" -- --no-print-directory) || die "the $preset build failed"
}
