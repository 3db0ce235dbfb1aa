import { Alert, Button, Group } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../staff/api-error.ts'
import { base64Of } from '../../staff/base64.ts'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { type ListPreview, previewPath } from './preview.ts'

const megabyte = 1_024 * 1_024
/** In base64 they fill the 64 MiB that the server takes. */
const maxMegabytes = 47
const maxFiles = 10
/** The files are sent at once, also over a slow line. */
const uploadMs = 10 * 60_000

/** Chooses the files of an import. What they would change is shown before anything is imported. */
export const NewPreview = ({ listId }: { listId: string }) => {
  const say = useSay()
  const id = useId()
  const navigate = useNavigate()
  const [isTooLarge, setTooLarge] = useState(false)
  const begin = useChange(
    async (given: readonly File[]) => {
      const files: { name: string; data: string }[] = []
      for (const file of given) files.push({ name: file.name, data: base64Of(await file.arrayBuffer()) })
      const path = `/lists/${encodeURIComponent(listId)}/previews`
      return send<ListPreview>('POST', path, { body: { files }, timeoutMs: uploadMs })
    },
    { onDone: (preview) => navigate({ to: previewPath(preview.id) }) },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).getAll('files').filter((one) => one instanceof File)
    const bytes = given.reduce((sum, { size }) => sum + size, 0)
    const isRefused = bytes > maxMegabytes * megabyte || given.length > maxFiles
    setTooLarge(isRefused)
    if (!isRefused) begin.mutate(given)
  }
  const running = problemOf(begin.error).preview_id
  return (
    <Section
      title={say('Preview an import', 'Prévisualiser un import')}
      about={say(
        'It shows what would change, and which monitored subjects would alert. Nothing is imported yet.',
        'Il montre ce qui changerait et quels sujets suivis donneraient une alerte. Rien n’est encore importé.',
      )}
    >
      <form onSubmit={submit}>
        <Group align="flex-end">
          <div className="file">
            <label htmlFor={id}>
              {say(
                `Files of the list, at most ${maxMegabytes} MB together`,
                `Fichiers de la liste, au plus ${maxMegabytes} Mo ensemble`,
              )}
            </label>
            <input id={id} type="file" name="files" multiple required />
          </div>
          <Button type="submit" variant="default" loading={begin.isPending}>
            {say('Preview the import', 'Prévisualiser l’import')}
          </Button>
        </Group>
      </form>
      {isTooLarge ? (
        <Alert color="orange" role="alert">
          {say(
            'These files are too large for a preview, or more than ten. The command line imports them.',
            'Ces fichiers sont trop grands pour une prévisualisation, ou plus de dix. La ligne de commande les importe.',
          )}
        </Alert>
      ) : null}
      <ErrorNotice error={begin.error} />
      {running ? (
        <p>
          <Link to={previewPath(running)}>
            {say('Open the preview that is in progress', 'Ouvrir la prévisualisation en cours')}
          </Link>
        </p>
      ) : null}
    </Section>
  )
}
