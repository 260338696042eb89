"""A client of Card Market Data in one file: Python 3.9 or newer, the standard library alone. Copy it into your program.

    import os
    from card_market import CardMarket, confident_match

    market = CardMarket("http://127.0.0.1:8787", os.environ["KEY"])
    card = confident_match(market.identify("Charizard 4/102", set="base-set"))
    if card is None:
        raise SystemExit("Several printings fit: ask a person.")
    for row in market.call("getPrices", productId=card["productId"])["prices"]:
        print(row["condition"], row["marketPrice"])  # None is unknown, 0 is zero

Answers are the API's own JSON as dictionaries; the page /docs of your service describes every field.
"""

import difflib
import http.client
import json
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings

#: Method and path of every operation. What is not in the path goes into the query of a GET and into the body of a POST.
OPERATIONS = {
    "listPlans": ("GET", "/v1/plans"),
    "getUsage": ("GET", "/v1/usage"),
    "listCategories": ("GET", "/v1/categories"),
    "listSets": ("GET", "/v1/categories/{category}/sets"),
    "searchProducts": ("GET", "/v1/search"),
    "identify": ("GET", "/v1/identify"),
    "identifyImage": ("POST", "/v1/identify-image"),
    "getProduct": ("GET", "/v1/products/{productId}"),
    "getDetails": ("GET", "/v1/products/{productId}/details"),
    "getPrices": ("GET", "/v1/products/{productId}/prices"),
    "getHistory": ("GET", "/v1/products/{productId}/history"),
    "getListings": ("GET", "/v1/products/{productId}/listings"),
    "getImage": ("GET", "/v1/products/{productId}/image"),
    "lookUpPrices": ("POST", "/v1/prices"),
}

#: Cards that the service prices in one request.
CARDS_PER_REQUEST = 100


class CardMarketError(Exception):
    """A call that failed.

    `code` says what to do and `request_id` is for support. `status` is None when no answer came: then `code` is
    `connection_failed`, `timed_out` or, for an answer that is not the service's, `unexpected_answer` with its status.
    """

    def __init__(self, code, message, status=None, request_id=None, retry_after=None):
        super().__init__(f"{code}: {message}" + (f" (request {request_id})" if request_id else ""))
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after


class RateLimited(CardMarketError):
    """The minute is used up; it begins again after `retry_after` seconds."""


class QuotaExceeded(CardMarketError):
    """The month is used up. It is never retried."""


class Unauthorized(CardMarketError):
    """The key is missing, wrong, expired or revoked, or its account may not call at present."""


class Unavailable(CardMarketError):
    """The source or the service has no answer at present; the same call may succeed later."""


def _error_class(code, status):
    if code in ("rate_limited", "quota_exceeded"):
        return RateLimited if code == "rate_limited" else QuotaExceeded
    if status == 401:
        return Unauthorized
    return Unavailable if status is None or status >= 500 else CardMarketError


