/**
 * Where a camera stands: `off` until it is started; `refused`, `none` and `busy` name why there is no picture, `insecure` that the page came without HTTPS.
 * @typedef {'off' | 'starting' | 'on' | 'refused' | 'none' | 'busy' | 'insecure'} CameraState
 */

/** The camera at the back, as sharp as it gives at the speed of a video. */
const wanted = { width: { ideal: 2560 }, height: { ideal: 1440 } }

/** @type {ReadonlyMap<string, CameraState>} */
const stateByError = new Map([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
])

/** @param {unknown} error @returns {CameraState} */
const stateOfError = (error) => (error instanceof DOMException && stateByError.get(error.name)) || 'none'

/** @typedef {MediaTrackCapabilities & { readonly torch?: boolean }} Capabilities as of a telephone's camera */

/**
 * A camera whose picture a video shows while it is on.
 * @param {HTMLVideoElement} video
 * @param {(state: CameraState) => unknown} onState
 */
export const createLiveCamera = (video, onState) => {
  /** @type {MediaStream | null} */
  let stream = null
  /** @type {CameraState} */
  let state = 'off'
  /** @type {readonly string[]} */
  let deviceIds = []
  /** @type {string | null} */
  let deviceId = null
  let hasTorch = false
  let isTorchOn = false
  /** Counts starts and stops, so that a camera that opens late is closed again. */
  let turn = 0

  /** @param {CameraState} now */
  const set = (now) => {
    state = now
    onState(now)
  }

  /** @param {CameraState} now */
  const release = (now) => {
    turn++
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    video.srcObject = null
    hasTorch = false
    isTorchOn = false
    if (state !== now) set(now)
  }

  const open = async () => {
    const { mediaDevices } = navigator
    const atTheBack = { video: { ...wanted, facingMode: 'environment' } }
    if (deviceId === null) return mediaDevices.getUserMedia(atTheBack)
    try {
      return await mediaDevices.getUserMedia({ video: { ...wanted, deviceId: { exact: deviceId } } })
    } catch (error) {
      deviceId = null
      // The camera that was used last may be unplugged, and another may be there.
      if (error instanceof Error && error.name === 'OverconstrainedError') return mediaDevices.getUserMedia(atTheBack)
      throw error
    }
  }

  const start = async () => {
    if (stream || state === 'starting') return
    if (!navigator.mediaDevices?.getUserMedia) {
      set(isSecureContext ? 'none' : 'insecure')
      return
    }
    set('starting')
    const ours = ++turn
    try {
      const opened = await open()
      if (ours !== turn) {
        for (const track of opened.getTracks()) track.stop()
        return
      }
      stream = opened
      const [track] = opened.getVideoTracks()
      track?.addEventListener('ended', () => stream === opened && release('none'))
      hasTorch = /** @type {Capabilities | undefined} */ (track?.getCapabilities?.())?.torch === true
      deviceId = track?.getSettings().deviceId ?? null
      video.srcObject = opened
      await video.play()
      const devices = await navigator.mediaDevices.enumerateDevices()
      deviceIds = devices.flatMap((one) => (one.kind === 'videoinput' ? [one.deviceId] : []))
      if (ours === turn) set('on')
    } catch (error) {
      if (ours === turn) release(stateOfError(error))
    }
  }

  return {
    start,
    stop: () => release('off'),
    state: () => state,
    hasTorch: () => hasTorch,
    isTorchOn: () => isTorchOn,
    hasOthers: () => deviceIds.length > 1,
    toggleTorch: async () => {
      const torch = !isTorchOn
      // No browser's types know the torch yet.
      const light = /** @type {MediaTrackConstraints} */ (/** @type {unknown} */ ({ advanced: [{ torch }] }))
      const lit = stream
      try {
        await lit?.getVideoTracks()[0]?.applyConstraints(light)
      } catch {
        // It stays as it was, which is seen. The camera may also have been closed meanwhile.
        return
      }
      if (stream !== lit) return
      isTorchOn = torch
      onState(state)
    },
    /** Opens the next of the cameras. */
    switchCamera: () => {
      deviceId = deviceIds[(deviceIds.indexOf(deviceId ?? '') + 1) % deviceIds.length] ?? null
      release('off')
      return start()
    },
  }
}
