import type { Seller } from '../../../contract/listings.ts'

/** What a seller charges for sending one copy. */
export interface ShippingRule {
  readonly flatCents: number
  /** Item price in cents from which sending is free; `null` when it never is. */
  readonly freeFromCents: number | null
}

/** An invented seller with the shipping rule that the public contract leaves out. */
export interface SandboxSeller {
  readonly seller: Seller
  readonly shipping: ShippingRule
}

const shippingRules = {
  flat: { flatCents: 131, freeFromCents: null },
  stamp: { flatCents: 99, freeFromCents: null },
  tracked: { flatCents: 231, freeFromCents: 3_500 },
  over5: { flatCents: 131, freeFromCents: 500 },
  free: { flatCents: 0, freeFromCents: 0 },
  direct: { flatCents: 399, freeFromCents: 5_000 },
} as const satisfies Record<string, ShippingRule>

type Traits = 'direct verified' | 'direct' | 'verified' | ''
type Row = readonly [
  name: string,
  ratingPercent: number | null,
  sales: string,
  traits: Traits,
  shipping: keyof typeof shippingRules,
]

/** Invented; no row stands for a real shop. The order is the order of ids, so new sellers go to the end. */
const rows: readonly Row[] = [
  ['Lantern Street Games', 99.8, '25000+', 'verified', 'over5'],
  ['Pocket Meadow', 100, '812', '', 'flat'],
  ['The Paper Dragon Desk', 99.2, '10000+', 'direct verified', 'direct'],
  ['Cobblestone Collectibles', 98.7, '4310', '', 'stamp'],
  ['Second Sleeve', 99.5, '2968', '', 'flat'],
  ['Mulberry Card Room', 100, '10000+', 'verified', 'free'],
  ['North Pier Hobbies', 97.9, '1544', '', 'over5'],
  ['Quiet Corner TCG', 99.9, '50000+', 'direct verified', 'direct'],
  ['Bramble and Binder', 98.4, '377', '', 'flat'],
  ['Tin Whistle Trading', 100, '63', '', 'stamp'],
  ['Redwood Top Deck', 99.1, '5820', 'verified', 'over5'],
  ['Moonlit Mail Cards', 99.7, '10000+', '', 'free'],
  ['Copper Kettle Cards', 96.8, '241', '', 'flat'],
  ['Attic Finds Ltd', 99, '1209', '', 'tracked'],
  ['Seven Gables Games', 99.6, '25000+', 'direct verified', 'direct'],
  ['Wren Hollow Singles', 100, '498', '', 'flat'],
  ['Harbour Cards', 99.6, '10000+', 'verified', 'free'],
  ['Juniper Lane', 98.9, '3177', '', 'over5'],
  ['Old Mill Gaming', 99.3, '7702', 'verified', 'over5'],
  ['Glass Marble Shop', 99.4, '956', '', 'flat'],
  ['Blue Door Binder', 100, '27', '', 'stamp'],
  ['Fennel and Foil', 99.9, '10000+', 'verified', 'flat'],
  ['Ridgeway Rares', 98.2, '2086', '', 'tracked'],
  ['Sundial Singles', 99.5, '25000+', 'direct verified', 'direct'],
  ['Penny Bridge Cards', 97.4, '684', '', 'flat'],
  ['Tallow Street Trade', 99.8, '1420', '', 'over5'],
  ['The Ninth Sleeve', 100, '339', '', 'flat'],
  ['Kite and Compass', 99.2, '6034', 'verified', 'over5'],
  ['Marigold Market', 98.6, '1873', '', 'stamp'],
  ['Stonebridge Stacks', 99.7, '50000+', 'direct verified', 'direct'],
  ['Owl Post Hobby', 100, '118', '', 'flat'],
  ['Velvet Rope Vintage', 99.9, '2540', 'verified', 'tracked'],
  ['Cedar Box Cards', 99, '4415', '', 'over5'],
  ['Ferry Landing Games', 98.8, '902', '', 'flat'],
  ['Half Moon Hobby', 99.4, '10000+', 'verified', 'free'],
  ['Plum Tree Pulls', 99.6, '766', '', 'flat'],
  ['Gridiron Gallery', 96.1, '155', '', 'stamp'],
  ['Saltwater Sleeves', 99.3, '3891', '', 'over5'],
  ['Ember Row Cards', 99.8, '8450', 'verified', 'over5'],
  ['Little Lantern TCG', 100, '84', '', 'flat'],
  ['Windmill Wares', 98.5, '1312', '', 'flat'],
  ['Thistle and Thorn', 99.1, '2207', '', 'tracked'],
  ['Union Square Singles', 99.7, '25000+', 'direct verified', 'direct'],
  ['Grandfather Clock Games', 99.9, '5108', 'verified', 'free'],
  ['Maple Court Cards', 99.2, '631', '', 'flat'],
  ['Foxglove Finds', 100, '46', '', 'stamp'],
  ['Amber Alley', 98, '1795', '', 'over5'],
  ['Tidewater Trading Post', 99.5, '10000+', 'verified', 'over5'],
  ['Nine Acre Cards', 99.6, '457', '', 'flat'],
  ['Sparrow and Sons', 99.8, '3624', '', 'free'],
  ['Quartz Counter', 97.2, '289', '', 'flat'],
  ['Hilltop Holofoils', 99.4, '7216', 'verified', 'over5'],
  ['Bayberry Binder Co', 99, '1036', '', 'flat'],
  ['Drawbridge Duels', 99.7, '10000+', 'direct', 'direct'],
  ['Willow Desk Singles', 100, '512', '', 'stamp'],
  ['Brass Button Cards', 98.3, '2759', '', 'over5'],
  ['Orchard Road Games', 99.5, '6690', 'verified', 'over5'],
  ['Paper Lantern Loot', 99.9, '194', '', 'flat'],
  ['Kingfisher Cards', 99.1, '1480', '', 'tracked'],
  ['New Leaf Cardboard', null, '0', '', 'flat'],
]

/** The sellers of the sandbox; the nth has the id `sandbox-n`. */
export const sellers: readonly SandboxSeller[] = rows.map(([name, ratingPercent, sales, traits, shipping], index) => ({
  seller: {
    id: `sandbox-${index + 1}`,
    name,
    ratingPercent,
    sales,
    direct: traits.includes('direct'),
    verified: traits.includes('verified'),
  },
  shipping: shippingRules[shipping],
}))

/** Nobody sends a card of this price in a stamped letter. */
const insuredFromCents = 25_000
const insuredCents = 1_495

/** What a copy costs to send at this item price. */
export const shippingCentsOf = ({ flatCents, freeFromCents }: ShippingRule, itemCents: number): number => {
  if (freeFromCents !== null && itemCents >= freeFromCents) return 0
  return itemCents >= insuredFromCents ? insuredCents : flatCents
}
