// Written by `npm run generate` from the contract table; a test fails when the two differ.

/** The plan definitions. */
export interface PlanList {
  /** Exactly three plans. */
  readonly plans: readonly Plan[]
}

/** Allowances that an account can be given. */
export interface Plan {
  /** Plan id. */
  readonly id: 'starter' | 'growth' | 'scale'
  /** Display name. */
  readonly name: string
  /** Who the plan is for. */
  readonly description: string
  /** Requests per UTC month, shared by all keys of the account. */
  readonly monthlyRequests: number
  /** Requests per UTC minute, shared by all keys of the account. */
  readonly requestsPerMinute: number
  /** API keys that may be active at once. */
  readonly activeKeys: number
  /** Always null: provided on request. */
  readonly price: null
  /** Always request-access. */
  readonly availability: 'request-access'
}

/** Limits and remaining allowances of an account, after charging this call. */
export interface Usage {
  readonly account: AccountName
  /** Plan id. */
  readonly plan: 'starter' | 'growth' | 'scale'
  /** Requests per UTC minute. */
  readonly requestsPerMinute: number
  /** Requests per UTC month. */
  readonly monthlyRequests: number
  /** API keys that may be active at once. */
  readonly activeKeys: number
  readonly minute: MinuteAllowance
  readonly month: MonthAllowance
  readonly keys: KeyAllowance
  /** When the counters were read. */
  readonly observedAt: string
}

/** The account that the key belongs to. */
export interface AccountName {
  /** Account id. */
  readonly id: string
  /** Account name. */
  readonly name: string
}

/** The allowance of the current UTC minute. */
export interface MinuteAllowance {
  /** Requests granted in the window. */
  readonly limit: number
  /** Requests used in the window, this one included. */
  readonly used: number
  /** Requests left in the window. */
  readonly remaining: number
  /** The next UTC minute boundary. */
  readonly resetsAt: string
}

/** The allowance of the current UTC month. */
export interface MonthAllowance {
  /** Requests granted in the window. */
  readonly limit: number
  /** Requests used in the window, this one included. */
  readonly used: number
  /** Requests left in the window. */
  readonly remaining: number
  /** The next UTC month boundary. */
  readonly resetsAt: string
}

/** API keys of the account. */
export interface KeyAllowance {
  /** API keys that may be active at once. */
  readonly limit: number
  /** API keys active now; a rotated key in its overlap is not counted. */
  readonly active: number
}

/** The product lines of the source. */
export interface CategoryList {
  /** Upstream source of the data. */
  readonly source: string
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** Product lines. */
  readonly categories: readonly Category[]
}

/** A product line: one game. */
export interface Category {
  /** Identifier. */
  readonly id: number
  /** Display name. */
  readonly name: string
  /** URL-safe identifier used as the `category` parameter. */
  readonly slug: string
}

/** The sets of a product line with their counts. */
export interface SetList {
  /** Upstream source of the data. */
  readonly source: string
  /** Slug of the product line. */
  readonly category: string
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** Number of sets. */
  readonly total: number
  /** Newest release first where the source knows it, else by name. */
  readonly sets: readonly CardSet[]
}

/** A release within a product line. */
export interface CardSet {
  /** Display name. */
  readonly name: string
  /** URL-safe identifier. */
  readonly slug: string
  /** Catalogue products in the set, as the source counts. */
  readonly count: number
}

/** One page of catalogue products. */
export interface SearchResult {
  /** Upstream source of the data. */
  readonly source: string
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** The text searched for, trimmed; empty when none was given. */
  readonly query: string
  /** Slug of the product line searched in. */
  readonly category: string | null
  /** Set searched in, as given. */
  readonly set: string | null
  /** Products that match in all; true also beyond 10,000. */
  readonly total: number
  /** Products skipped. */
  readonly offset: number
  /** Products requested at most. */
  readonly limit: number
  /** Ordering applied. */
  readonly sort: 'relevance' | 'name'
  /** The page. */
  readonly products: readonly ProductSummary[]
}

/** A catalogue entry as search lists it. */
export interface ProductSummary {
  /** Exact catalogue product. */
  readonly productId: number
  /** Name of the product. */
  readonly name: string
  /** Display name of the product line. */
  readonly category: string | null
  /** Display name of the set. */
  readonly setName: string | null
  /** Identifier of the set. */
  readonly setId: number | null
  /** Abbreviation of the set; null when the source gives none. */
  readonly setCode: string | null
  /** Collector number as printed on the card. */
  readonly cardNumber: string | null
  /** Rarity. */
  readonly rarity: string | null
  /** True for a sealed product, false for a single card. */
  readonly sealed: boolean
  /** The source's market price. In US dollars; null when unobserved, never 0 for unknown. */
  readonly marketPrice: number | null
  /** Lowest price offered now. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowestPrice: number | null
  /** Current listings. Null when the source gives none. */
  readonly listingCount: number | null
}

/** Ranked printings for a card text. */
export interface IdentifyResult {
  /** Upstream source of the data. */
  readonly source: string
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** The text that was identified. */
  readonly query: string
  readonly parsed: ParsedQuery
  /** Set that the hint was resolved to; null when there is none. */
  readonly matchedSet: CardSet | null
  /** Products inspected. */
  readonly searchedCount: number
  /** Catalogue hits before ranking. */
  readonly totalSearchResults: number
  /** True when inspection stopped at its cap of 200. */
  readonly truncated: boolean
  /** True when the leading candidates cannot be told apart by what was given: ask, do not guess. */
  readonly ambiguous: boolean
  /** Products of all printings that may be meant, best first; empty where the first is certain. */
  readonly inQuestion: readonly number[]
  /** Market prices of the printings in question, as far as the catalogue has them at hand: whether the question matters. Null where it has none, and where nothing is in question. */
  readonly priceRange: PriceRange | null
  /** Best first. */
  readonly candidates: readonly Candidate[]
}

/** What was read out of the query. */
export interface ParsedQuery {
  /** Card name. */
  readonly name: string | null
  /** Collector number. */
  readonly cardNumber: string | null
  /** Set hint, given or found in the query. */
  readonly setHint: string | null
  /** Copies, where the text counts them. */
  readonly quantity: number | null
  /** Condition of the copy in the words of the market, as `Lightly Played` for `LP`; a grade as it is written, as `PSA 9`. Null where the text names none. */
  readonly condition: string | null
  /** Finish and edition of the copy, as `Foil` or `1st Edition Holofoil`. Null where the text names none. */
  readonly variant: string | null
  /** Language of the copy, as `German`. Null where the text names none. */
  readonly language: string | null
  /** Words of the text that were not understood. */
  readonly unread: readonly string[]
}

