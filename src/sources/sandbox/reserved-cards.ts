import { reservedIds } from '../../contract/reserved-products.ts'
import type { SandboxProduct } from './sandbox-product.ts'

const line = { id: 3, name: 'Pokemon', slug: 'pokemon' } as const
const set = {
  id: 990_000,
  name: 'Sandbox Outcomes',
  slug: 'sandbox-outcomes',
  code: 'SBX',
  publishedOn: '2024-01-19',
} as const

const card = (
  productId: number,
  name: string,
  rarity: string,
  variants: readonly string[],
  anchorPriceCents: number,
  hp: number,
): SandboxProduct => ({
  productId,
  name,
  line,
  set,
  number: `${String(productId - 990_000).padStart(3, '0')}/010`,
  rarity,
  sealed: false,
  variants,
  languages: ['English'],
  anchorPriceCents,
  attributes: { type: 'Colorless', hp, stage: 'Basic' },
})

const plain = ['Normal', 'Reverse Holofoil']
const foil = ['Holofoil']

/** The reserved products as cards of an invented set, in the order of their ids. */
export const reservedCards: readonly SandboxProduct[] = [
  card(reservedIds.unavailable, 'Stormbound Lighthouse', 'Holo Rare', foil, 650, 90),
  card(reservedIds.pricesUnavailable, 'Priceless Porcelain', 'Rare', plain, 225, 70),
  card(reservedIds.historyUnavailable, 'Forgetful Archivist', 'Uncommon', plain, 60, 60),
  card(reservedIds.listingsUnavailable, 'Empty Market Stall', 'Common', plain, 25, 50),
  card(reservedIds.unobserved, 'Unseen Wanderer', 'Rare', plain, 300, 80),
  card(reservedIds.noPicture, 'Faceless Portrait', 'Uncommon', plain, 80, 60),
  card(reservedIds.slow, 'Patient Tortoise', 'Rare', plain, 175, 120),
  card(reservedIds.silent, 'Silent Well', 'Holo Rare', foil, 420, 100),
  card(reservedIds.rateLimited, 'Overworked Gatekeeper', 'Rare', plain, 140, 110),
  card(reservedIds.manyOffers, 'Bustling Bazaar', 'Ultra Rare', foil, 2_400, 180),
]

const byId = new Map(reservedCards.map((product) => [product.productId, product]))

export const findReservedProduct = (productId: number): SandboxProduct | null => byId.get(productId) ?? null
