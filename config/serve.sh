#!/usr/bin/env bash
# From a fresh machine to a picture in the browser: installs what is missing, builds, and serves.
#   config/serve.sh [FOLDER|ADDRESS] [FLAGS]    a folder of images, or s3://bucket/folder, https://host/folder/;
#                                               without one, a picture made for it
# Flags are those of `pyramidion serve`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

folder=
case "${1:-}" in
  "" | -*) ;;
  *)
    folder=$1
    shift
    [[ $folder == *://* ]] || [ -d "$folder" ] || { printf "serve: '%s' is not a folder\n" "$folder" >&2; exit 2; }
    ;;
esac

"$root/config/setup.sh" building
printf 'serve: building; the first time takes some minutes\n' >&2
swift build --package-path "$root" -c release --static-swift-stdlib --product pyramidion >&2
binary=$(swift build --package-path "$root" -c release --show-bin-path)/pyramidion

if [ -z "$folder" ]; then
  folder=${XDG_DATA_HOME:-$HOME/.local/share}/pyramidion/demo
  if [ ! -f "$folder/tessellation.jpg" ]; then
    printf 'serve: drawing a picture of 268 megapixels into %s\n' "$folder" >&2
    mkdir -p "$folder"
    "$binary" demo "$folder/tessellation.jpg"
  fi
fi
exec "$binary" serve "$folder" "$@"
