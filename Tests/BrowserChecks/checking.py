"""Runs the checks of a program."""
import traceback


def failure(check, subject):
    """Returns why a check fails, or `None`."""
    try:
        check(subject)
    except Exception:  # The other checks run after any failure.
        return traceback.format_exc(limit=-3)
    return None
