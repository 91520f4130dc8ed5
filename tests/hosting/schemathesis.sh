#!/usr/bin/env bash
# Schemathesis against the real server: it makes requests from the OpenAPI document, sensible and senseless ones. No
# answer may be a 5xx, undocumented, or other than its schema says.
#
#   tests/hosting/schemathesis.sh PROGRAM [EXAMPLES]
set -euo pipefail
cd "$(dirname "$0")/../.."

program=${1:-target/debug/plateau}
examples=${2:-30}
venv=target/schemathesis

if [ ! -x $venv/bin/schemathesis ]; then
    echo "schemathesis is missing: installing it into $venv"
    python3 -m venv $venv
    $venv/bin/pip install --quiet 'schemathesis>=4,<5'
fi

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
PLATEAU_LIMITS=off PLATEAU_BOT_PAUSE_MS=0 "$program" serve --bind "127.0.0.1:$port" --database sqlite::memory: &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 600); do
    curl --silent --fail "http://127.0.0.1:$port/healthz" >/dev/null && break
    kill -0 $server
    sleep 0.1
done

# A table with both its seats, so that not everything is answered with 404.
two='{"game":"connect4","seats":[{"kind":"person"},{"kind":"person"}]}'
made=$(curl --silent --fail --header 'content-type: application/json' --data "$two" "http://127.0.0.1:$port/api/tables")
read -r table tokens < <(python3 -c 'import json, sys
made = json.load(sys.stdin)
print(made["table"]["id"], ",".join(seat["token"] for seat in made["tokens"]))' <<<"$made")
cat >$venv/plateau.toml <<END
[parameters]
"path.game" = ["connect4", "tetris"]
[[operations]]
include-path-regex = "^/api/tables/"
parameters = { "path.id" = "$table" }
END

checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
# Streams of events never end by themselves, so they are left out.
$venv/bin/schemathesis --config-file $venv/plateau.toml run "http://127.0.0.1:$port/api/openapi.json" \
    --url "http://127.0.0.1:$port" --checks "$checks" --max-examples "$examples" \
    --header "Authorization: Bearer $tokens" --exclude-path-regex '/events$' --request-timeout 60 --seed 1 --workers 1
kill -0 $server || { echo "the server has ended" >&2; exit 1; }
