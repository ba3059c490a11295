"""Command line of scripts/plot."""

import argparse
import os
import sys

from reproduction.errors import InputError

from . import canvas, load_curves, load_picture
from .crossbar import Crossbar
from .crossbar_picture import CrossbarPicture
from .mesh import Mesh
from .mesh_picture import MeshPicture
from .statistics import Statistics

EPILOG = """\
For example:
  build/bin/packet_coalescing --system FR+dynamic --stimulus stimuli/micro/gemm256.stim --stats gemm.json
  scripts/plot noc gemm.json
Exit codes: 0 done, 2 bad input or usage, or a picture that could not be written."""

NOC = """\
Draws the network of a run, its requests beside its replies. A mesh is drawn as it lies on the chip: links are
coloured by utilisation, routers by merges where packets are coalesced and by packets elsewhere. Of a crossbar the
ports are drawn with their utilisation. Figures are those of the whole run, all kernels together."""


LOAD = """\
Runs the mesh under random traffic, a run for each row of FILE, and draws latency over load beside the figures of the
simulator that FILE is from. Dotted: the most flits that are accepted."""


def parse(arguments):
    formatted = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="scripts/plot", formatter_class=formatted, epilog=EPILOG,
                                     description="Draws what the statistics of a run say.")
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)  # only look for mistakes in the arguments
    pictures = parser.add_subparsers(metavar="PICTURE", required=True)
    noc = pictures.add_parser("noc", formatter_class=formatted, epilog=EPILOG, description=NOC,
                              help="the network: utilisation of its links or ports, merges per router")
    noc.add_argument("statistics", metavar="STATS.json", help="what a platform wrote with --stats")
    noc.add_argument("--output", metavar="FILE",
                     help="the picture, .png, .svg or .pdf (STATS.noc.png beside the statistics)")
    noc.set_defaults(draw=draw_noc)
    load = pictures.add_parser("mesh-load", formatter_class=formatted, epilog=EPILOG, description=LOAD,
                               help="latency of the mesh over load, beside another simulator's")
    load.add_argument("file", metavar="FILE", nargs="?", default="tests/mesh_router/data/booksim_mesh.csv",
                      help="the other simulator's figures (%(default)s)")
    load.add_argument("--executable", default="build/bin/mesh_load", help="what runs the mesh (%(default)s)")
    load.add_argument("--reference", default="BookSim 2", help="the other simulator's name (%(default)s)")
    load.add_argument("--output", metavar="FILE", default="mesh_load.png",
                      help="the picture, .png, .svg or .pdf (%(default)s)")
    load.set_defaults(draw=draw_load)
    return parser.parse_args(arguments)


def draw_noc(options):
    path = options.output or os.path.splitext(options.statistics)[0] + ".noc.png"
    canvas.check_output(path)
    statistics = Statistics.read(options.statistics)
    network, picture, what, flit_key = find_network(statistics)
    canvas.save(picture.draw(statistics.title(), statistics.subtitle(what, flit_key)), path)
    for part in network.networks:
        print(f"{part.title}: {canvas.busiest(what, part)}")
    print(f"picture: {path}")


def draw_load(options):
    canvas.check_output(options.output)
    curves = load_curves.curves(options.file, options.executable)
    canvas.save(load_picture.draw(curves, options.reference), options.output)
    for case, points in curves.items():
        theirs, ours = (max(getattr(point, name)[0] for point in points) for name in ("reference", "model"))
        errors = [point.model[1] / point.reference[1] - 1 for point in points if not point.saturated]
        print(f"{load_curves.name_of(case)}: saturation {ours:.3f} for {theirs:.3f}, latency "
              f"{100 * min(errors):+.1f} to {100 * max(errors):+.1f} %")
    print(f"picture: {options.output}")


def find_network(statistics):
    """(the network, its picture, what it is made of, the key of its width)"""
    mesh = Mesh.find(statistics)
    if mesh:
        return mesh, MeshPicture(mesh, statistics.memory_node()), "link", "mesh_router.flit_bytes"
    crossbar = Crossbar.find(statistics)
    if crossbar:
        return crossbar, CrossbarPicture(crossbar), "port", "crossbar.flit_bytes"
    raise InputError(f"{statistics.path}: has neither routers of a mesh nor a crossbar among its blocks, so there is "
                     "no network to draw")


def main(arguments=None):
    options = parse(arguments)
    if options.check:
        return 0
    try:
        options.draw(options)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
