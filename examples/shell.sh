#!/bin/sh
# Identifies a card with curl and jq and prints what each of its copies is worth.
#
#   BASE=http://127.0.0.1:8787 KEY=cmd_… sh examples/shell.sh "Charizard 4/102" base-set
set -eu
: "${BASE:=http://127.0.0.1:8787}"
: "${KEY:?set KEY to an API key}"
text=${1:-Charizard 4/102}
set_hint=${2:-}

# The key is read from standard input, so that it does not show in the list of processes.
get() {
  printf 'header = "Authorization: Bearer %s"\n' "$KEY" | curl -sS --config - --get "$@"
}

# Ends with the error of an answer that is one.
check() {
  printf '%s' "$1" | jq -e 'has("error") | not' >/dev/null ||
    { printf '%s' "$1" | jq -r '"\(.error.code): \(.error.message)"' >&2; exit 1; }
}

found=$(get "$BASE/v1/identify" --data-urlencode "q=$text" --data-urlencode "set=$set_hint" --data-urlencode "limit=5")
check "$found"

if printf '%s' "$found" | jq -e '.candidates == []' >/dev/null; then
  echo "No printing fits."
  exit 0
fi
if printf '%s' "$found" | jq -e '.ambiguous or (.candidates[0].matchScore // 0) < 50' >/dev/null; then
  echo "Ask a person; the candidates are:"
  printf '%s' "$found" | jq -r '.candidates[] | "  \(.productId)  \(.name), \(.setName // "–"), \(.cardNumber // "–")"'
  exit 0
fi

id=$(printf '%s' "$found" | jq -r '.candidates[0].productId')
printf '%s' "$found" | jq -r '.candidates[0] | "\(.name), \(.setName // "–"), \(.cardNumber // "–")"'
prices=$(get "$BASE/v1/products/$id/prices")
check "$prices"
# Unknown is a dash, never 0.
printf '%s' "$prices" |
  jq -r '.prices[] | "  \(.condition // "–"), \(.variant // "–"), \(.language // "–"): " +
    "\(if .marketPrice == null then "–" else "$\(.marketPrice)" end)"'
