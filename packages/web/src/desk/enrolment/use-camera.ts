import { type RefObject, useEffect, useState } from 'react'
import { closeCamera, faceCounter, openCamera, smallPicture } from '../../citizen/face/camera.ts'
import { hintOf, measure } from '../../citizen/face/face-hints.ts'

const measureMs = 350

export type CameraState = 'closed' | 'opening' | 'open' | 'unavailable'

/**
 * The camera of the desk. It is open only while the officer takes a portrait. The hints are those of the citizen's app; the
 * server decides which image is good enough.
 */
export const useCamera = (video: RefObject<HTMLVideoElement | null>, isWanted: boolean) => {
  const [state, setState] = useState<CameraState>('closed')
  const [hint, setHint] = useState<string>('starting')
  useEffect(() => {
    if (!isWanted) return
    let stream: MediaStream | null = null
    let isEnded = false
    setState('opening')
    setHint('starting')
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
      const shown = video.current
      const picture = shown && smallPicture(shown)
      if (!picture) return
      const faces = counter
        ? await counter.detect(shown).then(
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
      setState('closed')
    }
  }, [video, isWanted])
  return { state, hint }
}
