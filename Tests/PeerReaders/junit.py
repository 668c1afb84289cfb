"""Prints what junitparser reads in a JUnit report, as JSON: the totals, and each test case with its result."""
import json
import sys

from junitparser import JUnitXml

report = JUnitXml.fromfile(sys.argv[1])
cases = []
for suite in report:
    for case in suite:
        result = case.result[0] if case.result else None
        cases.append(
            {
                "suite": suite.name,
                "name": case.name,
                "type": result.type if result else None,
                "message": result.message if result else None,
                "text": result.text if result else None,
                "time": case.time,
            }
        )
totals = {"tests": report.tests, "failures": report.failures, "errors": report.errors}
print(json.dumps({**totals, "cases": cases}))
