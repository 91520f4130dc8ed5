#!/usr/bin/env bash
# The Debian package: built, installed, started, upgraded, removed, purged. It changes the system, so it runs as root
# only, and only where no Plateau is installed.
#
#   tests/hosting/package.sh             from an optimised build
#   tests/hosting/package.sh dev         from a quick one
set -euo pipefail
cd "$(dirname "$0")/../.."

profile=${1:-release}
data=/var/lib/plateau
address=http://127.0.0.1:8421

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

if [ "$(id -u)" != 0 ]; then
    echo "left out: installing a package needs root"
    exit 0
fi
if dpkg -s plateau >/dev/null 2>&1 || [ -e "$data" ]; then
    echo "left out: a Plateau is installed here, or was, and its games must stay"
    exit 0
fi

# Without systemd in charge (as in most containers) the service is started as its unit says, by hand.
managed=false
[ -d /run/systemd/system ] && managed=true
service=

start() {
    if $managed; then
        systemctl start plateau
    else
        # shellcheck disable=SC1091
        (
            set -a
            PLATEAU_DATABASE=$(unit Environment PLATEAU_DATABASE)
            PLATEAU_ADMIN=$(unit Environment PLATEAU_ADMIN)
            . /etc/default/plateau
            umask "$(sed -n 's/^UMask=//p' "$service_file")"
            exec setpriv --reuid plateau --regid plateau --clear-groups --no-new-privs --bounding-set=-all \
                env --chdir=/ $(sed -n 's/^ExecStart=//p' "$service_file")
        ) &
        service=$!
    fi
    for _ in $(seq 600); do
        curl --silent --fail "$address/healthz" >/dev/null && return
        sleep 0.1
    done
    fail "the service does not answer"
}

# The value of a variable that the unit sets.
unit() { sed -n "s/^$1=$2=//p" "$service_file"; }

stop() {
    if $managed; then
        systemctl stop plateau
    elif [ -n "$service" ]; then
        kill "$service"
        wait "$service" || fail "it does not end well"
        service=
    fi
}

clean_up() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    dpkg --purge plateau >/dev/null 2>&1 || true
    rm -rf target/debian-test
}
trap clean_up EXIT

rm -rf target/debian-test
mkdir -p target/debian-test
for version in 0.1.0-1 0.1.0-2; do
    rm -f target/debian/plateau_*.deb
    packaging/build-deb --profile "$profile" --deb-version "$version"
    mv target/debian/plateau_*.deb "target/debian-test/$version.deb"
done

echo "== What is in it"
contents=$(dpkg-deb --contents target/debian-test/0.1.0-1.deb)
for file in usr/bin/plateau usr/share/man/man1/plateau-serve.1 usr/share/man/man1/plateau-backup.1 \
    usr/share/bash-completion/completions/plateau usr/share/zsh/vendor-completions/_plateau \
    usr/share/fish/vendor_completions.d/plateau.fish etc/default/plateau plateau.service; do
    grep -q "$file" <<<"$contents" || fail "$file is not in the package"
done

echo "== Install"
dpkg --install target/debian-test/0.1.0-1.deb
service_file=$(dpkg -L plateau | grep '/plateau.service$')
getent passwd plateau >/dev/null || fail "there is no user plateau"
[ "$(stat -c %U:%a $data)" = plateau:750 ] || fail "the data folder is open to others"
man --path plateau-serve >/dev/null || fail "there is no manual page"
bash -c '. /usr/share/bash-completion/completions/plateau && complete -p plateau' >/dev/null ||
    fail "bash does not complete"
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify "$service_file"
    # From 0 (safe) to 10 (unsafe); what is called OK ends at 5, and ours is far below.
    systemd-analyze security --offline=true --threshold=20 "$service_file" | tail -1
fi

echo "== Start"
start
pid=$(pgrep --uid plateau --exact plateau) || fail "it does not run as plateau"
made=$(curl --silent --fail --header 'content-type: application/json' --data '{"game":"connect4"}' "$address/api/tables")
table=$(sed -n 's/.*"id":"\([a-z0-9]*\)".*/\1/p' <<<"$made")
[ -n "$table" ] || fail "no table was made: $made"
curl --silent --fail http://127.0.0.1:8422/metrics | grep -q '^plateau_tables_created_total 1' || fail "no metrics"
[ "$(stat -c %U:%a $data/plateau.db)" = plateau:600 ] || fail "the database is open to others"
grep -q '^NoNewPrivs:.*1' "/proc/$pid/status" || fail "it could gain privileges"
PLATEAU_DATABASE=sqlite://$data/plateau.db plateau backup target/debian-test/backup.db

echo "== Upgrade"
stop
dpkg --install target/debian-test/0.1.0-2.deb
dpkg -s plateau | grep -q '^Version: 0.1.0-2' || fail "it is not the new version"
start
curl --silent --fail "$address/api/tables/$table" >/dev/null || fail "the game is gone after the upgrade"

echo "== Restore"
stop
plateau restore target/debian-test/backup.db --database "sqlite://$data/plateau.db"
start
curl --silent --fail "$address/api/tables/$table" >/dev/null || fail "the game is gone after the restore"

echo "== Remove"
stop
dpkg --remove plateau
[ -e $data/plateau.db ] || fail "removing the package has deleted the games"
[ ! -e /usr/bin/plateau ] || fail "the program is still there"
dpkg --purge plateau
[ ! -e $data ] || fail "purging the package has left the games"
! getent passwd plateau >/dev/null || fail "the user is still there"
echo "the package is well"