/** Lowest and highest market price of some printings. */
export interface PriceRange {
  /** US dollars. */
  readonly low: number
  /** US dollars. */
  readonly high: number
}

/** A printing that may be the card. */
export interface Candidate {
  /** Exact catalogue product. */
  readonly productId: number
  /** Name of the product. */
  readonly name: string
  /** Display name of the product line. */
  readonly category: string | null
  /** Display name of the set. */
  readonly setName: string | null
  /** Identifier of the set. */
  readonly setId: number | null
  /** Abbreviation of the set; null when the source gives none. */
  readonly setCode: string | null
  /** Collector number as printed on the card. */
  readonly cardNumber: string | null
  /** Rarity. */
  readonly rarity: string | null
  /** True for a sealed product, false for a single card. */
  readonly sealed: boolean
  /** The source's market price. In US dollars; null when unobserved, never 0 for unknown. */
  readonly marketPrice: number | null
  /** Lowest price offered now. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowestPrice: number | null
  /** Current listings. Null when the source gives none. */
  readonly listingCount: number | null
  /** How well the printing fits what was given; 50 and more is a confident match. */
  readonly matchScore: number
  /** Why it ranks here. */
  readonly matchReasons: readonly ('number_exact' | 'number_normalized' | 'number_other_language' | 'number_conflict' | 'number_missing' | 'name_exact' | 'name_prefix' | 'name_partial' | 'name_fuzzy' | 'name_conflict' | 'name_other_language' | 'passcode_match' | 'set_exact' | 'set_inferred' | 'set_conflict' | 'qualifier_exact' | 'qualifier_extra' | 'artwork_match' | 'twin')[]
}

/** What was read from a photo, and the printings found with it. Of several cards `ocr` and `identification` are those of the most prominent, at a confidence of at most 35. */
export interface ImageIdentifyResult {
  readonly ocr: CardReading
  /** The lookup of the suggested query; null when there is no text to look up. */
  readonly identification: IdentifyResult | null
  /** Every card where there are several, in reading order; else empty. A place that was seen and not read, or for which there was no time, has neither name nor number and the advice `retry`. */
  readonly cards: readonly PlacedCard[]
  /** Cards that were seen beyond the most that are told. */
  readonly cardsOmitted: number
}

/** What was read of a card; best effort, meant to be reviewed and corrected. */
export interface CardReading {
  /** All text read, line by line; empty when there is none. */
  readonly text: string
  /** Chance in hundredths that name and number, as far as they are suggested, are right. */
  readonly confidence: number
  /** Chance in hundredths that the name is right; 0 without one. */
  readonly nameConfidence: number
  /** Chance in hundredths that the first candidate is the printing; 0 without one. It is shared among candidates that a picture cannot tell apart: printings of a name whose number was not read, and the rarities and finishes of one number. Where the best is no confident match it is below 50. */
  readonly printingConfidence: number
  /** What to do with it: `take` the first candidate (`confidence` and `printingConfidence` are 80 or more); the card is right, so `show_printings` to choose from (60 and more); `review` it (`confidence` of 40 and more); ask for another photo and `retry`. */
  readonly advice: 'take' | 'show_printings' | 'review' | 'retry'
  /** What the first candidate rests on, so that a person knows what to check; empty without one. */
  readonly evidence: readonly ('title' | 'number' | 'code' | 'set_line' | 'art' | 'label')[]
  readonly suggested: SuggestedQuery
}

/** What to look up. */
export interface SuggestedQuery {
  /** Card name; as printed where the catalogue lacks it, as on a card in another language. */
  readonly name: string | null
  /** Collector number. */
  readonly cardNumber: string | null
  /** What was looked up, as a query for GET /v1/identify: beside a number without a name that the catalogue lacks, with the set where its abbreviation was read, and with variant and grade; `graded` stands for a grade that was not read. Null where there is nothing to look up. */
  readonly query: string | null
  /** Language of the card, as `German`. Null where too little was read to tell. */
  readonly language: string | null
  /** Grade of a graded card, as `PSA 9`; `Graded 9` where the company is not known. Null where it was not read. */
  readonly condition: string | null
  /** Edition or finish that its label or the card itself names, as `1st Edition` or `Holo`. */
  readonly variant: string | null
  /** Number of the certificate on the label of a graded card. */
  readonly certificate: string | null
}

/** One card of several on a picture. */
export interface PlacedCard {
  readonly box: PictureBox
  readonly ocr: CardReading
  /** The lookup of the suggested query; null when there is no text to look up. */
  readonly identification: IdentifyResult | null
}

/** Upright rectangle around the card in pixels of the upright picture (EXIF orientation applied). */
export interface PictureBox {
  /** Left edge. */
  readonly x: number
  /** Upper edge. */
  readonly y: number
  /** Width. */
  readonly width: number
  /** Height. */
  readonly height: number
}

/** Everything known of a product now. */
export interface ProductSnapshot {
  /** Upstream source of the data. */
  readonly source: string
  /** The product's page at the source. */
  readonly sourceUrl: string
  /** When the snapshot was put together. */
  readonly observedAt: string
  /** Currency of every amount; always USD. */
  readonly currency: 'USD'
  readonly product: Product
  /** Null when the section is unavailable. */
  readonly marketPrices: readonly Price[] | null
  /** Null when the section is unavailable. */
  readonly marketHistory: HistoryResult | null
  /** Null when the section is unavailable. */
  readonly listings: ListingsResult | null
  /** Offer with the lowest total among the 200 cheapest that certainly is the catalogue item, whichever page was requested; null when there is none, listings are unavailable, or `sections.featuredListing` says that it could not be looked for. */
  readonly featuredListing: Offer | null
  readonly sections: Sections
}

/** Details of a catalogue product. */
export interface Product {
  /** Exact catalogue product. */
  readonly productId: number
  /** The product's page at the source. */
  readonly sourceUrl: string
  /** Name of the product. */
  readonly name: string
  readonly category: ProductCategory
  readonly group: ProductGroup
  /** Kind of product, such as Cards or Sealed Products. */
  readonly productType: string | null
  /** True for a sealed product, false for a single card. */
  readonly sealed: boolean
  /** Collector number as printed on the card. */
  readonly cardNumber: string | null
  /** Rarity. */
  readonly rarity: string | null
  /** The source's structured attributes. */
  readonly attributes: { readonly [name: string]: unknown }
  /** The source's attributes as texts for display. */
  readonly formattedAttributes: { readonly [name: string]: string }
  /** Every SKU of the product. */
  readonly skus: readonly Sku[]
  /** The source's market price of the product. In US dollars; null when unobserved, never 0 for unknown. */
  readonly marketPrice: number | null
  /** Lowest price offered now, without shipping. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowestPrice: number | null
  /** Lowest price offered now, with shipping. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowestPriceWithShipping: number | null
  /** Current listings. Null when the source gives none. */
  readonly listingCount: number | null
  /** Sellers with a current listing. Null when the source gives none. */
  readonly sellerCount: number | null
  /** Verified picture at the source; null when there is none. */
  readonly imageUrl: string | null
}

