import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const web = fileURLToPath(new URL('../web', import.meta.url))

/** The paper of the light scheme. */
const paper = '#fbfaf7'
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Writes the icons for systems that take no SVG. A maskable one may be cut to a circle of 80 % of its side, so it has
 * room around.
 */
export const drawIcons = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const draw = async (name: string, sidePx: number, isMaskable: boolean) => {
    const insetPx = isMaskable ? Math.round(sidePx * 0.13) : 0
    const innerPx = sidePx - 2 * insetPx
    const padding = {
      top: insetPx,
      bottom: insetPx,
      left: insetPx,
      right: insetPx,
      background: isMaskable ? paper : clear,
    }
    const icon = sharp(join(web, 'icon.svg'), { density: (72 * innerPx) / 32 }).resize(innerPx, innerPx)
    const flat = isMaskable ? icon.flatten({ background: paper }) : icon
    await flat.extend(padding).png({ palette: true, compressionLevel: 9 }).toFile(join(folder, name))
  }
  await draw('icon-192.png', 192, false)
  await draw('icon-512.png', 512, false)
  await draw('maskable-512.png', 512, true)
}

if (import.meta.main) await drawIcons(join(web, 'icons'))
