# Which Rust a script uses: `. .ci/rust.sh`, from any folder. Others share the toolchains of this machine, so what is there
# is used as it is. It is added to, and said; nothing is removed, updated or installed a second time.

# use_rust VERSION [PART...]: RUSTUP_TOOLCHAIN names a toolchain whose compiler has that version (`1.88` is any 1.88.x), with
# these parts: components, or targets as `target=TRIPLE`. The active toolchain, if it suits, then any other one. Fails, and
# says why, if there is none and none can be had.
use_rust() {
    local version=$1 part
    shift
    command -v rustup >/dev/null || { echo "Rust $version is needed, and there is no rustup: see https://rustup.rs" >&2; return 1; }
    local name
    name=$(toolchain_of "$version") || { install_rust "$version" && name=$version; } || return
    export RUSTUP_TOOLCHAIN=$name
    for part; do
        add_part "$name" "$part" || return
    done
}

# pinned_rust FOLDER: the version that its rust-toolchain.toml names.
pinned_rust() { sed -n 's/^channel = "\(.*\)"$/\1/p' "$1/rust-toolchain.toml"; }

# active_toolchain: the one that cargo takes here.
active_toolchain() { rustup show active-toolchain | cut -d ' ' -f 1; }

# version_of TOOLCHAIN: that of its compiler; nothing if the toolchain is not there.
version_of() { rustup run "$1" rustc --version 2>/dev/null | cut -d ' ' -f 2; }

toolchain_of() {
    local name
    for name in $(active_toolchain 2>/dev/null) $(rustup toolchain list -q); do
        [[ $(version_of "$name"). != "$1".* ]] || { echo "$name"; return; }
    done
    return 1
}

install_rust() {
    local taken
    # Rustup would write through a link, or replace what is there.
    taken=$(rustup toolchain list -q | grep -E "^$1(-|\$)") && {
        echo "the toolchain $taken is not Rust $1, but $(version_of "$taken"): give it another name, or remove it" >&2
        return 1
    }
    echo "installing Rust $1, which is not here"
    rustup toolchain install "$1" --profile minimal --no-self-update
}

# add_part TOOLCHAIN PART: the toolchain has the part, or gets it.
add_part() {
    local kind=component name=$2 installed
    [[ $name != target=* ]] || { kind=target name=${name#target=}; }
    installed=$(rustup "$kind" list --installed --toolchain "$1")
    ! grep -qE "^$name(-|\$)" <<<"$installed" || return 0
    echo "adding the $kind $name to the toolchain $1"
    rustup "$kind" add "$name" --toolchain "$1"
}