/** The product line. */
export interface ProductCategory {
  /** Identifier of the product line. */
  readonly id: number | null
  /** Display name of the product line. */
  readonly name: string | null
  /** Slug of the product line. */
  readonly slug: string | null
}

/** The set. */
export interface ProductGroup {
  /** Identifier of the set. */
  readonly id: number | null
  /** Display name of the set. */
  readonly name: string | null
  /** Slug of the set. */
  readonly slug: string | null
  /** Abbreviation of the set. */
  readonly code: string | null
  /** Release date, YYYY-MM-DD. */
  readonly publishedOn: string | null
}

/** One product in one condition, variant and language. */
export interface Sku {
  /** One condition, variant and language of a product. */
  readonly skuId: number
  /** Condition, such as Near Mint. */
  readonly condition: string | null
  /** Printing finish, such as Normal or Foil. */
  readonly variant: string | null
  /** Language of the card. */
  readonly language: string | null
}

/** Market price of one SKU. */
export interface Price {
  /** One condition, variant and language of a product. */
  readonly skuId: number
  /** Condition, such as Near Mint. */
  readonly condition: string | null
  /** Printing finish, such as Normal or Foil. */
  readonly variant: string | null
  /** Language of the card. */
  readonly language: string | null
  /** The source's market price. In US dollars; null when unobserved, never 0 for unknown. */
  readonly marketPrice: number | null
  /** Lowest current listing of this SKU or printing, without shipping, where the source tells. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowestPrice: number | null
  /** Lowest sale the calculation used. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowSalePrice: number | null
  /** Highest sale the calculation used. In US dollars; null when unobserved, never 0 for unknown. */
  readonly highSalePrice: number | null
  /** Observations the source used for its calculation. Null when the source gives none. */
  readonly sampleSize: number | null
  /** When the source calculated the price, ISO 8601. */
  readonly calculatedAt: string | null
}

/** Price and sales history of a product. */
export interface HistoryResult {
  /** Upstream source of the data. */
  readonly source: string
  /** Exact catalogue product. */
  readonly productId: number
  /** Range of the history. */
  readonly range: 'month' | 'quarter' | 'semi-annual' | 'annual'
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** First day that this service has observed the product, YYYY-MM-DD: from here on its own record answers. Null when the history is the source's own. */
  readonly recordedSince: string | null
  /** One chronological series per SKU with sales or market data. */
  readonly variants: readonly HistoryVariant[]
}

/** Price and sales history of one SKU. */
export interface HistoryVariant {
  /** One condition, variant and language of a product. */
  readonly skuId: number
  /** Condition, such as Near Mint. */
  readonly condition: string | null
  /** Printing finish, such as Normal or Foil. */
  readonly variant: string | null
  /** Language of the card. */
  readonly language: string | null
  /** Copies sold per day, over the range. */
  readonly averageDailyQuantitySold: number | null
  /** Copies sold in the range. Null when the source gives none. */
  readonly totalQuantitySold: number | null
  /** Oldest first. */
  readonly buckets: readonly HistoryBucket[]
}

/** One day, or the days up to the next bucket. */
export interface HistoryBucket {
  /** First day of the bucket, YYYY-MM-DD. */
  readonly date: string | null
  /** Market price in the bucket. In US dollars; null when unobserved, never 0 for unknown. */
  readonly marketPrice: number | null
  /** Copies sold. Null when the source gives none. */
  readonly quantitySold: number | null
  /** Sales. Null when the source gives none. */
  readonly transactionCount: number | null
  /** Lowest sale. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowSalePrice: number | null
  /** Highest sale. In US dollars; null when unobserved, never 0 for unknown. */
  readonly highSalePrice: number | null
  /** Lowest sale with shipping. In US dollars; null when unobserved, never 0 for unknown. */
  readonly lowSalePriceWithShipping: number | null
  /** Highest sale with shipping. In US dollars; null when unobserved, never 0 for unknown. */
  readonly highSalePriceWithShipping: number | null
}

/** Current offers for a product. */
export interface ListingsResult {
  /** Upstream source of the data. */
  readonly source: string
  /** Exact catalogue product. */
  readonly productId: number
  /** Offers that match in all. Null when the source gives none. */
  readonly total: number | null
  /** Offers skipped. */
  readonly offset: number
  /** Offers requested at most. */
  readonly limit: number
  /** Ordering applied. */
  readonly sort: 'price' | 'none'
  /** The page. */
  readonly offers: readonly Offer[]
  /** Filters whose word no SKU of the product has, so that no offer can: a misspelt one, or a wrong copy. */
  readonly unmatchedFilters: readonly ('condition' | 'variant' | 'language')[]
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
}

/** What a seller asks now. */
export interface Offer {
  /** Identifier of the listing. */
  readonly listingId: number
  /** SKU offered. */
  readonly skuId: number | null
  readonly seller: Seller
  /** Condition, such as Near Mint. */
  readonly condition: string | null
  /** Printing finish, such as Normal or Foil. */
  readonly variant: string | null
  /** Language of the card. */
  readonly language: string | null
  /** Copies offered. Null when the source gives none. */
  readonly quantity: number | null
  /** Price of one copy. In US dollars; null when unobserved, never 0 for unknown. */
  readonly itemPrice: number | null
  /** Shipping; 0 is free shipping. In US dollars; null when unobserved, never 0 for unknown. */
  readonly shippingPrice: number | null
  /** Item and shipping, rounded to cents; null when either is unknown. In US dollars; null when unobserved, never 0 for unknown. */
  readonly totalPrice: number | null
  /** Currency of every amount; always USD. */
  readonly currency: 'USD'
  /** True when the seller shows the copy with photos or a title of their own, so that it may not be exactly the catalogue item. */
  readonly custom: boolean
}

/** Who sells. */
export interface Seller {
  /** Identifier at the source. */
  readonly id: string | null
  /** Name. */
  readonly name: string | null
  /** Share of good ratings, 0 to 100. */
  readonly ratingPercent: number | null
  /** Number of sales as the source writes it, such as 10000+. */
  readonly sales: string | null
  /** True when the seller takes part in direct fulfilment by the source. */
  readonly direct: boolean
  /** True when the source marks the seller as verified. */
  readonly verified: boolean
}

