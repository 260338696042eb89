import { readFile, realpath, stat } from 'node:fs/promises'
import { parse, resolve, sep } from 'node:path'
import { photoDataUrl } from '../../packages/client/src/photo.ts'
import { imageLimitBytes } from '../contract/identification.ts'

/** The photo that a tool was given cannot be used; the message tells the agent why. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError'
}

/** A folder of this machine whose pictures an agent may name. */
export interface PhotoFolder {
  readonly path: string
  /** The picture as a data URL. Whether anything lies outside the folder is not told. @throws PhotoError */
  readonly read: (path: string) => Promise<string>
}

const isBelow = (folder: string, path: string) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Opens the folder set, else the working folder, unless that is the disk's root: some hosts start servers there. */
export const openPhotoFolder = async (
  setting: string | undefined,
  workingFolder: string,
): Promise<PhotoFolder | null> => {
  const isChosen = setting !== undefined && setting.trim() !== ''
  const path = resolve(workingFolder, isChosen ? setting : '.')
  if (!isChosen && path === parse(path).root) return null
  const folder = await realpath(path).catch(() => path)
  const read = async (given: string): Promise<string> => {
    const none = () =>
      new PhotoError(
        `There is no picture ${given} below ${path}. Photos are read from that folder alone; the setting ` +
          `CARD_MARKET_PHOTOS names another.`,
      )
    const wanted = resolve(path, given)
    if (!isBelow(path, wanted) && !isBelow(folder, wanted)) throw none()
    const file = await realpath(wanted).catch(() => null)
    if (file === null || !isBelow(folder, file)) throw none()
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) throw none()
    if (found.size > imageLimitBytes) throw new PhotoError(`${given} is larger than 6 MiB.`)
    const imageDataUrl = await photoDataUrl(await readFile(file))
    if (imageDataUrl.startsWith('data:image/unknown'))
      throw new PhotoError(`${given} is not a PNG, JPEG or WebP picture.`)
    return imageDataUrl
  }
  return { path, read }
}
