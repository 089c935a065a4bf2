"""The command `parlor`, and `python -m primeparlor`: ready for Ctrl-C before it imports anything."""

import sys

SOON = 0.01  # seconds


def main() -> int:
    """Run the command and return its exit code, even if Ctrl-C comes during the imports."""
    sys.unraisablehook = _resend_interrupt
    try:
        code = 0 if sys.argv[1:] == ["--version"] and _print_version() else _run_command()
    except KeyboardInterrupt:
        _release_interrupt()
        code = 130
    return code


def _print_version() -> bool:
    """Print the version; return False if that fails, so that the command reports what is wrong."""
    from primeparlor import __version__

    if sys.stdout is None:
        return False
    try:
        print(f"parlor {__version__}", flush=True)
    except OSError:
        return False
    return True


def _resend_interrupt(ignored: "sys.UnraisableHookArgs") -> None:
    """Send Ctrl-C again if it arrived where Python can only ignore it, such as in a compiler's callback."""
    import os
    import signal
    import threading

    if isinstance(ignored.exc_value, KeyboardInterrupt):
        again = threading.Timer(SOON, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True  # a command that is over does not wait for it
        again.start()
    elif not _is_half_made(ignored):
        sys.__unraisablehook__(ignored)


def _is_half_made(ignored: "sys.UnraisableHookArgs") -> bool:
    """Return True if an object misses its own attribute in its destructor: Ctrl-C came while it was made."""
    owner = type(getattr(ignored.exc_value, "obj", None))  # an AttributeError names the object
    return ignored.object is not None and ignored.object is getattr(owner, "__del__", None)


def _run_command() -> int:
    from primeparlor.cli.main import main

    code = main()
    _release_interrupt()
    return code


def _release_interrupt() -> None:
    """Let Ctrl-C end the process without a traceback: nothing is left to save or say."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
