/** Longest side of a picture that is sent; text on a card stays readable, and the way is short. */
const longestSide = 2_000

/** Pictures below this size are sent as they are, unless they have too many pixels. */
const asItIsBytes = 1_500_000
const asItIsSide = 4_000

/** Formats that the service reads. */
const readable = ['image/png', 'image/jpeg', 'image/webp']

/** A photo made small enough to send quickly. What cannot be drawn is sent as it is, so that the service says what is wrong with it. */
export const smaller = async (file) => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return file
  const side = Math.max(bitmap.width, bitmap.height)
  if (file.size < asItIsBytes && side <= asItIsSide && readable.includes(file.type)) return file
  const scale = Math.min(1, longestSide / side)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return (await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))) ?? file
}

/** The camera, shown in a video element until a picture is taken or it is closed. @returns `null` where there is none or it is refused */
export const openCamera = async (video) => {
  const stream = await navigator.mediaDevices
    ?.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } })
    .catch(() => null)
  if (!stream) return null
  video.srcObject = stream
  await video.play()
  return {
    take: () => {
      const canvas = document.createElement('canvas')
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      canvas.getContext('2d').drawImage(video, 0, 0)
      return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
    },
    close: () => {
      for (const track of stream.getTracks()) track.stop()
    },
  }
}
