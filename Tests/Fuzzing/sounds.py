"""Writes a small audio file of each format and encoding that midirec reads.

    python sounds.py FOLDER"""

import ctypes
import ctypes.util
import math
import pathlib
import sys

# From sndfile.h: the formats that midirec reads.
KINDS = {
    "wav": 0x01, "aiff": 0x02, "au": 0x03, "w64": 0x0B, "wavex": 0x13, "flac": 0x17, "caf": 0x18, "ogg": 0x20,
    "rf64": 0x22}
SFM_WRITE = 0x20
SFC_GET_FORMAT_SUBTYPE_COUNT, SFC_GET_FORMAT_SUBTYPE = 0x1032, 0x1033
SF_STR_COMMENT = 5
FRAME_COUNT = 50


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), *((name, ctypes.c_int) for name in (
        "samplerate", "channels", "format", "sections", "seekable"))]


class FormatInfo(ctypes.Structure):
    _fields_ = [("format", ctypes.c_int), ("name", ctypes.c_char_p), ("extension", ctypes.c_char_p)]


def encodings(library):
    count = ctypes.c_int()
    library.sf_command(None, SFC_GET_FORMAT_SUBTYPE_COUNT, ctypes.byref(count), ctypes.sizeof(count))
    for index in range(count.value):
        info = FormatInfo(index)
        library.sf_command(None, SFC_GET_FORMAT_SUBTYPE, ctypes.byref(info), ctypes.sizeof(info))
        yield info.format


def main(folder):
    library = ctypes.CDLL(ctypes.util.find_library("sndfile"))
    library.sf_open.restype = ctypes.c_void_p
    for kind, number in KINDS.items():
        for encoding in encodings(library):
            for channels in (1, 2):
                info = Info(samplerate=8000, channels=channels, format=number << 16 | encoding)
                if not library.sf_format_check(ctypes.byref(info)):
                    continue
                path = pathlib.Path(folder, f"{kind}-{encoding:x}-{channels}")
                handle = ctypes.c_void_p(library.sf_open(bytes(path), SFM_WRITE, ctypes.byref(info)))
                if not handle:
                    path.unlink(missing_ok=True)
                    continue
                library.sf_set_string(handle, SF_STR_COMMENT, b"a comment")
                samples = [math.sin(index / 10) / 2 for index in range(FRAME_COUNT * channels)]
                array = (ctypes.c_float * len(samples))(*samples)
                library.sf_writef_float(handle, array, ctypes.c_int64(FRAME_COUNT))
                library.sf_close(handle)


if __name__ == "__main__":
    main(sys.argv[1])
