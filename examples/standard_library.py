"""Identifies a card and prints what each of its copies is worth, with Python's standard library alone.

    BASE=http://127.0.0.1:8787 KEY=cmd_… python3 examples/standard_library.py "Charizard 4/102" base-set
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ.get("BASE", "http://127.0.0.1:8787")
KEY = os.environ["KEY"]


def get(path, **query):
    """Calls the API; waits when the minute is used up, and never when the month is."""
    query = urllib.parse.urlencode({name: value for name, value in query.items() if value})
    request = urllib.request.Request(
        f"{BASE}{path}{'?' + query if query else ''}",
        headers={"Authorization": f"Bearer {KEY}"},
    )
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as refusal:
            error = json.load(refusal)["error"]
            wait = refusal.headers.get("Retry-After")
            if error["code"] != "rate_limited" or wait is None:
                sys.exit(f"{error['code']}: {error['message']} (request {refusal.headers['x-request-id']})")
            time.sleep(int(wait))


def money(amount):
    """Unknown is a dash, never 0."""
    return "–" if amount is None else f"${amount:,.2f}"


text = sys.argv[1] if len(sys.argv) > 1 else "Charizard 4/102"
found = get("/v1/identify", q=text, set=sys.argv[2] if len(sys.argv) > 2 else None, limit=5)
if not found["candidates"]:
    sys.exit(f"No printing fits {text!r}.")
if found["ambiguous"] or found["candidates"][0]["matchScore"] < 50:
    print("Ask a person, or name the set; the candidates are:")
    for card in found["candidates"]:
        print(f"  {card['productId']}  {card['name']}, {card['setName']}, {card['cardNumber'] or '–'}")
    sys.exit(0)

card = found["candidates"][0]
print(f"{card['name']}, {card['setName']}, {card['cardNumber'] or '–'} ({found['source']})")
for row in get(f"/v1/products/{card['productId']}/prices")["prices"]:
    copy = ", ".join(part or "–" for part in (row["condition"], row["variant"], row["language"]))
    print(f"  {copy:<45} {money(row['marketPrice']):>12}")
