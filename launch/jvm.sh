# Read by the launchers: the JVM's options, and how large its heap is to be, so that all of the process keeps to --memory.
# An import without the option may use 1 GiB; other commands then leave the heap to the JVM, a quarter of the memory.

# Half of a budget, and not less than any command needs. Nothing for what is no size: the command will say so.
heap_of() {
    number=${1%%[!0-9]*}
    unit=${1#"$number"}
    [ -n "$number" ] && [ "${#number}" -lt 16 ] || return 0
    while [ "${number#0?}" != "$number" ]; do number=${number#0}; done
    tenths=0
    case $unit in
        .[0-9]*)
            unit=${unit#.}
            tenths=${unit%"${unit#?}"}
            while [ "${unit#[0-9]}" != "$unit" ]; do unit=${unit#?}; done
            ;;
    esac
    while [ "${unit# }" != "$unit" ]; do unit=${unit# }; done
    # More than any machine has, and less than the shell's arithmetic.
    case $unit in
        [gG]*) [ "$number" -le 8388608 ] || number=8388608 ;;
        [tT]*) [ "$number" -le 8192 ] || number=8192 ;;
    esac
    case $unit in
        '' | [bB]) kib=$((number / 2048)) ;;
        [kK] | [kK][bB] | [kK][iI][bB]) kib=$((number / 2)) ;;
        [mM] | [mM][bB] | [mM][iI][bB]) kib=$(((number * 10 + tenths) * 1024 / 20)) ;;
        [gG] | [gG][bB] | [gG][iI][bB]) kib=$(((number * 10 + tenths) * 1048576 / 20)) ;;
        [tT] | [tT][bB] | [tT][iI][bB]) kib=$(((number * 10 + tenths) * 1073741824 / 20)) ;;
        %)
            printf '%s' "-XX:MaxRAMPercentage=$((number / 2)).$((number % 2 * 5)) -XX:MinRAMPercentage=50.0"
            return 0
            ;;
        *) return 0 ;;
    esac
    [ "$kib" -ge "$heap_kib_least" ] || kib=$heap_kib_least
    [ "$kib" -le "$heap_kib_most" ] || kib=$heap_kib_most
    printf '%s' "-Xmx${kib}k"
}

heap_kib_least=49152
# 31 GiB: above it the JVM's references become larger and the start-up cache does not fit; what is large is elsewhere.
heap_kib_most=32505856

# Serial collection starts fastest, and what a query keeps for long is outside the heap. Of a small heap four fifths are
# for what stays, since little is new at a time. What the JVM's compiler gives back to the C library goes back to the
# system every ten seconds; it is some 50 MiB at first.
jvm_options='-XX:+UseSerialGC -XX:NewRatio=4 -XX:-UsePerfData -XX:TrimNativeHeapInterval=10000'

# A process' first questions are many batches for few methods. Their loops go to the first compiler after ten batches, not
# sixty, and on to the second as whole methods, not as loops that are compiled once more later (docs/DECISIONS.md).
jvm_options="$jvm_options -XX:Tier3MinInvocationThreshold=10 -XX:Tier3BackEdgeThreshold=10000 -XX:Tier3DelayOn=0"
jvm_options="$jvm_options -XX:Tier4MinInvocationThreshold=150 -XX:Tier4CompileThreshold=60000"
jvm_options="$jvm_options -XX:Tier4BackEdgeThreshold=200000"

# The options for a command and its arguments; sets "heap". The C library would keep a heap for each of many threads,
# and in each what was freed there: two suffice.
find_heap() {
    export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
    memory=
    [ "${1:-}" != import ] || memory=1GiB
    previous=
    for argument; do
        [ "$previous" != --memory ] || memory=$argument
        case $argument in
            --memory=*) memory=${argument#--memory=} ;;
        esac
        previous=$argument
    done
    heap=-Dthetis.heap=own
    [ -z "$memory" ] || heap="$heap $(heap_of "$memory")"
}
