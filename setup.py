"""Puts openapi.yaml, which is kept at the root of the repository, into the package that serves it."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

DESCRIPTION = "openapi.yaml"


class BuildWithDescription(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # a checkout serves the file from where it is
            self.copy_file(DESCRIPTION, self._packaged())

    def _packaged(self) -> str:
        return str(Path(self.build_lib, "service", "openapi", "site", DESCRIPTION))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        return [*super().get_outputs(include_bytecode), self._packaged()]

    def get_source_files(self) -> list[str]:
        return [*super().get_source_files(), DESCRIPTION]


setup(cmdclass={"build_py": BuildWithDescription})
