"""A control group that limits the memory of a program, like a container or `MemoryMax=`; needs root."""

import os
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")


class MemoryGroup:
    """A separate group, of version 2 or 1, which is removed with the block."""

    def __init__(self, byte_count):
        self.byte_count = byte_count

    def __enter__(self):
        is_unified = (ROOT / "cgroup.controllers").exists()
        base = ROOT if is_unified else ROOT / "memory"
        limit, peak = (("memory.max", "memory.peak") if is_unified
                       else ("memory.limit_in_bytes", "memory.max_usage_in_bytes"))
        if is_unified:
            (ROOT / "cgroup.subtree_control").write_text("+memory")
        self.folder = base / f"explore-test-{os.getpid()}"
        self.folder.mkdir()
        (self.folder / limit).write_text(str(self.byte_count))
        self.peak = self.folder / peak
        return self

    def __exit__(self, *error):
        self.folder.rmdir()

    def command(self, words):
        """Returns the command that runs a program in the group."""
        return ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', self.folder, *words]

    def killed_count(self):
        """Returns the number of processes of the group that the system has killed."""
        for name in ("memory.events", "memory.oom_control"):
            if (self.folder / name).exists():
                fields = dict(line.split() for line in (self.folder / name).read_text().splitlines())
                return int(fields.get("oom_kill", 0))
        return 0

    @staticmethod
    def reason():
        """Returns the reason why no such group can be created; None if it can."""
        try:
            with MemoryGroup(64 << 20):
                return None
        except OSError as error:
            return f"no control group for memory can be made here ({error.strerror})"
