import { useRef } from 'preact/hooks'
import { useTexts } from '../app-context.ts'
import type { FaceFault } from '../contract.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { readPhoto, takePicture } from './camera.ts'
import { useCamera } from './use-camera.ts'

type Properties = {
  /** Takes the base64 of a JPEG. */
  onImage: (image: string) => void
  isBusy: boolean
  /** Too many images wait at the server. The app sends this one again. */
  isCrowded: boolean
  /** Why the server could not use the last image. */
  fault: string | null
}

/** The camera with a frame for the face, or a photo of the camera app where the browser gives no camera. */
export const FaceCapture = ({ onImage, isBusy, isCrowded, fault }: Properties) => {
  const { face, shell } = useTexts()
  const checking = isCrowded ? shell.oneMoment : face.checking
  const { video, state, hint } = useCamera()
  const take = async () => {
    if (video.current && state === 'open') onImage(await takePicture(video.current))
  }
  return (
    <section class="face" aria-busy={isBusy}>
      {fault !== null && (
        <Notice kind="problem">{face.faults[fault as FaceFault] ?? face.faults.unusable}</Notice>
      )}
      <div class={`camera ${hint === 'good' ? 'ready' : ''}`} hidden={state === 'unavailable'}>
        <video ref={video} muted playsInline aria-label={face.frame} />
        <span class="oval" />
        <p class="hint" role="status">
          {isBusy ? checking : face.hints[state === 'open' ? hint : 'starting']}
        </p>
      </div>
      {state === 'unavailable' ? (
        <PhotoChoice {...{ onImage, isBusy, checking }} />
      ) : (
        <Button onClick={take} isBusy={isBusy || state !== 'open'}>
          {isBusy ? checking : face.take}
        </Button>
      )}
      <p class="quiet">{face.privacy}</p>
    </section>
  )
}

type PhotoProperties = Pick<Properties, 'onImage' | 'isBusy'> & { checking: string }

const PhotoChoice = ({ onImage, isBusy, checking }: PhotoProperties) => {
  const { face } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p>{face.noCamera}</p>
      <input
        ref={input}
        class="hidden-input"
        type="file"
        accept="image/*"
        capture="user"
        tabIndex={-1}
        aria-label={face.usePhoto}
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) onImage(await readPhoto(file))
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()} isBusy={isBusy}>
        {isBusy ? checking : face.usePhoto}
      </Button>
    </>
  )
}