/** Status of each section. `featuredListing` is there only when it could not be looked for although listings are. */
export interface Sections {
  readonly details: SectionStatus
  readonly marketPrices: SectionStatus
  readonly marketHistory: SectionStatus
  readonly listings: SectionStatus
  readonly featuredListing?: SectionStatus
}

/** Availability and fetch status of one section. */
export type SectionStatus =
  | {
    /** Whether the section is there. */
    readonly status: 'ok'
    /** When the source was asked, or when asking it failed. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** `ok`, or the error code that the section would have answered by itself. */
    readonly code: 'ok'
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
  }
  | {
    /** Whether the section is there. */
    readonly status: 'unavailable'
    /** When the source was asked, or when asking it failed. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** `ok`, or the error code that the section would have answered by itself. */
    readonly code: ErrorCode
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
  }

/** Stable, machine-readable error code. Codes may be added within `/v1`. */
export type ErrorCode = 'invalid_request' | 'invalid_parameter' | 'unknown_category' | 'invalid_body' | 'unsupported_image_type' | 'image_too_large' | 'invalid_image' | 'missing_api_key' | 'invalid_api_key' | 'expired_api_key' | 'revoked_api_key' | 'suspended_account' | 'origin_not_allowed' | 'product_not_found' | 'sku_not_found' | 'unclear_printing' | 'unclear_copy' | 'image_not_found' | 'route_not_found' | 'method_not_allowed' | 'request_timeout' | 'uri_too_long' | 'rate_limited' | 'quota_exceeded' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'upstream_unavailable' | 'upstream_timeout' | 'upstream_rate_limited' | 'upstream_invalid_response' | 'not_offered_by_source' | 'access_store_unavailable' | 'service_busy' | 'service_unavailable' | 'shutting_down' | 'http_version_not_supported'

/** Details of a product. */
export interface DetailsResult {
  /** Upstream source of the data. */
  readonly source: string
  /** Exact catalogue product. */
  readonly productId: number
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  readonly product: Product
}

/** Market price of every SKU of a product. */
export interface PricesResult {
  /** Upstream source of the data. */
  readonly source: string
  /** Exact catalogue product. */
  readonly productId: number
  /** Currency of every amount; always USD. */
  readonly currency: 'USD'
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** One row per SKU of the product; a row of nulls where the source has no observation. */
  readonly prices: readonly Price[]
}

/** Verified picture of a product. */
export interface ImageResult {
  /** Upstream source of the data. */
  readonly source: string
  /** Exact catalogue product. */
  readonly productId: number
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** Verified picture at the source. The service returns the address only. */
  readonly imageUrl: string
}

/** A card as people write it, and the copy that is meant. What is said nowhere is as usual: near mint (or unopened), English or the only language, and the plain finish. Where a source prices whole printings, that usual copy alone is priced, with `condition` and `language` null; any other condition, grade or language needs review. */
export interface CardQuery {
  /** Card text as for GET /v1/identify; may name the copy too, as `LP` or `foil`. */
  readonly q: string
  /** Set name or slug. */
  readonly set?: string | undefined
  /** Product line slug from GET /v1/categories. */
  readonly category?: string | undefined
  /** Condition of the copy; it wins over what the text says, but for a grade. */
  readonly condition?: string | undefined
  /** Finish and edition of the copy; it wins over what the text says. */
  readonly variant?: string | undefined
  /** Language of the copy; it wins over what the text says. */
  readonly language?: string | undefined
}

/** Prices of many products, SKUs and cards. */
export interface PriceLookupResult {
  /** Upstream source of the data. */
  readonly source: string
  /** Currency of every amount; always USD. */
  readonly currency: 'USD'
  /** When the source was asked; stays the same on a cache hit. */
  readonly fetchedAt: string
  /** True when the answer came from the cache. */
  readonly cacheHit: boolean
  /** In request order, products first, cards last; equal entries are answered once. */
  readonly results: readonly PriceLookup[]
}

