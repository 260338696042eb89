import { createStillness, graySize } from './stillness.js'

/** @import { Box } from '../photo/pictures.js' */
/** @import { GrayPicture } from './stillness.js' */

const everyMs = 100

/**
 * Looks at a video ten times a second, and says when its picture is to be taken.
 * @param {HTMLVideoElement} video
 * @param {() => Box | null} frame the part to look at, in pixels of the video
 * @param {(gray: GrayPicture) => unknown} onStill with the small picture of what lies there
 */
export const createAutoShutter = (video, frame, onStill) => {
  const stillness = createStillness()
  const canvas = Object.assign(document.createElement('canvas'), graySize)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer

  const look = () => {
    const part = frame()
    if (!context || !part || part.width === 0 || part.height === 0) return null
    context.imageSmoothingQuality = 'medium'
    context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const gray = new Uint8Array(canvas.width * canvas.height)
    for (let at = 0; at < gray.length; at++)
      gray[at] = 0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0)
    return gray
  }

  const tick = () => {
    const gray = look()
    if (gray && stillness.see(gray, performance.now())) onStill(gray)
  }

  return {
    /** @param {boolean} isOn */
    set: (isOn) => {
      clearInterval(timer)
      if (isOn) timer = setInterval(tick, everyMs)
    },
    /** Remembers what a person takes now, so that it is not taken again. */
    taken: () => {
      const gray = look()
      if (gray) stillness.taken(gray)
    },
    learnEmpty: stillness.learnEmpty,
    forget: stillness.forget,
  }
}
