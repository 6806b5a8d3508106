import re
import shutil
import subprocess

import pytest

from support.command import run


def test_version_and_help_go_to_the_output():
    version = run("--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.startswith("pyramidion ")
    overview = run("help")
    assert overview.returncode == 0 and "viewport" in overview.stdout
    assert run("viewport", "--help").stdout == run("help", "viewport").stdout


def test_nothing_typed_is_a_usage_error():
    nothing = run()
    assert nothing.returncode == 2 and "usage:" in nothing.stderr and nothing.stdout == ""


@pytest.mark.parametrize("words, message", [
    (["veiwport"], "'veiwport' is not a command; did you mean 'viewport'?"),
    (["--verison"], "'--verison' is not a flag"),
    (["viewport", "--zom=1"], "--zom is not a flag of viewport; did you mean --zoom?"),
    (["help", "nothing-like-it"], "there is no command 'nothing-like-it'"),
])
def test_slips_are_named(words, message):
    answer = run(*words)
    assert answer.returncode == 2
    assert message in answer.stderr and "See 'pyramidion help" in answer.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_valid_in_their_shell(tmp_path, shell):
    assert shutil.which(shell), f"{shell} is not installed"
    script = tmp_path / "completions"
    script.write_text(run("help", "--completions", shell).stdout)
    check = subprocess.run([shell, "-n", script], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr


def test_bash_completes_flags_and_choices(tmp_path):
    script = tmp_path / "completions"
    script.write_text(run("help", "--completions", "bash").stdout)

    def complete(*words):
        line = " ".join(f"'{word}'" for word in words)
        shell = subprocess.run(
            ["bash", "-c", f"source {script}; COMP_WORDS=({line}); "
             f"COMP_CWORD={len(words) - 1}; _pyramidion; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
            capture_output=True, text=True, check=True)
        return shell.stdout.split()

    assert complete("pyramidion", "view") == ["viewport"]
    assert complete("pyramidion", "viewport", "--zo") == ["--zoom"]
    assert complete("pyramidion", "viewport", "--centering", "t") == ["true"]


def test_the_manual_page_names_every_command():
    page = run("help", "--man").stdout
    assert page.startswith(".TH PYRAMIDION 1")
    names = re.findall(r"^  (\w+)  ", run("help").stdout, re.MULTILINE)
    assert {"help", "viewport"} <= set(names)
    for name in names:
        assert f".SS pyramidion {name} " in page
