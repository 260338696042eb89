/**
 * Draws `examples/card.png`, a card to try the photo call with. It is drawn from nothing but words and shapes, since
 * pictures of real cards are not ours to give.
 *
 *   node scripts/example-card.ts
 */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const [
  name = 'Umbreon VMAX',
  number = '215/203',
  out = fileURLToPath(new URL('../examples/card.png', import.meta.url)),
] = process.argv.slice(2)
const font = 'font-family="DejaVu Sans, Arial, sans-serif"'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200" viewBox="0 0 900 1200">
  <rect width="900" height="1200" fill="#4a4440"/>
  <g transform="rotate(2 450 600) translate(95 105)">
    <rect width="710" height="990" rx="34" fill="#1f2430"/>
    <rect x="28" y="28" width="654" height="934" rx="16" fill="#f3ead2"/>
    <text x="56" y="98" font-size="46" font-weight="bold" ${font} fill="#16181d">${name}</text>
    <rect x="56" y="128" width="598" height="440" fill="#2d6f9e"/>
    <circle cx="355" cy="330" r="150" fill="#f2a33a"/>
    <path d="M56 568 L230 380 L355 500 L470 350 L654 568 Z" fill="#27432f"/>
    <rect x="56" y="600" width="598" height="250" fill="#fffaf0"/>
    <text x="80" y="655" font-size="28" ${font} fill="#16181d">Not a real card: an invented</text>
    <text x="80" y="700" font-size="28" ${font} fill="#16181d">picture to try the photo call</text>
    <text x="80" y="745" font-size="28" ${font} fill="#16181d">with. Send it as often as you like.</text>
    <text x="56" y="925" font-size="30" ${font} fill="#16181d">${number}</text>
  </g>
</svg>`

await sharp(Buffer.from(drawing)).png({ palette: true, effort: 10 }).toFile(out)
