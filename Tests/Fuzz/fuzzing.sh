# What the fuzzers share; sourced by the scripts beside it, from the repository's folder.
#
# Address checks are on, and Swift traps on overflow, bounds and overlapping access by itself: its
# compiler offers no undefined-behaviour sanitizer on Linux.
#
#   NAME.sh [SECONDS]                        a minute when nothing is given; 0 has no end
#   EXECUTIONS=10000000 NAME.sh 0            so many inputs, however long they take
#   SEED=1 ...                               the same inputs each time, from an empty corpus
seconds=${1:-60}
name=$(basename "$0" .sh)
work=.build/fuzz/$name
mkdir -p "$work"/{modules,corpus,seeds,findings}

# Compiles modules in the order of their use, then the fuzzer's own file, and links them.
fuzz_build() { # FILE MODULE... [-- FLAG...]
  local file=$1 module objects=() flags=() modules=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do modules+=("$1"); shift; done
  [ $# -eq 0 ] || { shift; flags=("$@"); }
  compile() {
    local module=$1
    shift
    swiftc -O -wmo -parse-as-library -swift-version 6 -package-name pyramidion \
      -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
      -enable-upcoming-feature MemberImportVisibility \
      -sanitize=fuzzer,address -enforce-exclusivity=checked -I "$work/modules" "${flags[@]}" \
      -module-name "$module" -emit-module -emit-module-path "$work/modules/$module.swiftmodule" \
      -c -o "$work/modules/$module.o" "$@"
    objects+=("$work/modules/$module.o")
  }
  for module in "${modules[@]}"; do
    local sources
    # What tests share lies beside them.
    local folder=Sources/$module
    [ -d "$folder" ] || folder=Tests/$module
    mapfile -t sources < <(find "$folder" -name '*.swift' | sort)
    compile "$module" "${sources[@]}"
  done
  compile Fuzz "$file"
  swiftc -sanitize=fuzzer,address -use-ld=lld "${objects[@]}" -lm -lz -o "$work/fuzz"
}

# Runs the fuzzer over its corpus, the seeds and what it found before; prints its figures, or the
# report of what it found.
fuzz_run() { # FLAG...
  local limit=(-max_total_time="$seconds") fixed=()
  [ -z "${EXECUTIONS:-}" ] || limit=(-runs="$EXECUTIONS")
  if [ -n "${SEED:-}" ]; then
    # Addresses and hash seeds that differ from run to run would let the inputs differ too.
    rm -rf "$work/corpus"
    mkdir "$work/corpus"
    limit+=(-seed="$SEED")
    fixed=(env SWIFT_DETERMINISTIC_HASHING=1 setarch -R)
  fi
  # Swift's runtime keeps what it made once: no leak. Its own crash report would hide the sanitizer's.
  ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
    "${fixed[@]}" "$work/fuzz" "${limit[@]}" -timeout=25 -print_final_stats=1 \
    -artifact_prefix="$work/findings/" "$@" \
    "$work/corpus" "$work/seeds" "$work/findings" 2>"$work/log" || {
    # From the line that says what happened to the input that made it happen.
    sed -n '/ERROR:\|Fatal error/,$p' "$work/log" | head -120
    exit 1
  }
  grep -E '^stat::(number_of_executed_units|average_exec_per_sec|new_units_added|peak_rss_mb)' "$work/log"
}
