"""Permissions that hold for root too, who may otherwise write everywhere."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

VERSION = 0x20080522  # of the structures below; see capget(2)
OVERRIDING = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


@contextmanager
def permissions_kept() -> Iterator[None]:
    """Do without the capabilities that override permissions, in this thread and meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    libc, header, sets = ctypes.CDLL(None), _Header(VERSION, 0), (_Sets * 2)()
    assert libc.capget(ctypes.byref(header), sets) == 0
    before = sets[0].effective
    sets[0].effective = before & ~OVERRIDING
    assert libc.capset(ctypes.byref(header), sets) == 0
    try:
        yield
    finally:
        sets[0].effective = before
        assert libc.capset(ctypes.byref(header), sets) == 0
