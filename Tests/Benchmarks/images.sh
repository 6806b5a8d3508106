# The images that benchmarks work on, made once in the current folder: `make 118`, `make 943`, ...
# Sourced by the scripts beside it. Needs libvips-tools and plasma-workspace-wallpapers from Debian.
wallpapers=/usr/share/wallpapers
photographs=${PHOTOGRAPHS:-3000}

# Mosaic of the 2560 x 1600 photographs, with the noise a camera would add.
mosaic() { # name across width height photographs [noise]
  [ -d "$wallpapers/Path" ] || { echo "install plasma-workspace-wallpapers" >&2; exit 3; }
  local tiles
  tiles=$(for _ in $(seq 40); do ls $wallpapers/*/contents/images/2560x1600.jpg; done | awk -v n="$5" 'NR <= n' | tr '\n' ' ')
  vips arrayjoin "$tiles" mosaic.v --across "$2"
  vips extract_area mosaic.v cropped.v 0 0 "$3" "$4"
  vips gaussnoise noise.v "$3" "$4" --sigma "${6:-5}" --mean 0
  vips add cropped.v noise.v noisy.v
  vips cast noisy.v "$1.v" uchar
  rm -f mosaic.v cropped.v noise.v noisy.v
}
make() {
  case $1 in
    118) [ -f 118.jpg ] || { mosaic 118 5 12800 9216 30; vips jpegsave 118.v 118.jpg --Q 90 --subsample-mode on --strip; } ;;
    # As many pixels with less noise: 1.5 bits each, where 118 has 2.3.
    wide) [ -f wide.jpg ] || { mosaic wide 8 20480 5760 32 3; vips jpegsave wide.v wide.jpg --Q 88 --subsample-mode on --strip; } ;;
    943)
      make 118
      if [ ! -f 943.jpg ]; then
        vips arrayjoin "118.jpg 118.jpg 118.jpg 118.jpg 118.jpg 118.jpg 118.jpg 118.jpg" \
          '943.jpg[Q=90,subsample-mode=on,strip]' --across 2
      fi ;;
    png) [ -f png.png ] || { mosaic png 4 9600 6272 16; vips pngsave png.v png.png --compression 3 --strip; } ;;
    filtered) make png; [ -f filtered.png ] || vips pngsave png.png filtered.png --compression 3 --filter all --strip ;;
    tiff) [ -f tiff.tif ] || { mosaic tiff 4 9600 6272 16; vips tiffsave tiff.v tiff.tif --strip; } ;;
    lzw) make tiff; [ -f lzw.tif ] || vips tiffsave tiff.tif lzw.tif --compression lzw --predictor horizontal --strip ;;
    many)
      # As many as are asked for: a figure of others would bear a wrong name.
      if [ "$(cat many/done 2>/dev/null)" != "$photographs" ]; then
        rm -rf many
        mkdir -p many
        make 118
        for i in $(seq 0 39); do
          vips extract_area 118.jpg "many/$(printf %04d "$i").jpg[Q=90]" $((i % 7 * 1632)) $((i / 7 * 1232)) 1632 1232
        done
        for i in $(seq 40 $((photographs - 1))); do
          cp "many/$(printf %04d $((i % 40))).jpg" "many/$(printf %04d "$i").jpg"
        done
        echo "$photographs" >many/done
      fi ;;
  esac
  rm -f ./*.v
}