/** What was found for one entry of a batch. */
export type PriceLookup =
  | {
    /** Text of the card, trimmed; null in the row of an id. */
    readonly query: null
    /** What the text means; null in the row of an id, and when it could not be looked up. */
    readonly identification: null
    /** Product of the row; null for a SKU or card whose product is not known for certain. */
    readonly productId: number | null
    /** SKU of the row; null in the row of a product, and for a card whose copy is not known for certain. */
    readonly skuId: number | null
    /** Whether prices were found; `needs_review` when a person must say which printing or copy is meant. */
    readonly status: 'ok'
    /** `ok`, `product_not_found`, `sku_not_found`, `unclear_printing`, `unclear_copy`, or what failed, mostly an upstream code. */
    readonly code: 'ok'
    /** What to ask a person where `code` is `unclear_copy`; null there when words of the text were not understood, which `parsed.unread` tells, and in every other row. */
    readonly unclear: null
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
    /** When the source was asked; stays the same on a cache hit. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** The copy of the card that was asked for; null in the row of an id, and unless `status` is `ok`. */
    readonly price: null
    /** Every SKU of a product, or the one of a SKU or card. Null unless `status` is `ok`. */
    readonly prices: readonly Price[]
  }
  | {
    /** Text of the card, trimmed; null in the row of an id. */
    readonly query: string
    /** What the text means; null in the row of an id, and when it could not be looked up. */
    readonly identification: CardIdentification
    /** Product of the row; null for a SKU or card whose product is not known for certain. */
    readonly productId: number
    /** SKU of the row; null in the row of a product, and for a card whose copy is not known for certain. */
    readonly skuId: number
    /** Whether prices were found; `needs_review` when a person must say which printing or copy is meant. */
    readonly status: 'ok'
    /** `ok`, `product_not_found`, `sku_not_found`, `unclear_printing`, `unclear_copy`, or what failed, mostly an upstream code. */
    readonly code: 'ok'
    /** What to ask a person where `code` is `unclear_copy`; null there when words of the text were not understood, which `parsed.unread` tells, and in every other row. */
    readonly unclear: null
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
    /** When the source was asked; stays the same on a cache hit. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** The copy of the card that was asked for; null in the row of an id, and unless `status` is `ok`. */
    readonly price: Price
    /** Every SKU of a product, or the one of a SKU or card. Null unless `status` is `ok`. */
    readonly prices: readonly Price[]
  }
  | {
    /** Text of the card, trimmed; null in the row of an id. */
    readonly query: string | null
    /** What the text means; null in the row of an id, and when it could not be looked up. */
    readonly identification: CardIdentification | null
    /** Product of the row; null for a SKU or card whose product is not known for certain. */
    readonly productId: number | null
    /** SKU of the row; null in the row of a product, and for a card whose copy is not known for certain. */
    readonly skuId: number | null
    /** Whether prices were found; `needs_review` when a person must say which printing or copy is meant. */
    readonly status: 'not_found'
    /** `ok`, `product_not_found`, `sku_not_found`, `unclear_printing`, `unclear_copy`, or what failed, mostly an upstream code. */
    readonly code: 'product_not_found' | 'sku_not_found'
    /** What to ask a person where `code` is `unclear_copy`; null there when words of the text were not understood, which `parsed.unread` tells, and in every other row. */
    readonly unclear: null
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
    /** When the source was asked; stays the same on a cache hit. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** The copy of the card that was asked for; null in the row of an id, and unless `status` is `ok`. */
    readonly price: null
    /** Every SKU of a product, or the one of a SKU or card. Null unless `status` is `ok`. */
    readonly prices: null
  }
  | {
    /** Text of the card, trimmed; null in the row of an id. */
    readonly query: string
    /** What the text means; null in the row of an id, and when it could not be looked up. */
    readonly identification: CardIdentification
    /** Product of the row; null for a SKU or card whose product is not known for certain. */
    readonly productId: number | null
    /** SKU of the row; null in the row of a product, and for a card whose copy is not known for certain. */
    readonly skuId: null
    /** Whether prices were found; `needs_review` when a person must say which printing or copy is meant. */
    readonly status: 'needs_review'
    /** `ok`, `product_not_found`, `sku_not_found`, `unclear_printing`, `unclear_copy`, or what failed, mostly an upstream code. */
    readonly code: 'unclear_printing' | 'unclear_copy'
    /** What to ask a person where `code` is `unclear_copy`; null there when words of the text were not understood, which `parsed.unread` tells, and in every other row. */
    readonly unclear: UnclearCopy | null
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
    /** When the source was asked; stays the same on a cache hit. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** The copy of the card that was asked for; null in the row of an id, and unless `status` is `ok`. */
    readonly price: null
    /** Every SKU of a product, or the one of a SKU or card. Null unless `status` is `ok`. */
    readonly prices: null
  }
  | {
    /** Text of the card, trimmed; null in the row of an id. */
    readonly query: string | null
    /** What the text means; null in the row of an id, and when it could not be looked up. */
    readonly identification: CardIdentification | null
    /** Product of the row; null for a SKU or card whose product is not known for certain. */
    readonly productId: number | null
    /** SKU of the row; null in the row of a product, and for a card whose copy is not known for certain. */
    readonly skuId: number | null
    /** Whether prices were found; `needs_review` when a person must say which printing or copy is meant. */
    readonly status: 'unavailable'
    /** `ok`, `product_not_found`, `sku_not_found`, `unclear_printing`, `unclear_copy`, or what failed, mostly an upstream code. */
    readonly code: ErrorCode
    /** What to ask a person where `code` is `unclear_copy`; null there when words of the text were not understood, which `parsed.unread` tells, and in every other row. */
    readonly unclear: null
    /** HTTP status of the source, when known. */
    readonly upstreamStatus: number | null
    /** When the source was asked; stays the same on a cache hit. */
    readonly fetchedAt: string
    /** True when the answer came from the cache. */
    readonly cacheHit: boolean
    /** The copy of the card that was asked for; null in the row of an id, and unless `status` is `ok`. */
    readonly price: null
    /** Every SKU of a product, or the one of a SKU or card. Null unless `status` is `ok`. */
    readonly prices: null
  }

/** The printing that was found for a card of a batch. */
export interface CardIdentification {
  /** Product of the best candidate, certain or not; null when nothing fits. */
  readonly productId: number | null
  /** Score of the best candidate; null when nothing fits. */
  readonly matchScore: number | null
  /** True when the leading candidates cannot be told apart by what was given. */
  readonly ambiguous: boolean
  readonly parsed: ParsedQuery
  /** Products of all printings that may be meant, best first; empty where the first is certain. */
  readonly inQuestion: readonly number[]
  /** Market prices of the printings in question, as far as the catalogue has them at hand: whether the question matters. Null where it has none, and where nothing is in question. */
  readonly priceRange: PriceRange | null
  /** Best first, at most five; `inQuestion` has all that may be meant. */
  readonly candidates: readonly Candidate[]
}

/** What has to be said of the copy of a card. */
export interface UnclearCopy {
  /** Field of the card that was not said, or says what no copy has. */
  readonly field: 'condition' | 'variant' | 'language'
  /** What the product has of it; empty where the source prices the usual copy alone. */
  readonly values: readonly string[]
}

/** What this service can answer, and under which conditions. */
export interface Capabilities {
  /** Upstream source of the data. */
  readonly source: string
  /** Source of product lines, sets, search and identification. */
  readonly catalogSource: string
  /** When this was so. */
  readonly observedAt: string
  /** What a price belongs to: one condition, variant and language of a product, or a whole printing, in which `condition` and `language` are null. */
  readonly pricedBy: 'sku' | 'printing'
  readonly data: DataOffers
  /** Day of the oldest price that this service has kept itself, YYYY-MM-DD; null when it keeps none. `asOf` answers from here on. */
  readonly recordedSince: string | null
  /** Slugs of the product lines; null while the catalogue cannot tell. GET /v1/categories has their names. */
  readonly productLines: readonly string[] | null
  /** Null when photo reading is turned off. */
  readonly photoReader: PhotoReaderSetting | null
  readonly pictures: PictureOffer
  /** What the owner of the data asks for; null where no one else owns it. */
  readonly attribution: Attribution | null
  /** What the operator of this service says about passing its data on. */
  readonly dataRightsNote: string | null
  /** Null where nothing has to be pulled. */
  readonly sync: SyncStatus | null
}

/** Each kind of data. */
export interface DataOffers {
  readonly details: DataOffer
  readonly prices: DataOffer
  readonly history: DataOffer
  readonly listings: DataOffer
  readonly image: DataOffer
  readonly search: DataOffer
  readonly identify: DataOffer
  readonly photos: DataOffer
  readonly asOf: DataOffer
}

/** One kind of data, as this service is set up. */
export interface DataOffer {
  /** False when a call for it can only fail: the source never has it, or it is turned off. */
  readonly offered: boolean
  /** Time that the data is of, as its source gives it, where all of it is of one time, such as the files of a day. Null where the source is asked for each thing, and while there is nothing yet. */
  readonly asOf: string | null
  /** Whole seconds since `asOf`; null with it. */
  readonly ageSeconds: number | null
  /** How long an answer is kept before the source is asked again; null where nothing is kept. */
  readonly cachedSeconds: number | null
}

/** How photos are read. */
export interface PhotoReaderSetting {
  /** Photos read side by side. */
  readonly workers: number
  /** Whether it was loaded with the service or is with the first photo. */
  readonly start: 'boot' | 'lazy'
  /** Cards that are answered of one photo at most. */
  readonly maxCards: number
}

