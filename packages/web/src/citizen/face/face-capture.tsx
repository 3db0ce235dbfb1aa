import { useRef } from 'preact/hooks'
import { useTexts } from '../app-context.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import type { FaceFault } from '../texts/texts.ts'
import { readPhoto, takePicture } from './camera.ts'
import { useCamera } from './use-camera.ts'

type Properties = {
  /** Takes the base64 of a JPEG. */
  onImage: (image: string) => void
  isBusy: boolean
  /** Why the server could not use the last image. */
  fault: string | null
}

/** The camera with a frame for the face, or a photo of the camera app where the browser gives no camera. */
export const FaceCapture = ({ onImage, isBusy, fault }: Properties) => {
  const { face } = useTexts()
  const { video, state, hint } = useCamera()
  const take = async () => {
    if (video.current && state === 'open') onImage(await takePicture(video.current))
  }
  return (
    <section class="face" aria-busy={isBusy}>
      {fault !== null && (
        <Notice kind="problem">{face.faults[fault as FaceFault] ?? face.faults.other}</Notice>
      )}
      <div class={`camera ${hint === 'good' ? 'ready' : ''}`} hidden={state === 'unavailable'}>
        <video ref={video} muted playsInline aria-label={face.frame} />
        <span class="oval" />
        <p class="hint" role="status">
          {isBusy ? face.checking : face.hints[state === 'open' ? hint : 'starting']}
        </p>
      </div>
      {state === 'unavailable' ? (
        <PhotoChoice onImage={onImage} isBusy={isBusy} />
      ) : (
        <Button onClick={take} isBusy={isBusy || state !== 'open'}>
          {isBusy ? face.checking : face.take}
        </Button>
      )}
      <p class="quiet">{face.privacy}</p>
    </section>
  )
}

const PhotoChoice = ({ onImage, isBusy }: Pick<Properties, 'onImage' | 'isBusy'>) => {
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
        {isBusy ? face.checking : face.usePhoto}
      </Button>
    </>
  )
}
