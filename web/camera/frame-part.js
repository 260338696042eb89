/** @import { Box } from '../photo/pictures.js' */

/** Part of the frame's size that is taken along on each side: a card that lies beyond it is still whole. */
const margin = 0.12

/**
 * What of a video lies under a frame that is drawn over it, where the video fills its place (`object-fit: cover`).
 * @param {{ readonly width: number, readonly height: number }} video in its own pixels
 * @param {Box} place of the video on the page
 * @param {Box} frame on the page
 * @param {number} around part of the frame's size that is added on each side
 * @returns {Box} in pixels of the video, never beyond it
 */
export const partUnder = (video, place, frame, around = margin) => {
  const scale = Math.max(place.width / video.width, place.height / video.height)
  const hiddenX = (video.width * scale - place.width) / 2
  const hiddenY = (video.height * scale - place.height) / 2
  const toVideoX = (/** @type {number} */ x) => Math.min(video.width, Math.max(0, Math.round((x - place.x + hiddenX) / scale)))
  const toVideoY = (/** @type {number} */ y) => Math.min(video.height, Math.max(0, Math.round((y - place.y + hiddenY) / scale)))
  const x = toVideoX(frame.x - frame.width * around)
  const y = toVideoY(frame.y - frame.height * around)
  return {
    x,
    y,
    width: toVideoX(frame.x + frame.width * (1 + around)) - x,
    height: toVideoY(frame.y + frame.height * (1 + around)) - y,
  }
}
