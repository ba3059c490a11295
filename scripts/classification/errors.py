"""What a user can cause: reported in one line, without a traceback, exit code 2."""


class InputError(Exception):
    pass
