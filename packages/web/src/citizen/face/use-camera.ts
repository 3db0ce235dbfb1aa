import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FaceHint } from '../texts/texts.ts'
import { closeCamera, faceCounter, openCamera, smallPicture } from './camera.ts'
import { hintOf, measure } from './face-hints.ts'

const measureMs = 350

export type CameraState = 'opening' | 'open' | 'unavailable'

/** Opens the camera while the screen is shown, and says three times a second what to change. */
export const useCamera = (): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  hint: FaceHint
} => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  const [hint, setHint] = useState<FaceHint>('starting')
  useEffect(() => {
    let stream: MediaStream | null = null
    let isEnded = false
    const open = async () => {
      stream = await openCamera()
      if (isEnded || !video.current) return closeCamera(stream)
      video.current.srcObject = stream
      await video.current.play()
      setState('open')
    }
    open().catch(() => {
      if (!isEnded) setState('unavailable')
    })
    const counter = faceCounter()
    const look = async () => {
      const picture = video.current && smallPicture(video.current)
      if (!picture || !video.current) return
      const faces = counter
        ? await counter.detect(video.current).then(
            ({ length }) => length,
            () => null,
          )
        : null
      if (!isEnded) setHint(hintOf(measure(picture), faces))
    }
    const timer = setInterval(() => void look(), measureMs)
    return () => {
      isEnded = true
      clearInterval(timer)
      closeCamera(stream)
    }
  }, [])
  return { video, state, hint }
}
