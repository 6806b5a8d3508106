#!/usr/bin/env bash
# Fuzzes what is read about books: `book.json`, and what children write about documents, which is also
# what is kept of them. `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
flags=(-I Sources/CLinux -I Sources/CChecksum -I Sources/CJPEG -I Sources/CVectors -I Sources/CVips -I Sources/CWebP -I Sources/CCurl)
for flag in $(pkg-config --cflags glib-2.0 vips); do flags+=(-Xcc "$flag"); done
fuzz_build Tests/Fuzz/Books/BooksFuzz.swift ByteText BookText TileGeometry TileViewport Books Pixels Posix \
  Digests PyramidFormat PyramidFile Caching CodecErrors JPEGScan VipsLibrary Encoding HTTPWire ImageRequest \
  Rendering Sandbox FetchRules S3Wire Fetching PictureWords Sources Inflating PNGRows DecoderChildren \
  -- "${flags[@]}"
cp Tests/Fuzz/Books/seeds/* "$work/seeds/"
BOOKS_SEEDS=$work/seeds "$work/fuzz" -runs=0 >"$work/log" 2>&1
fuzz_run -max_len=4096 -rss_limit_mb=1024 -malloc_limit_mb=256 -dict=Tests/Fuzz/Books/books.dict