/** Which pictures of cards the pages of this service may show. */
export interface PictureOffer {
  /** Hosts besides this one whose pictures the operator lets its pages show; browsers ask them themselves. */
  readonly hosts: readonly string[]
  /** Address of a small picture with `{productId}` in the place of the id: a path of this service, or an address at one of `hosts`. Null where none may be shown. */
  readonly thumbnailUrl: string | null
}

/** What the owner of the data asks for. */
export interface Attribution {
  /** Line to show wherever the data is shown, word for word. */
  readonly text: string
  /** Address of the owner's terms. */
  readonly termsUrl: string
}

/** How the daily pull of the source's files stands. */
export interface SyncStatus {
  /** Build in use, as its source names it; null before the first. */
  readonly build: string | null
  /** When it was taken over, ISO 8601. */
  readonly finishedAt: string | null
  /** The newest build, when it was refused; the last good one serves on. */
  readonly refused: RefusedBuild | null
  /** When the last attempt failed, ISO 8601; null after one that ended well. */
  readonly failedAt: string | null
  /** The pull under way; null when there is none. */
  readonly progress: SyncProgress | null
}

/** A build that failed validation and was not published. */
export interface RefusedBuild {
  /** The build, as its source names it. */
  readonly build: string
  /** What was wrong with it. */
  readonly reason: string
  /** When it was refused. */
  readonly at: string
}

/** How far a pull has come. */
export interface SyncProgress {
  /** What is being done. */
  readonly step: string
  /** Parts done. */
  readonly done: number
  /** Parts in all. */
  readonly total: number
  /** When this was so. */
  readonly at: string
}

/** The body of every error. */
export interface ErrorResponse {
  readonly error: ErrorDetail
}

/** What went wrong. */
export interface ErrorDetail {
  readonly code: ErrorCode
  /** For people: names what is wrong and what is allowed. It may change; decide by `code`. */
  readonly message: string
  /** The `x-request-id` of this call, for support and tracing; also where a page may not read the header. */
  readonly requestId: string
}

/** Input and answer of every operation. */
export interface Operations {
  /** Plan definitions. Needs no key and costs nothing; a key that is sent is ignored. */
  readonly listPlans: {
    readonly input: Readonly<Record<string, never>>
    readonly output: PlanList
  }
  /** What the account may use and has used. The call itself costs one request and reports the state after itself, so `minute.remaining` and `month.remaining` equal the headers of the same answer. */
  readonly getUsage: {
    readonly input: Readonly<Record<string, never>>
    readonly output: Usage
  }
  /** All product lines of the source. */
  readonly listCategories: {
    readonly input: Readonly<Record<string, never>>
    readonly output: CategoryList
  }
  /** All sets of one product line that have products, with the number of catalogue products in each. */
  readonly listSets: {
    readonly input: {
      /** Product line slug from GET /v1/categories. */
      readonly category: string
    }
    readonly output: SetList
  }
  /** Products that have all words of `q` in name, set or collector number; beside such a word, rarity and product line count too. Where none has them all, words that are begun or misspelt count, then products that have the most of the words, unless that is little. Pages are stable: ties break by name, then product id. Paging ends at 10,000 products; `total` stays the true total. An unknown set answers no products. */
  readonly searchProducts: {
    readonly input: {
      /** Text to search for; may include a collector number. */
      readonly q?: string | undefined
      /** Product line slug from GET /v1/categories. */
      readonly category?: string | undefined
      /** Set name or slug. */
      readonly set?: string | undefined
      /** Results to skip. */
      readonly offset?: number | undefined
      /** Results to return at most. */
      readonly limit?: number | undefined
      /** Ordering. Without `q`, relevance is the order of the source. */
      readonly sort?: 'relevance' | 'name' | undefined
    }
    readonly output: SearchResult
  }
  /** Takes one line of card text, typed or read by OCR, and ranks the printings it may mean. A collector number is separated from the name and compared by meaning (`063` = `63`, `136/182` = `136`). When `ambiguous` is true, ask a person instead of taking the first. */
  readonly identify: {
    readonly input: {
      /** Card text, optionally ending in a collector number. */
      readonly q: string
      /** Set name or slug. */
      readonly set?: string | undefined
      /** Product line slug from GET /v1/categories. */
      readonly category?: string | undefined
      /** Results to return at most. */
      readonly limit?: number | undefined
    }
    readonly output: IdentifyResult
  }
  /** Reads the text on a picture of a card, suggests a query for review and looks it up. The picture is neither kept nor logged. It is sent as a form (`curl -F image=@card.jpg`), as its bytes alone (`--data-binary @card.jpg -H "Content-Type: image/jpeg"`), or as a data URL in JSON. No readable text is a success with an empty text and no identification. */
  readonly identifyImage: {
    readonly input: {
      /** Set name or slug. */
      readonly setHint?: string | undefined
      /** Product line slug from GET /v1/categories. */
      readonly category?: string | undefined
      /** Complete `data:image/png|jpeg|webp;base64,…` URL of at most 6 MiB decoded. */
      readonly imageDataUrl: string
    }
    readonly output: ImageIdentifyResult
  }
  /** Details, market prices, history and offers at once. Each section reports its own availability in `sections`; one that is unavailable is null, one that succeeded without data is empty. Without details the call is 404 or 502. With `asOf`, details and prices are as the single routes answer them and the history ends then; past offers were not kept, so listings are `not_offered_by_source`. */
  readonly getProduct: {
    readonly input: {
      /** Exact catalogue product. */
      readonly productId: number
      /** One, three, six or twelve months of history. */
      readonly range?: 'month' | 'quarter' | 'semi-annual' | 'annual' | undefined
      /** Results to skip. */
      readonly offset?: number | undefined
      /** Results to return at most. */
      readonly limit?: number | undefined
      /** By item price, so that totals after shipping can be out of order; or the order of the source. */
      readonly sort?: 'price' | 'none' | undefined
      /** Answers from the record of this service: the newest prices observed by then. A UTC date, meaning its end, or an instant with its zone. GET /capabilities tells whether and since when there is a record. */
      readonly asOf?: string | undefined
      /** Only beside `asOf`, an instant with its zone: leaves out what this service learnt later, so that the answer is the one it would have given then. */
      readonly knownAt?: string | undefined
    }
    readonly output: ProductSnapshot
  }
  /** Catalogue details, SKUs and product-level prices. With `asOf`, SKUs and prices are those of then, and counts, which nobody kept, null; name, set and the other facts of the catalogue are those of now and may be corrected later, so that no such answer is immutable. */
  readonly getDetails: {
    readonly input: {
      /** Exact catalogue product. */
      readonly productId: number
      /** Answers from the record of this service: the newest prices observed by then. A UTC date, meaning its end, or an instant with its zone. GET /capabilities tells whether and since when there is a record. */
      readonly asOf?: string | undefined
      /** Only beside `asOf`, an instant with its zone: leaves out what this service learnt later, so that the answer is the one it would have given then. */
      readonly knownAt?: string | undefined
    }
    readonly output: DetailsResult
  }
  /** One row per SKU; a SKU without an observation is a row of nulls. With `asOf`, the rows are what was observed last by then, each with its own time in `calculatedAt`, nulls before the first; `fetchedAt` is when this service learnt the newest of them, or the moment asked for where there is none. An answer whose `asOf` is past, and whose `knownAt` by ten minutes or more, never changes and is `immutable`. */
  readonly getPrices: {
    readonly input: {
      /** Exact catalogue product. */
      readonly productId: number
      /** Answers from the record of this service: the newest prices observed by then. A UTC date, meaning its end, or an instant with its zone. GET /capabilities tells whether and since when there is a record. */
      readonly asOf?: string | undefined
      /** Only beside `asOf`, an instant with its zone: leaves out what this service learnt later, so that the answer is the one it would have given then. */
      readonly knownAt?: string | undefined
    }
    readonly output: PricesResult
  }
  /** One chronological series per SKU. Sale prices of a bucket without sales are null. */
  readonly getHistory: {
    readonly input: {
      /** Exact catalogue product. */
      readonly productId: number
      /** One, three, six or twelve months of history. */
      readonly range?: 'month' | 'quarter' | 'semi-annual' | 'annual' | undefined
    }
    readonly output: HistoryResult
  }
  /** What sellers ask now, seller-defined offers included. Filters take the words of the source and those of sellers. A word that fits no offer is an empty list, never an error; `unmatchedFilters` names the filters whose word no SKU of the product has. */
  readonly getListings: {
    readonly input: {
      /** Exact catalogue product. */
      readonly productId: number
      /** Results to skip. */
      readonly offset?: number | undefined
      /** Results to return at most. */
      readonly limit?: number | undefined
      /** By item price, so that totals after shipping can be out of order; or the order of the source. */
      readonly sort?: 'price' | 'none' | undefined
      /** Only this condition, as the source names it or as sellers write it: `NM`, `LP`, `MP`, `HP` and `DMG`, or `excellent` for `Lightly Played`. A finish and a language may follow, as in `NM Foil German`. */
      readonly condition?: string | undefined
      /** Only this variant, as the prices of the product name it or as sellers write it: `holo`, `foil` for every foil where none is named just so, `1st` for the first edition in each finish. */
      readonly variant?: string | undefined
      /** Only this language, as the prices of the product name it or abbreviated: `EN`, `ja`, `deutsch`. */
      readonly language?: string | undefined
    }
    readonly output: ListingsResult
  }
  /** The address of the picture at the source; the service serves no picture bytes itself. */
  readonly getImage: {
    readonly input: {
      /** Exact catalogue product. */
      readonly productId: number
    }
    readonly output: ImageResult
  }
  /** A list in one call that costs one request: up to 100 different ids and cards in all, equal ones answered and counted once. A card is given as people write it and priced as the copy that is meant; where the printing or the copy is not certain, the row is `needs_review` without a price: ask a person instead of taking the first. A row that failed says so by itself; the call fails only when every row did. A SKU that the source knows without a price is `ok` with nulls, and so is one that it cannot tell from these. With `asOf`, all rows are priced as of then; which card a text means is decided by the catalogue of now. With a slow source, the last of many products that nobody asked for lately may be `upstream_timeout` after 8 seconds; asked for again, they are there. */
  readonly lookUpPrices: {
    readonly input: {
      /** Products whose every SKU is wanted. */
      readonly productIds?: readonly number[] | undefined
      /** Single SKUs. */
      readonly skuIds?: readonly number[] | undefined
      /** Cards as people write them, each `{ q, set, category, condition, variant, language }` of which only `q` is needed. */
      readonly cards?: readonly CardQuery[] | undefined
      /** Answers from the record of this service: the newest prices observed by then. A UTC date, meaning its end, or an instant with its zone. GET /capabilities tells whether and since when there is a record. */
      readonly asOf?: string | undefined
      /** Only beside `asOf`, an instant with its zone: leaves out what this service learnt later, so that the answer is the one it would have given then. */
      readonly knownAt?: string | undefined
    }
    readonly output: PriceLookupResult
  }
}

