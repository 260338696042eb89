"""Identifies a card and prints what each of its copies is worth.

    KEY=cmd_… python3 examples/python/price_card.py "Charizard 4/102" base-set
"""

import os
import sys

from card_market import CardMarket, CardMarketError, confident_match


def money(amount):
    """Unknown is a dash, never 0."""
    return "–" if amount is None else f"${amount:,.2f}"


def main(text="Charizard 4/102", set_hint=None):
    market = CardMarket(os.environ.get("BASE", "http://127.0.0.1:8787"), os.environ.get("KEY"))
    found = market.identify(text, set=set_hint, limit=5)
    card = confident_match(found)
    if card is None:
        if found["candidates"]:
            print("Ask a person, or name the set; the candidates are:")
        else:
            print(f"No printing fits {text!r}.")
        for other in found["candidates"]:
            print(f"  {other['productId']}  {other['name']}, {other['setName']}, {other['cardNumber'] or '–'}")
        return
    print(f"{card['name']}, {card['setName']}, {card['cardNumber'] or '–'} ({found['source']})")
    for row in market.call("getPrices", productId=card["productId"])["prices"]:
        copy = ", ".join(part or "–" for part in (row["condition"], row["variant"], row["language"]))
        print(f"  {copy:<45} {money(row['marketPrice']):>12}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except CardMarketError as error:
        sys.exit(str(error))
