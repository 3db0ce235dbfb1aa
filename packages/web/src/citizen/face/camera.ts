import { toBase64 } from '../device/bytes.ts'

const maxSide = 1280
const quality = 0.92
/** Small enough for a phone of 2018 to measure it three times a second. */
const measuredWidth = 96

type FaceCounter = { detect: (source: CanvasImageSource) => Promise<unknown[]> }

export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'user', width: { ideal: maxSide }, height: { ideal: maxSide } },
  })

export const closeCamera = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Few browsers can count faces. Without it, the server does. */
export const faceCounter = (): FaceCounter | null => {
  const Detector = (globalThis as { FaceDetector?: new (options: object) => FaceCounter }).FaceDetector
  try {
    return Detector ? new Detector({ fastMode: true, maxDetectedFaces: 2 }) : null
  } catch {
    return null
  }
}

const drawn = (source: CanvasImageSource, [width, height]: readonly [number, number], maxLength: number) => {
  const scale = Math.min(1, maxLength / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return { canvas, context }
}

/** The picture of the camera, small, to be measured. Null before the first picture. */
export const smallPicture = (video: HTMLVideoElement): ImageData | null => {
  if (video.videoWidth === 0) return null
  const { canvas, context } = drawn(video, [video.videoWidth, video.videoHeight], measuredWidth)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

const asJpeg = async (canvas: HTMLCanvasElement): Promise<string> => {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('The browser made no image.')
  return toBase64(await blob.arrayBuffer())
}

/** The picture of the camera as the base64 of a JPEG. It stays in memory. */
export const takePicture = (video: HTMLVideoElement): Promise<string> =>
  asJpeg(drawn(video, [video.videoWidth, video.videoHeight], maxSide).canvas)

/** A photo of the camera app, turned upright and made small enough to send. */
export const readPhoto = async (file: File): Promise<string> => {
  const image = new Image()
  const address = URL.createObjectURL(file)
  try {
    image.src = address
    await image.decode()
    return await asJpeg(drawn(image, [image.naturalWidth, image.naturalHeight], maxSide).canvas)
  } finally {
    URL.revokeObjectURL(address)
  }
}