/** Where every operation lives and where each part of its input goes. */
export const operations = {
  listPlans: { method: 'GET', path: '/v1/plans', hasKey: false, params: [], query: [], body: [] },
  getUsage: { method: 'GET', path: '/v1/usage', hasKey: true, params: [], query: [], body: [] },
  listCategories: { method: 'GET', path: '/v1/categories', hasKey: true, params: [], query: [], body: [] },
  listSets: { method: 'GET', path: '/v1/categories/{category}/sets', hasKey: true, params: ['category'], query: [], body: [] },
  searchProducts: { method: 'GET', path: '/v1/search', hasKey: true, params: [], query: ['q', 'category', 'set', 'offset', 'limit', 'sort'], body: [] },
  identify: { method: 'GET', path: '/v1/identify', hasKey: true, params: [], query: ['q', 'set', 'category', 'limit'], body: [] },
  identifyImage: { method: 'POST', path: '/v1/identify-image', hasKey: true, params: [], query: [], body: ['imageDataUrl', 'setHint', 'category'] },
  getProduct: { method: 'GET', path: '/v1/products/{productId}', hasKey: true, params: ['productId'], query: ['range', 'offset', 'limit', 'sort', 'asOf', 'knownAt'], body: [] },
  getDetails: { method: 'GET', path: '/v1/products/{productId}/details', hasKey: true, params: ['productId'], query: ['asOf', 'knownAt'], body: [] },
  getPrices: { method: 'GET', path: '/v1/products/{productId}/prices', hasKey: true, params: ['productId'], query: ['asOf', 'knownAt'], body: [] },
  getHistory: { method: 'GET', path: '/v1/products/{productId}/history', hasKey: true, params: ['productId'], query: ['range'], body: [] },
  getListings: { method: 'GET', path: '/v1/products/{productId}/listings', hasKey: true, params: ['productId'], query: ['offset', 'limit', 'sort', 'condition', 'variant', 'language'], body: [] },
  getImage: { method: 'GET', path: '/v1/products/{productId}/image', hasKey: true, params: ['productId'], query: [], body: [] },
  lookUpPrices: { method: 'POST', path: '/v1/prices', hasKey: true, params: [], query: [], body: ['productIds', 'skuIds', 'cards', 'asOf', 'knownAt'] },
} as const

