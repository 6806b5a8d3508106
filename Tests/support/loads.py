"""Libraries that say that they were loaded: how often a program starts, and what it asks for."""
import subprocess

SOURCE = r"""
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void loaded(void) {
  int file = open(PLACE, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file >= 0 && write(file, "x", 1) == 1) close(file);
}
"""


class Loads:
    """A library of a name of one's own."""

    def __init__(self, library):
        self.library = library
        self._seen = library.with_suffix(".seen")
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-Wall", "-Werror", f'-DPLACE="{self._seen}"', "-o", library,
             "-x", "c", "-"],
            input=SOURCE, text=True, check=True)

    @property
    def count(self):
        """How often it was loaded."""
        return len(self._seen.read_bytes()) if self._seen.exists() else 0
