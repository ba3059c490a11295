"""What the pictures have in common: matplotlib's settings, colours of utilisation, saving."""

import os

from reproduction.errors import InputError

FORMATS = [".png", ".svg", ".pdf"]
LINKS, ROUTERS = "YlOrRd", "Blues"  # colour maps: how busy, how much
DARK = 0.55  # part of a colour map beyond which text on it is white


def pyplot():
    import matplotlib

    matplotlib.use("Agg")
    # Text stays text in an SVG, and the same statistics give the same file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "heddle", "font.size": 8})
    from matplotlib import pyplot as module

    return module


def scale(values, name):
    """Colours from nothing to the largest of the values."""
    from matplotlib import cm, colors

    return cm.ScalarMappable(colors.Normalize(0, max([*values, 0]) or 1), name)


def percent(value):
    return f"{100 * value:.1f} %"


def busiest(what, network):
    """Of the links or ports of a network."""
    worst = network.busiest()
    if not worst.utilisation:
        return "no traffic"
    return f"busiest {what}: {worst.name}, {percent(worst.utilisation)} of network cycles"


def add_title(figure, title, subtitle):
    high = figure.get_figheight()
    figure.text(0.5, 1 - 0.12 / high, title, fontsize=11, ha="center", va="top")
    figure.text(0.5, 1 - 0.34 / high, subtitle, fontsize=8.5, ha="center", va="top", color="#444444")


def colour_bar(figure, colours, axes, label, in_percent=False):
    from matplotlib import ticker

    percents = ticker.FuncFormatter(lambda value, _: f"{100 * value:g}")
    bar = figure.colorbar(colours, cax=axes, orientation="horizontal")
    bar.set_label(label)
    bar.outline.set_linewidth(0.5)
    bar.ax.xaxis.set_major_formatter(percents if in_percent else ticker.EngFormatter(sep=""))


def check_output(path):
    """Before anything is read or drawn."""
    folder, extension = os.path.dirname(os.path.abspath(path)), os.path.splitext(path)[1].lower()
    if extension not in FORMATS:
        raise InputError(f"--output {path}: the name should end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    if not os.path.isdir(folder):
        raise InputError(f"--output {path}: there is no folder {folder}; make it, or name another file")
    if os.path.isdir(path):
        raise InputError(f"--output {path}: is a folder; name a file in it")


def save(figure, path):
    """The file appears whole or not at all; a link is followed, as by the platforms."""
    path, extension = os.path.realpath(path), os.path.splitext(path)[1].lower()
    dated = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    unfinished = f"{path}.part"
    try:
        figure.savefig(unfinished, format=extension[1:], metadata=dated[extension])
        os.replace(unfinished, path)
    except OSError as error:
        if os.path.isfile(unfinished):
            os.remove(unfinished)
        raise InputError(f"--output {path}: {error.strerror}") from None
    finally:
        pyplot().close(figure)
