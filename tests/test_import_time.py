"""What `import lib` costs beside `import numpy`, each measured in fresh interpreters by turns."""

import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import lib

ROOT = Path(lib.__file__).parents[1]


def seconds_to_import(module):
    code = f"import time; began = time.perf_counter(); import {module}; print(time.perf_counter() - began)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout)


@pytest.mark.long
def test_importing_lib_takes_at_most_1_3_times_as_long_as_importing_numpy():
    seconds_to_import("lib")  # writes the compiled files, so that no run measures the compiler
    pairs = [(seconds_to_import("numpy"), seconds_to_import("lib")) for _ in range(15)]
    numpy_alone, with_lib = (statistics.median(times) for times in zip(*pairs, strict=True))
    assert with_lib <= 1.3 * numpy_alone, f"import lib {with_lib:.3f} s, import numpy {numpy_alone:.3f} s"
