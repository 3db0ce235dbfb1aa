import { Alert, Button, Group, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { readPhoto, takePicture } from '../../citizen/face/camera.ts'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { cameraHint, portraitAdvice } from './citizen-words.ts'
import { useCamera } from './use-camera.ts'

type Verdict = {
  object: 'portrait'
  status: 'stored' | 'refused'
  code: string | null
  problems: string[]
  live: boolean | null
}

/** The source is recorded with the portrait: an image of the camera, or a file of unknown origin. */
type Picture = { image: string; source: 'clerk' | 'file' }

/** The officer looks at the picture before it is sent. The server answers with what to change. */
export const PortraitForm = ({ path }: { path: string }) => {
  const say = useSay()
  const [picture, setPicture] = useState<Picture | null>(null)
  const act = useChange((body: Picture) => send<Verdict>('POST', `${path}/portrait`, { body }), {
    rereads: [path],
    onDone: () => setPicture(null),
  })
  const take = (taken: Picture) => {
    act.reset()
    setPicture(taken)
  }
  return (
    <Section title={say('Portrait', 'Portrait')}>
      <div className="portrait">
        {picture === null ? (
          <PictureSource onPicture={take} />
        ) : (
          <>
            <img
              src={`data:image/jpeg;base64,${picture.image}`}
              alt={say('The portrait that will be sent', 'Le portrait qui sera envoyé')}
            />
            <Group>
              <Button size="xs" loading={act.isPending} onClick={() => act.mutate(picture)}>
                {say('Send the portrait', 'Envoyer le portrait')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setPicture(null)}>
                {say('Take another', 'En prendre un autre')}
              </Button>
            </Group>
          </>
        )}
        <ErrorNotice error={act.error} />
        {act.data ? <VerdictShown verdict={act.data} /> : null}
      </div>
    </Section>
  )
}

const VerdictShown = ({ verdict: { status, code, problems } }: { verdict: Verdict }) => {
  const say = useSay()
  if (status === 'stored')
    return (
      <Done>
        {say(
          'The portrait is stored. The person is live.',
          'Le portrait est enregistré. La personne est bien présente.',
        )}
      </Done>
    )
  const advice = (problems.length > 0 ? problems : [code ?? '']).map((one) => portraitAdvice(say, one))
  return (
    <Alert
      color="orange"
      role="alert"
      title={say('Not stored. Take another portrait', 'Non enregistré. Prenez un autre portrait')}
    >
      <ul>
        {[...new Set(advice)].map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** The camera of this computer, or a file where there is none. */
const PictureSource = ({ onPicture }: { onPicture: (picture: Picture) => void }) => {
  const say = useSay()
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const { state, hint } = useCamera(video, isWanted)
  const take = async () => {
    if (video.current && state === 'open')
      onPicture({ image: await takePicture(video.current), source: 'clerk' })
  }
  const choose = (file: File) =>
    readPhoto(file).then(
      (image) => onPicture({ image, source: 'file' }),
      () => setUnreadable(true),
    )
  const isShown = state === 'open' || state === 'opening'
  return (
    <>
      <video ref={video} muted playsInline hidden={!isShown} aria-label={say('Camera', 'Caméra')} />
      {isShown ? (
        <>
          <Text size="sm" role="status">
            {cameraHint(say, state === 'open' ? hint : 'starting')}
          </Text>
          <Group>
            <Button size="xs" disabled={state !== 'open'} onClick={() => void take()}>
              {say('Take the picture', 'Prendre la photo')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setWanted(false)}>
              {say('Close the camera', 'Fermer la caméra')}
            </Button>
          </Group>
        </>
      ) : (
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={state === 'unavailable'}
            onClick={() => setWanted(true)}
          >
            {say('Open the camera', 'Ouvrir la caméra')}
          </Button>
        </div>
      )}
      {state === 'unavailable' ? (
        <Text size="sm" role="status">
          {say(
            'This browser gives no camera. Choose a file.',
            'Ce navigateur ne donne pas de caméra. Choisissez un fichier.',
          )}
        </Text>
      ) : null}
      <div className="file">
        <label htmlFor={id}>{say('Or a file with the portrait', 'Ou un fichier avec le portrait')}</label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png"
          onChange={({ currentTarget }) => {
            setUnreadable(false)
            const file = currentTarget.files?.[0]
            if (file) void choose(file)
            currentTarget.value = ''
          }}
        />
      </div>
      {isUnreadable ? (
        <Alert color="red" role="alert">
          {say('The file is no image that can be read.', 'Le fichier n’est pas une image lisible.')}
        </Alert>
      ) : null}
    </>
  )
}
