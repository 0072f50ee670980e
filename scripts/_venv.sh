# Sourced by the scripts beside it, from the top of the tree: makes .venv and installs into it, once.
# PYTHON=python3.13 scripts/play chooses another Python for a new .venv.
# shellcheck shell=sh

export PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '%s\n' "koikoi: $*" >&2; }
die() { say "$@"; exit 1; }

# What an installation depends on: the place (.venv holds absolute paths) and pyproject.toml.
wanted() { pwd; cat pyproject.toml; }
installed() { [ -f ".venv/koikoi-$1" ] && [ "$(cat ".venv/koikoi-$1")" = "$(wanted)" ]; }
mark_installed() { wanted > ".venv/koikoi-$1"; }
pip_install() { .venv/bin/python -m pip install --quiet "$@"; }

ensure_venv() {
    if [ -x .venv/bin/python ] && .venv/bin/python -m pip --version > /dev/null 2>&1; then
        return
    fi
    python=${PYTHON:-python3}
    command -v "$python" > /dev/null ||
        die "there is no $python here. Install it: apt install python3 python3-venv"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Python 3.11 or newer is needed; $python is $("$python" -V 2>&1)."
    "$python" -c 'import ensurepip, venv' 2> /dev/null ||
        die "Python cannot make a virtual environment here. Install it: apt install python3-venv"
    say "setting up .venv; this happens once and takes about a minute"
    if [ -e .venv ]; then
        "$python" -m venv .venv || die ".venv is broken. Remove it and try again: rm -r .venv"
    elif ! "$python" -m venv .venv; then
        rm -rf .venv
        die "Python could not make a virtual environment. Install it: apt install python3-venv"
    fi
}

install_to_play() {
    if installed play || installed test; then return; fi
    ensure_venv
    # Only a ready-made pygame-ce: building it takes a compiler and many minutes. Where there is none,
    # the second try tells whether that was all.
    if ! pip_install --only-binary pygame-ce -e '.[desktop]' 2> .venv/pip.log; then
        pip_install -e . || die "the installation failed; pip says why above. Is there a network?"
        say "pygame-ce cannot be installed here (see .venv/pip.log), so the game plays in the terminal"
    fi
    mark_installed play
}

install_to_test() {
    if installed test; then return; fi
    ensure_venv
    pip_install --only-binary pygame-ce -e '.[desktop,dev]' ||
        die "the installation failed; pip says why above. Is there a network?"
    # --no-deps: the tests need the driver's files alone, and what it asks for needs a compiler.
    pip_install --no-deps "$(.venv/bin/python -c '
import pathlib, tomllib
project = tomllib.loads(pathlib.Path("pyproject.toml").read_text())["project"]
print(*project["optional-dependencies"]["waveshare"])')" ||
        die "waveshare-epaper could not be installed; pip says why above. Is there a network?"
    mark_installed test
}
