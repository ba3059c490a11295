"""Command line of scripts/reproduce."""

import argparse
import os
import shutil
import subprocess
import sys

from .campaign import Campaign
from .errors import InputError
from .notes import Notes
from .plan import SIZES, Plan
from .report import Report, write_report
from .results import Results
from .scatter import write_scatters
from .store import Store
from .summary import summarise, write_page
from .tables import write_tables
from .targets import Targets
from .timeline import write_timelines

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHOWN_FAILURES = 20

EPILOG = """\
Results go to reproduction/results/PAPER/SIZE: runs/ holds one file per run, beside it are runs.csv, a table and a
picture per figure, and report.md. A complete campaign of size paper, or --publish, also writes
docs/reproduction/PAPER.md with its pictures, and docs/reproduction/README.md, the page over all papers.
A campaign that was stopped or killed goes on where it was when the same command is given again.
Exit codes: 0 done, 1 runs failed, 2 bad input or usage, 130 stopped."""


def words(text):
    return [word for word in text.replace(",", " ").split() if word]


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/reproduce", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the matrix of a paper's figures and compares it with the paper's numbers.")
    add = parser.add_argument
    add("paper", nargs="?", help="which: the name of a file reproduction/PAPER.toml")
    add("--size", choices=SIZES, default="small", help="size of the stimuli (small)")
    add("--figures", type=words, metavar="A,B", help="only what these figures need")
    add("--workloads", type=words, metavar="A,B", help="only these workloads")
    add("--jobs", type=int, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    add("--binary", metavar="FILE", help="the platform's executable (build/bin/PLATFORM, built if it is not there)")
    stale = parser.add_mutually_exclusive_group()
    stale.add_argument("--rerun", action="store_true", help="run again what another executable or stimulus has left")
    stale.add_argument("--keep", action="store_true", help="take such results as they are; the report says so")
    add("--list", action="store_true", help="list the runs and where they stand, run nothing")
    add("--report-only", action="store_true",
        help="write tables, pictures and report from the results there are, and from runs.csv for runs that are not")
    add("--kept", action="store_true", help="take runs.csv for runs that are neither there nor to be made")
    add("--no-plots", action="store_true", help="draw no pictures")
    add("--summary", action="store_true", help="only write docs/reproduction/README.md, the page over all papers' reports")
    add("--publish", action="store_true", help="write docs/reproduction/PAPER.md, whatever the size")
    add("--check", action="store_true", help=argparse.SUPPRESS)  # only look for mistakes, before packages are installed
    add("--root", default=ROOT, help=argparse.SUPPRESS)  # tests run in a folder of their own
    options = parser.parse_args(arguments)
    if not options.paper and not options.summary:
        parser.error("name a paper, or say --summary")
    if options.jobs < 1:
        parser.error("--jobs: at least 1")
    return options


def binary_of(options, plan):
    if options.binary:
        return os.path.abspath(options.binary)
    path = os.path.join(options.root, "build", "bin", plan.platform)
    if not os.path.exists(path):
        if options.list:
            raise InputError(f"{path} is not there, and what is done is told by the executable that did it; "
                             "build it, or name one with --binary")
        script = f". {options.root}/scripts/lib.sh && install_missing && build_preset release"
        if subprocess.run(["bash", "-c", script], check=False).returncode != 0 or not os.path.exists(path):
            raise InputError(f"{path}: could not be built; name an executable with --binary")
    return path


def decide_on_stale(options, stale, total):
    """True: run them again."""
    if options.rerun or options.keep or not stale:
        return options.rerun
    what = f"{len(stale)} of {total} results were left by another executable or stimulus (such as {stale[0].name})"
    if not sys.stdin.isatty():
        raise InputError(f"{what}; say --rerun to run them again or --keep to take them as they are")
    return input(f"{what}.\nRun them again? [Y/n] ").strip().lower() in ["", "y", "yes"]


def run_campaign(options, plan, store):
    """The runs that failed."""
    runs = plan.runs(options.size, options.figures, options.workloads)
    campaign = Campaign(options.root, plan, options.size, store, binary_of(options, plan))
    current, stale, missing = campaign.sort_out(runs)
    if options.list:
        for kind, entries in [("done", current), ("stale", stale), ("missing", missing)]:
            print("".join(f"{kind:8}{run.name}\n" for run in entries), end="")
    print(f"{plan.paper}, size {options.size}: {len(runs)} runs, {len(current)} done, {len(stale)} stale, "
          f"{len(missing)} missing; executable {campaign.binary_hash[:12]}")
    if options.list:
        return {}
    again = set(stale) if decide_on_stale(options, stale, len(runs)) else set()
    todo = [run for run in runs if run in again or run in set(missing)]
    failed = campaign.run(todo, options.jobs) if todo else {}
    store.forget()
    return failed


def check(options, plan, store):
    """Mistakes show before anything is installed or built, and before an hour of runs, not after it."""
    Targets(Results(plan, store, options.size), os.path.dirname(plan.path))
    plan.runs(options.size, options.figures, options.workloads)
    if options.binary:
        Campaign(options.root, plan, options.size, store, binary_of(options, plan))


def write_all(options, plan, store):
    results = Results(plan, store, options.size, options.report_only or options.kept)
    inputs = os.path.dirname(plan.path)
    # The rows are read first: what they ask of the configuration is kept beside the tables.
    targets, notes = Targets(results, inputs), Notes(results, inputs)
    tables = write_tables(results, store.folder)
    if not options.no_plots:
        from .plots import draw_all

        draw_all(tables, store.folder)
    timelines = write_timelines(results, store.folder, not options.no_plots)
    scatters = write_scatters(results, store.folder, not options.no_plots)
    report_path = os.path.join(store.folder, "report.md")
    write_report(Report(results, targets, notes, tables, timelines, scatters, ""), report_path)
    summarise(results, targets, store.folder)
    for name, why in results.never_defined().items():
        print(f"warning: metric {name} has no value in any run: {why}", file=sys.stderr)
    print(f"report: {os.path.relpath(report_path, options.root)}")
    complete = all(results.source(run) for run in plan.runs(options.size))
    if options.publish or (options.size == "paper" and complete and not options.no_plots):
        publish(options, plan, store, Report(results, targets, notes, tables, timelines, scatters, plan.paper + "/"),
                [*tables, *timelines, *scatters])


def publish(options, plan, store, report, figures):
    folder = os.path.join(options.root, "docs", "reproduction")
    pictures = os.path.join(folder, plan.paper)
    os.makedirs(pictures, exist_ok=True)
    for key in figures:
        picture = os.path.join(store.folder, f"figure_{key}.png")
        if os.path.exists(picture):
            shutil.copyfile(picture, os.path.join(pictures, f"figure_{key}.png"))
    write_report(report, os.path.join(folder, plan.paper + ".md"))
    print(f"published: docs/reproduction/{plan.paper}.md")
    if options.size == "paper":
        write_summary(options)


def write_summary(options):
    path = write_page(options.root, not options.no_plots)
    if path is None:
        raise InputError("no paper has a report of size paper yet: scripts/reproduce PAPER --size paper")
    print(f"summary: {os.path.relpath(path, options.root)}")


def main(arguments=None):
    options = parse(arguments)
    failed = {}
    try:
        if options.summary:
            if not options.check:
                write_summary(options)
            return 0
        plan = Plan.of_paper(options.root, options.paper)
        store = Store(options.root, plan.paper, options.size)
        check(options, plan, store)
        if options.check:
            return 0
        with store.locked():
            failed = {} if options.report_only else run_campaign(options, plan, store)
            if not options.list:
                write_all(options, plan, store)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for run, log in list(failed.items())[:SHOWN_FAILURES]:
        print(f"failed: {run.name}: {log}", file=sys.stderr)
    if len(failed) > SHOWN_FAILURES:
        print(f"failed: {len(failed) - SHOWN_FAILURES} more", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