/** Limits of the service. */
export const limits = {
  /** Different products, SKUs and cards of one call of `lookUpPrices`. */
  entriesPerRequest: 100,
  /** Candidates of one card of `lookUpPrices`. */
  candidatesPerCard: 5,
  /** Printings that an answer names at most as those that may be meant. */
  printingsInQuestion: 200,
  /** Characters of a card text. */
  queryLength: 120,
  /** Characters of a set's name beside a card text. */
  setLength: 80,
  /** Characters of a condition, a variant or a language. */
  copyLength: 80,
  /** The highest product id. */
  maxId: 9007199254740991,
  /** The last offset of a page. */
  maxOffset: 10000,
  /** The least `matchScore` of a confident match. */
  confidentScore: 50,
  /** Points by which the best candidate must lead; else the answer is `ambiguous`. Small, to ask no needless question. */
  ambiguousScoreGap: 1.5,
  /** Points below the best up to which candidates of an ambiguous answer are offered to choose from. Wider than `ambiguousScoreGap`, to leave out none that differs only by what the text leaves open. */
  choiceScoreGap: 3,
} as const

/** What each error code of the service means and what to do next. */
export const serviceErrorAdvice: Readonly<Record<ErrorCode, { readonly meaning: string; readonly advice: string }>> = {
  invalid_request: {"meaning":"The request is not valid HTTP, its body cannot be framed, or it carries not exactly one valid Host header.","advice":"Send a valid HTTP/1.1 request."},
  invalid_parameter: {"meaning":"A path or query parameter is malformed, too long, out of range or given twice.","advice":"Correct the parameter that the message names."},
  unknown_category: {"meaning":"No product line has this slug; GET /v1/categories lists them.","advice":"Choose one of the listed product lines."},
  invalid_body: {"meaning":"The request body is not what the operation takes: JSON, or where it takes a file also a form or the file itself.","advice":"Correct the body as the message says."},
  unsupported_image_type: {"meaning":"The image is not PNG, JPEG or WebP, or its bytes do not match its declared type.","advice":"Choose a PNG, JPEG or WebP picture."},
  image_too_large: {"meaning":"The image exceeds 6 MiB, once decoded where it came as base64, or 40 megapixels.","advice":"Choose a smaller picture or scale it down."},
  invalid_image: {"meaning":"The value is not a complete base64 data URL, or the picture is empty or damaged, or it carries more besides its pixels than pictures do; the message says which.","advice":"Choose another picture, or save it anew without metadata."},
  missing_api_key: {"meaning":"No API key was sent in the Authorization header.","advice":"Provide an API key; the operator of the service issues them."},
  invalid_api_key: {"meaning":"The API key is malformed or unknown.","advice":"Check that the key was copied whole."},
  expired_api_key: {"meaning":"The API key has passed its expiry.","advice":"Use another key; the operator of the service issues them."},
  revoked_api_key: {"meaning":"The API key was revoked, or its account is closed.","advice":"Use another key; the operator of the service issues them."},
  suspended_account: {"meaning":"The account of the API key is suspended; nothing is charged, and its keys work again once it is resumed.","advice":"Until then do not try again; the operator of the service can say why, and resumes it."},
  origin_not_allowed: {"meaning":"The page that asks is of another origin, and the operator has not named it.","advice":"Call from a server, or have the operator name the origin in CORS_ORIGINS."},
  product_not_found: {"meaning":"The source has no product with this id.","advice":"Search or identify to find the right product id."},
  sku_not_found: {"meaning":"The source has no SKU with this id, and can tell; appears only in rows of a batch.","advice":"Take the SKU id from the details of its product."},
  unclear_printing: {"meaning":"No printing is certain: none fits the text, several fit alike, or the best one fits badly; appears only in rows of a batch.","advice":"Let a person choose among the candidates, or correct the text."},
  unclear_copy: {"meaning":"The copy is not certain: its condition, variant or language, or a word of the text that was not understood; appears only in rows of a batch.","advice":"Ask which copy it is; the prices of its product list them all."},
  image_not_found: {"meaning":"The product is known to have no verified picture.","advice":"Show the product without a picture."},
  route_not_found: {"meaning":"No route has this path.","advice":"Check the path; GET /openapi.json lists all of them."},
  method_not_allowed: {"meaning":"The route exists, but not for this method; the Allow header lists those it takes.","advice":"Use one of the listed methods."},
  request_timeout: {"meaning":"The request was not sent completely in time.","advice":"Send the request again, all at once."},
  uri_too_long: {"meaning":"The request target exceeds 8 KiB.","advice":"Shorten the query."},
  rate_limited: {"meaning":"The account's allowance of this UTC minute is used up.","advice":"Wait until the next minute begins, then continue."},
  quota_exceeded: {"meaning":"The account's allowance of this UTC month is used up.","advice":"Until the next month do not try again; the operator of the service can raise the allowance."},
  headers_too_large: {"meaning":"The request headers exceed 16 KiB or 1,000 fields.","advice":"Send fewer or shorter headers."},
  internal_error: {"meaning":"A defect of this service.","advice":"Report the requestId to the operator of the service."},
  not_implemented: {"meaning":"No route takes this method, or the transfer coding of the body is not understood.","advice":"Use a method that the route takes, and no transfer coding but chunked."},
  upstream_unavailable: {"meaning":"The market source is unavailable.","advice":"Treat its data as unknown for now and try again in a moment."},
  upstream_timeout: {"meaning":"The market source did not answer in time.","advice":"Treat its data as unknown for now and try again in a moment."},
  upstream_rate_limited: {"meaning":"The market source asks us to slow down.","advice":"Treat its data as unknown for now and try again in a minute."},
  upstream_invalid_response: {"meaning":"The market source sent an invalid response.","advice":"Treat its data as unknown for now and try again later."},
  not_offered_by_source: {"meaning":"The market source never has this kind of data; it is nobody's failure.","advice":"Do not try again; GET /capabilities tells what this source offers."},
  access_store_unavailable: {"meaning":"The store of keys and counters is unavailable; nothing is served unmetered.","advice":"Nothing was charged; try again in a moment."},
  service_busy: {"meaning":"Too much work is waiting.","advice":"Nothing was charged; try again in a moment."},
  service_unavailable: {"meaning":"This part of the service is turned off, cannot run, or has no data yet.","advice":"The message says which it is: use another operation, or try again later."},
  shutting_down: {"meaning":"This process is stopping.","advice":"Nothing was charged; try again in a moment."},
  http_version_not_supported: {"meaning":"The request is of another version of HTTP than 1.1 and 1.0.","advice":"Send HTTP/1.1."},
}
