/** @import { CameraState } from './live-camera.js' */

/**
 * Why there is no live picture, and what works as well.
 * @type {Readonly<Record<CameraState, string | null>>}
 */
export const whyNoPicture = {
  off: null,
  starting: null,
  on: null,
  insecure: 'The live camera needs HTTPS or localhost; the phone’s own camera works as well.',
  refused: 'The browser may not use the camera. Allow it in the browser’s settings of this page, or use the phone’s own camera.',
  none: 'No camera was found. The phone’s own camera and photos that are there already work as well.',
  busy: 'Another program uses the camera. Close it and open this view again, or use the phone’s own camera.',
}

/** Where a photo goes, said where photos are taken. */
export const privacyNote = 'A photo is read and forgotten by the service; the small picture stays in this browser.'
