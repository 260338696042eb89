"""Tests of examples/python/card_market.py against the service at BASE and a server that answers what a test wants."""

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest.mock import patch

import card_market
from card_market import CardMarket, CardMarketError, QuotaExceeded, RateLimited, confident_match
from card_market import Unauthorized, Unavailable

BASE, KEY = os.environ["BASE"], os.environ["KEY"]


class Scripted:
    """A server that gives one answer after the other, each `(status, headers, body)`."""

    def __init__(self, *answers):
        self.asked = []
        scripted = self
        left = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                scripted.asked.append(self.path)
                status, headers, body = left.pop(0)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        # It looks so often, in seconds, whether it is to end.
        threading.Thread(target=self.server.serve_forever, args=(0.005,), daemon=True).start()

    def __enter__(self):
        return CardMarket(f"http://127.0.0.1:{self.server.server_port}", "key", retries=1), self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def refusal(code, status, wait=None):
    headers = {"x-request-id": "r1", **({} if wait is None else {"Retry-After": str(wait)})}
    return status, headers, {"error": {"code": code, "message": "No.", "requestId": "r1"}}


class AgainstTheService(unittest.TestCase):
    def setUp(self):
        self.market = CardMarket(BASE, KEY)

    def test_a_card_is_identified_and_priced(self):
        found = self.market.identify("Charizard 4/102", set="base-set")
        card = confident_match(found)
        self.assertEqual((card["productId"], card["setName"]), (300004, "Base Set"))
        self.assertIsNone(confident_match(self.market.identify("Charizard")))
        prices = self.market.call("getPrices", productId=card["productId"])["prices"]
        self.assertEqual(prices[0]["condition"], "Near Mint")
        self.assertEqual(self.market.remaining["month"] % 1, 0)

    def test_a_list_keeps_its_order_and_asks_for_equal_cards_once(self):
        lines = ["Charizard", {"q": "Charizard 4/102", "set": "base-set"}, "Charizard"]
        lines += [f"Blastoise 2/102 x{n}" for n in range(120)]
        before = self.market.call("getUsage") and self.market.remaining["month"]
        rows = self.market.price_list(lines)
        self.assertEqual(before - self.market.remaining["month"], 2)
        self.assertEqual(len(rows), len(lines))
        self.assertEqual([row["status"] for row in rows[:3]], ["needs_review", "ok", "needs_review"])
        self.assertEqual(rows[1]["productId"], 300004)
        self.assertEqual([row["query"] for row in rows[3:]], lines[3:])

    def test_pages_are_read_to_their_end(self):
        names = [product["name"] for product in self.market.each_product(q="charizard", limit=5)]
        self.assertEqual(len(names), self.market.call("searchProducts", q="charizard")["total"])
        # A common card, of which the sandbox has more than 30 offers on every day.
        offers = list(self.market.each_offer(300005, limit=20))
        self.assertGreater(len(offers), 20)
        self.assertEqual(len(offers), self.market.call("getListings", productId=300005, limit=1)["total"])

    def test_a_photo_is_sent_as_its_bytes(self):
        with self.assertRaises(CardMarketError) as refused:
            self.market.identify_photo(b"\xff\xd8\xff nothing more", category="pokemon", setHint="Base Set")
        self.assertEqual((refused.exception.code, refused.exception.status), ("invalid_image", 400))

    def test_capabilities_need_no_key(self):
        self.assertEqual(CardMarket(BASE).capabilities()["source"], "sandbox")

    def test_a_wrong_key_and_a_wrong_product_have_their_errors(self):
        with self.assertRaises(Unauthorized) as refused:
            CardMarket(BASE, "cmd_wrong").call("getUsage")
        self.assertIn(refused.exception.request_id, str(refused.exception))
        with self.assertRaises(CardMarketError) as missing:
            self.market.call("getPrices", productId=1)
        self.assertEqual((missing.exception.code, missing.exception.status), ("product_not_found", 404))


class Failures(unittest.TestCase):
    def test_a_spent_minute_and_a_busy_service_are_waited_for(self):
        for code, status in (("rate_limited", 429), ("service_busy", 503), ("upstream_unavailable", 502)):
            answers = refusal(code, status, 1), (200, {}, {"answered": True})
            with Scripted(*answers) as (market, server), patch("time.sleep") as sleep:
                self.assertEqual(market.call("getUsage"), {"answered": True})
                sleep.assert_called_once_with(1)
                self.assertEqual(server.asked, ["/v1/usage", "/v1/usage"])

    def test_what_waiting_does_not_help_is_not_repeated(self):
        for kind, answer in (
            (QuotaExceeded, refusal("quota_exceeded", 429, 1)),
            (RateLimited, refusal("rate_limited", 429, 61)),
            (RateLimited, refusal("rate_limited", 429)),
            (Unavailable, refusal("service_busy", 503, 61)),
            (Unavailable, refusal("not_offered_by_source", 502)),
            (Unauthorized, refusal("invalid_api_key", 401)),
        ):
            with Scripted(answer) as (market, server), self.assertRaises(kind) as refused:
                market.call("getUsage")
            self.assertEqual(len(server.asked), 1)
            self.assertEqual(refused.exception.request_id, "r1")

    def test_a_failed_source_is_asked_again_after_a_moment(self):
        answers = refusal("upstream_timeout", 502), (200, {}, {"answered": True})
        with Scripted(*answers) as (market, server), patch("time.sleep") as sleep:
            self.assertEqual(market.call("getUsage"), {"answered": True})
            [waited] = sleep.call_args.args
            self.assertTrue(0.2 <= waited <= 0.5)
            self.assertEqual(len(server.asked), 2)

    def test_a_parameter_that_was_passed_over_is_a_warning(self):
        answer = 200, {"x-ignored-parameters": "cards.0.condtion"}, {}
        with Scripted(answer) as (market, _), self.assertWarnsRegex(UserWarning, "condtion"):
            market.call("getUsage")

    def test_a_misspelled_operation_names_the_near_one(self):
        with self.assertRaisesRegex(ValueError, "did you mean getPrices"):
            CardMarket(BASE).call("getPrice")

    def test_an_address_may_end_in_its_version(self):
        self.assertEqual(CardMarket(f"{BASE}/v1/").capabilities()["source"], "sandbox")

    def test_it_gives_up_after_its_retries(self):
        with Scripted(refusal("rate_limited", 429, 0), refusal("rate_limited", 429, 0)) as (market, server):
            with self.assertRaises(RateLimited):
                market.call("getUsage")
            self.assertEqual(len(server.asked), 2)

    def test_an_answer_of_something_else_and_no_answer_are_told_apart(self):
        with Scripted((200, {}, b"<html>")) as (market, _), self.assertRaises(CardMarketError) as other:
            market.call("getUsage")
        self.assertEqual(other.exception.code, "unexpected_answer")
        with self.assertRaises(Unavailable) as gone:
            CardMarket("http://127.0.0.1:9", KEY).call("getUsage")
        self.assertEqual((gone.exception.code, gone.exception.status), ("connection_failed", None))

    def test_a_wrong_address_and_a_wrong_key_are_said_at_once(self):
        for base, key in (("127.0.0.1:8787", KEY), (BASE, "cmd_…")):
            with self.assertRaises(ValueError):
                CardMarket(base, key)


class Operations(unittest.TestCase):
    def test_are_those_of_the_contract(self):
        contract = json.loads(os.environ["OPERATIONS"])
        self.assertEqual(card_market.OPERATIONS, {name: tuple(one) for name, one in contract.items()})


if __name__ == "__main__":
    unittest.main()
