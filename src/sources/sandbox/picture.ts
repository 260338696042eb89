import { escapeMarkup, wrapText } from './markup.ts'
import { draw, fractionOf, mix } from './model/hash.ts'
import type { SandboxProduct } from './sandbox-product.ts'

/** Hue of the frame, so that the games can be told apart at a glance; any other line gets one by its name. */
const lineHues: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ magic: 28, yugioh: 275, pokemon: 212, 'one-piece-card-game': 4 },
    ...{ 'disney-lorcana': 190, 'flesh-and-blood-tcg': 345 },
  }),
)

/** Draws the same SVG on every call: an invented card face that says SANDBOX and refers to nothing outside. */
export const drawPicture = (product: SandboxProduct): string => {
  const { name, set, line, number, rarity, sealed } = product
  const hue = hueOf(line.slug ?? line.name ?? '')
  const caption = [set.name, number].filter((text) => text !== null).join(' · ')
  const title = wrapText(name, 24, 2)
    .map(
      (text, index) =>
        `<text x="30" y="${46 + index * 24}" font-size="20" font-weight="700" fill="#1c1c22">` +
        `${escapeMarkup(text)}</text>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 420" width="300" height="420" \
role="img" font-family="Georgia,serif">\
<title>${escapeMarkup(`${name} (sandbox picture)`)}</title>\
<rect width="300" height="420" rx="16" fill="hsl(${hue} 45% 28%)"/>\
<rect x="12" y="12" width="276" height="396" rx="10" fill="hsl(${hue} 40% 92%)"/>\
${title}\
<svg x="24" y="84" width="252" height="214" viewBox="0 0 252 214">${drawArt(product.productId, hue)}</svg>\
<rect x="24" y="84" width="252" height="214" fill="none" stroke="hsl(${hue} 45% 28%)" stroke-width="3"/>\
<circle cx="38" cy="326" r="8" fill="hsl(${hueOf(rarity ?? 'none')} 70% 45%)"/>\
<text x="54" y="331" font-size="14" fill="#1c1c22">\
${escapeMarkup(clip(rarity ?? (sealed ? 'Sealed product' : 'No rarity'), 30))}</text>\
<text x="30" y="358" font-size="13" fill="#44444e">${escapeMarkup(clip(caption, 38))}</text>\
<text x="150" y="394" font-size="17" font-weight="700" letter-spacing="6" text-anchor="middle" \
fill="hsl(${hue} 45% 28%)">SANDBOX</text>\
</svg>
`
}

const hueOf = (text: string): number => {
  const known = lineHues.get(text)
  if (known !== undefined) return known
  let seed: number = draw.art
  for (const character of text) seed = mix(seed, character.codePointAt(0) ?? 0)
  return seed % 360
}

/** A sky, a sun and two ranges of hills, placed by the product's id. */
const drawArt = (productId: number, hue: number): string => {
  const seed = mix(productId, draw.art)
  const place = (value: number, from: number, to: number) => Math.round(from + (to - from) * fractionOf(seed, value))
  const hills = (value: number, level: number) =>
    `M0 214V${place(value, level, level + 40)}Q${place(value + 1, 30, 90)} \
${place(value + 2, level - 60, level)} 126 ${place(value + 3, level, level + 30)}\
T252 ${place(value + 4, level - 20, level + 30)}V214Z`
  const sky = (hue + place(0, 30, 150)) % 360
  return `<rect width="252" height="214" fill="hsl(${sky} 55% 78%)"/>\
<circle cx="${place(1, 40, 212)}" cy="${place(2, 36, 90)}" r="${place(3, 16, 34)}" \
fill="hsl(${(sky + 180) % 360} 80% 70%)"/>\
<path d="${hills(10, 120)}" fill="hsl(${hue} 35% 55%)"/>\
<path d="${hills(20, 155)}" fill="hsl(${hue} 40% 38%)"/>`
}

const clip = (text: string, width: number): string => wrapText(text, width, 1)[0] ?? ''
