import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { useMay } from '../rights.ts'
import { type ListPreview, type PreviewChanges, previewPath, removesMany } from './preview.ts'

/** Import exactly these files, or stop. */
export const PreviewActs = ({ preview: { id, status, changes } }: { preview: ListPreview }) => {
  const say = useSay()
  const may = useMay()
  const path = previewPath(id)
  const stop = useChange(() => send('POST', `${path}/stop`), { rereads: [path] })
  if (status !== 'running' && status !== 'ready') return null
  if (!may('POST /lists/previews/{preview_id}/stop')) return null
  return (
    <Section title={say('Decision', 'Décision')}>
      <Group>
        {status === 'ready' && changes ? <Import path={path} changes={changes} /> : null}
        <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
          {say('Stop: import nothing', 'Arrêter : ne rien importer')}
        </Button>
      </Group>
      <ErrorNotice error={stop.error} />
    </Section>
  )
}

const Import = ({ path, changes }: { path: string; changes: PreviewChanges }) => {
  const say = useSay()
  const { number } = useFormats()
  const [acceptsDrop, setAcceptsDrop] = useState(false)
  const { added, removed, changed, alerts } = changes
  const total = alerts.reduce((sum, { subjects }) => sum + subjects, 0)
  const make = useChange(
    () => send('POST', `${path}/import`, { body: acceptsDrop ? { accept_drop: true } : {} }),
    { rereads: ['/lists'] },
  )
  return (
    <Confirmed
      label={say('Import these files', 'Importer ces fichiers')}
      title={say('Import these files', 'Importer ces fichiers')}
      perform={() => make.mutateAsync(undefined)}
      preview={
        <>
          <p>
            {say(
              `${number(added)} entries are added, ${number(removed)} are removed and ${number(changed)} are changed.`,
              `${number(added)} entrées sont ajoutées, ${number(removed)} retirées et ${number(changed)} modifiées.`,
            )}{' '}
            {say(
              `${number(total)} monitored subjects alert.`,
              `${number(total)} sujets suivis donnent une alerte.`,
            )}
          </p>
          {removesMany(changes) ? (
            <Checkbox
              label={say(
                'I accept that more than a tenth of the entries are removed.',
                'J’accepte que plus d’un dixième des entrées soient retirées.',
              )}
              checked={acceptsDrop}
              onChange={(event) => setAcceptsDrop(event.currentTarget.checked)}
            />
          ) : null}
        </>
      }
    />
  )
}
