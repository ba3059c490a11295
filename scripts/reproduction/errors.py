"""What a user can cause: reported in one line, without a traceback, exit code 2."""

import os


class InputError(Exception):
    pass


def need_executable(path):
    if not (os.path.isfile(path) and os.access(path, os.X_OK)):
        raise InputError(f"{path}: no such executable; build it, or name another with --binary")
