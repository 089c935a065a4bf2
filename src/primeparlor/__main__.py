"""The command `parlor`, and `python -m primeparlor`: ready for Ctrl-C before it imports anything."""

import sys

SOON = 0.01  # seconds


def main() -> int:
    """The exit code of the command line, even if Ctrl-C comes during the imports."""
    sys.unraisablehook = _not_lost
    try:
        code = 0 if sys.argv[1:] == ["--version"] and _told_version() else _carried_out()
    except KeyboardInterrupt:
        _let_go()
        code = 130
    return code


def _told_version() -> bool:
    """Whether the version could be printed right away; if not, the command reports what is wrong."""
    from primeparlor import __version__

    if sys.stdout is None:
        return False
    try:
        print(f"parlor {__version__}", flush=True)
    except OSError:
        return False
    return True


def _not_lost(ignored: "sys.UnraisableHookArgs") -> None:
    """Send Ctrl-C again if it arrived where Python can only ignore it, such as in a compiler's callback."""
    import os
    import signal
    import threading

    if isinstance(ignored.exc_value, KeyboardInterrupt):
        again = threading.Timer(SOON, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True  # a command that is over does not wait for it
        again.start()
    else:
        sys.__unraisablehook__(ignored)


def _carried_out() -> int:
    from primeparlor.cli.main import main

    code = main()
    _let_go()
    return code


def _let_go() -> None:
    """Nothing is left to save or say: from here on Ctrl-C may simply end the process, without a traceback."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
