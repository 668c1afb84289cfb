"""Prints what mir_eval says of transcriptions: one line of JSON for each case of the file that is named.

The file is a JSON list of cases: {"expected": notes, "actual": notes}, where each note is
[onset, offset, frequency], in seconds and Hz. A line holds all of mir_eval.transcription.evaluate by its names.
"""
import json
import sys
import warnings

import numpy
from mir_eval import transcription

warnings.simplefilter("ignore")  # it warns of empty lists


def columns(notes):
    table = numpy.array(notes, dtype=float).reshape(-1, 3)
    return table[:, :2], table[:, 2]


with open(sys.argv[1]) as file:
    cases = json.load(file)
for case in cases:
    print(json.dumps(transcription.evaluate(*columns(case["expected"]), *columns(case["actual"]))))
