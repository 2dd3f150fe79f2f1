# Sourced by ./run and ./test: what is done is said phase by phase, with the seconds that each took. On a
# terminal the tools of a phase show their own progress; elsewhere it is one line, and all of their
# output if they fail.

phase_since=

# phase TITLE: ends the phase before it
phase() {
    end_phase
    printf '== %s\n' "$*"
    phase_since=$SECONDS
}

end_phase() {
    [ -z "$phase_since" ] || printf '   %d s\n' $((SECONDS - phase_since))
    phase_since=
}

# in_phase LOG COMMAND...: its exit code is the command's
in_phase() {
    local log=$1
    shift
    if [ -t 1 ]; then
        "$@"
        return
    fi
    mkdir -p "$(dirname "$log")"
    "$@" >"$log" 2>&1 || {
        local code=$?
        cat "$log" >&2
        return $code
    }
}
