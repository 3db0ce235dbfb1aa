import '../areas.css'
import { Alert, Badge } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { type ListPreview, usePreview } from './preview.ts'
import { PreviewActs } from './preview-acts.tsx'
import { PreviewEntries } from './preview-entries.tsx'
import { PreviewShown } from './preview-shown.tsx'

/** What changes if the files are imported, before they are. */
export const PreviewPage = () => {
  const { previewId = '' } = useParams({ strict: false }) as { previewId?: string }
  return (
    <Loaded query={usePreview(previewId)}>{(preview) => <Shown preview={preview} key={preview.id} />}</Loaded>
  )
}

const Shown = ({ preview }: { preview: ListPreview }) => {
  const say = useSay()
  const { list, status, requested_by, created_at, changes } = preview
  const names = {
    running: say('Comparing', 'Comparaison en cours'),
    ready: say('Ready', 'Prête'),
    failed: say('Failed', 'Échouée'),
    stopped: say('Stopped', 'Arrêtée'),
    imported: say('Imported', 'Importée'),
  }
  const colors = { running: 'blue', ready: 'orange', failed: 'red', stopped: 'gray', imported: 'green' }
  return (
    <Page
      title={say('Preview of an import', 'Prévisualisation d’un import')}
      about={
        <>
          <Badge color={colors[status]} variant="light">
            {names[status]}
          </Badge>{' '}
          <Link to={`/lists/${encodeURIComponent(list)}`}>
            <code>{list}</code>
          </Link>{' '}
          · <bdi>{requested_by}</bdi> · <Time at={created_at} />
        </>
      }
    >
      <Outcome preview={preview} />
      {status === 'running' ? <Progress preview={preview} /> : null}
      {changes ? <PreviewShown changes={changes} /> : null}
      <PreviewActs preview={preview} />
      {changes && status !== 'stopped' ? <PreviewEntries previewId={preview.id} changes={changes} /> : null}
    </Page>
  )
}

const Progress = ({ preview: { progress } }: { preview: ListPreview }) => {
  const say = useSay()
  const id = useId()
  const { number } = useFormats()
  const { screened, subjects } = progress
  const text =
    subjects === null
      ? say('The files are read.', 'Les fichiers sont lus.')
      : say(
          `${number(screened)} of ${number(subjects)} monitored subjects are compared.`,
          `${number(screened)} sujets suivis sur ${number(subjects)} sont comparés.`,
        )
  return (
    <Section title={say('Progress', 'Avancement')}>
      <label htmlFor={id}>{text}</label>
      <progress id={id} className="progress" {...(subjects ? { value: screened, max: subjects } : {})} />
    </Section>
  )
}

/** How a preview ended. */
const Outcome = ({ preview: { status, failure } }: { preview: ListPreview }) => {
  const say = useSay()
  if (status === 'imported')
    return (
      <Alert color="green" role="status">
        {say('The list has these entries now.', 'La liste a maintenant ces entrées.')}
      </Alert>
    )
  if (status === 'stopped')
    return (
      <Alert color="gray" role="status">
        {say(
          'It was stopped. Nothing was imported, and the files are deleted.',
          'Elle a été arrêtée. Rien n’a été importé, et les fichiers sont supprimés.',
        )}
      </Alert>
    )
  if (status !== 'failed') return null
  return (
    <Alert
      color="red"
      role="alert"
      title={say('The files cannot be imported', 'Les fichiers ne peuvent pas être importés')}
    >
      <span lang="en">{failure}</span>
    </Alert>
  )
}