class CardMarket:
    """A client with a key.

    A call is sent again, `retries` times, where that may help: after 429 `rate_limited`, 502 to 504 and a connection
    that failed. It waits as `Retry-After` says, else half a second and each time twice as long, and never more than
    `max_wait` seconds. A month that is used up is never retried. Every operation only reads, so a repeat is safe; an
    answer of 502 costs a request each time. A parameter that the service did not know is a warning: it was passed
    over.
    """

    def __init__(self, base_url, key=None, timeout=30, retries=2, max_wait=60):
        if not re.match(r"https?://[^/]", base_url):
            raise ValueError(
                f"base_url is {base_url!r}; it begins with http:// or https://, such as http://127.0.0.1:8787"
            )
        key = key and key.strip()
        if key and not re.fullmatch(r"[!-~]+", key):
            raise ValueError("The API key holds a character that no key has; was it copied whole?")
        self._base_url = re.sub(r"/v1$", "", base_url.rstrip("/"))
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait
        #: Requests left in this minute and in this month, as the last answer said; None before the first.
        self.remaining = {"minute": None, "month": None}

    def call(self, operation, **parameters):
        """Calls an operation by its id in the reference, with the API's own names of parameters; None is not sent."""
        if operation not in OPERATIONS:
            near = difflib.get_close_matches(operation, OPERATIONS, 1, 0.4)
            hint = f"; did you mean {near[0]}?" if near else f": {list(OPERATIONS)}"
            raise ValueError(f"There is no operation {operation!r}{hint}")
        method, path = OPERATIONS[operation]
        given = {name: value for name, value in parameters.items() if value is not None}
        for name in [name for name in given if f"{{{name}}}" in path]:
            path = path.replace(f"{{{name}}}", urllib.parse.quote(str(given.pop(name)), safe=""))
        if method == "POST":
            return self._send(path, json.dumps(given).encode(), "application/json")
        return self._send(f"{path}?{urllib.parse.urlencode(given)}" if given else path)

    def capabilities(self):
        """What the service can answer, how fresh it is and whose terms apply. Needs no key and costs nothing."""
        return self._send("/capabilities")

    def identify(self, text, **hints):
        """The printings behind a line of card text; hints are `set`, `category` and `limit`. See `confident_match`."""
        return self.call("identify", q=text, **hints)

    def identify_photo(self, photo, **hints):
        """Reads a photo, given as the bytes of a PNG, JPEG or WebP file; hints are `setHint` and `category`. The
        answer's `ocr.advice` says what to do."""
        kind = "png" if photo.startswith(b"\x89PNG") else "webp" if photo[8:12] == b"WEBP" else "jpeg"
        path = OPERATIONS["identifyImage"][1]
        return self._send(f"{path}?{urllib.parse.urlencode(hints)}" if hints else path, photo, f"image/{kind}")

    def price_list(self, cards, as_of=None):
        """Prices lines of text, or cards as dictionaries with `q` and hints, a hundred a request: one row for each,
        in their order.

        Only a row with `status` `ok` has a price. `needs_review` is for a person: its `identification` holds the
        candidates.
        """
        if isinstance(cards, str):
            raise TypeError("cards is a list of lines; one line is a list of one.")
        asked = [
            {"q": card} if isinstance(card, str) else {name: value for name, value in card.items() if value is not None}
            for card in cards
        ]
        # The service answers equal cards once.
        different = list({_key_of(card): card for card in asked}.values())
        rows = {}
        for at in range(0, len(different), CARDS_PER_REQUEST):
            part = different[at : at + CARDS_PER_REQUEST]
            results = self.call("lookUpPrices", cards=part, asOf=as_of)["results"]
            if len(results) != len(part):
                raise CardMarketError("unexpected_answer", f"{len(results)} rows came for {len(part)} cards.", 200)
            rows.update(zip(map(_key_of, part), results))
        return [rows[_key_of(card)] for card in asked]

    def each_product(self, **search):
        """Every product that a search finds, page by page as it is read; each page costs one request, and paging ends
        at 10,000."""
        return self._each("searchProducts", "products", {"limit": 50, **search})

    def each_offer(self, product_id, **filters):
        """Every offer of a product, page by page as it is read; each page costs one request."""
        return self._each("getListings", "offers", {"limit": 100, "productId": product_id, **filters})

    def _each(self, operation, items, parameters):
        offset = 0
        while offset <= 10_000:
            page = self.call(operation, **parameters, offset=offset)
            yield from page[items]
            offset += parameters["limit"]
            is_last = len(page[items]) < parameters["limit"] if page["total"] is None else offset >= page["total"]
            if is_last or not page[items]:
                return

    def _send(self, target, body=None, content_type=None):
        for attempt in range(self._retries + 1):
            try:
                return self._send_once(target, body, content_type)
            except CardMarketError as error:
                wait = self._wait_after(error, attempt)
                if wait is None or attempt == self._retries:
                    raise
                time.sleep(wait)

    def _wait_after(self, error, attempt):
        is_passing = error.status in (502, 503, 504) or error.code in ("rate_limited", "connection_failed")
        if not is_passing or error.code in ("not_offered_by_source", "service_unavailable"):
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self._max_wait else None
        # Half of it is chance, so that programs which failed together do not come back together.
        return None if error.code == "rate_limited" else min(self._max_wait, 0.5 * 2**attempt * random.uniform(0.5, 1))

    def _send_once(self, target, body, content_type):
        headers = {"Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        if content_type:
            headers["Content-Type"] = content_type
        request = urllib.request.Request(self._base_url + target, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                return self._read(response.status, response.headers, response.read())
        except urllib.error.HTTPError as refusal:
            return self._read(refusal.code, refusal.headers, refusal.read())
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, socket.timeout):
                raise Unavailable("timed_out", f"There was no answer within {self._timeout} s.") from error
            message = f"The service at {self._base_url} cannot be reached: {reason}"
            raise Unavailable("connection_failed", message) from error

    def _read(self, status, headers, text):
        for window, name in (("minute", "x-ratelimit-remaining"), ("month", "x-monthly-remaining")):
            if headers.get(name) is not None:
                self.remaining[window] = int(headers[name])
        if headers.get("x-ignored-parameters"):
            ignored = headers["x-ignored-parameters"]
            warnings.warn(f"The service knows no {ignored} here and passed it over.", stacklevel=6)
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        if status < 400 and body is not None:
            return body
        error = body.get("error") if isinstance(body, dict) else None
        if not isinstance(error, dict) or "code" not in error:
            message = f"The answer (HTTP {status}) is not one of the service's; check its address."
            raise CardMarketError("unexpected_answer", message, status, headers.get("x-request-id"))
        wait = headers.get("Retry-After", "")
        retry_after = int(wait) if wait.isdigit() else None
        raise _error_class(error["code"], status)(
            error["code"], error["message"], status, headers.get("x-request-id"), retry_after
        )


def confident_match(identified):
    """The best candidate when it is certain; None where a person must choose: none fits, several fit alike, or the
    best one fits badly."""
    candidates = identified["candidates"]
    is_certain = candidates and not identified["ambiguous"] and candidates[0]["matchScore"] >= 50
    return candidates[0] if is_certain else None


def _key_of(card):
    return tuple(card.get(name) for name in ("q", "set", "category", "condition", "variant", "language"))
