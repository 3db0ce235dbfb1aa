import { Button, Group, NativeSelect } from '@mantine/core'
import type { Review, ReviewFile } from '@nani/contract/console'
import { type FormEvent, useId } from 'react'
import { base64Of } from '../../staff/base64.ts'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange } from '../../staff/reading.ts'
import { fileKindName } from '../../staff/review-words.ts'
import { send } from '../../staff/send.ts'

const maxBytes = 10 * 1_024 * 1_024
const kilobyte = 1_024
// The list of the contract is a value next to schemas, which the page does not load.
const kinds: readonly ReviewFile['kind'][] = [
  'terms_of_service',
  'privacy_policy',
  'security_report',
  'biometric_assessment',
  'capture_audit',
  'licence',
  'other',
]

type Props = { review: Review; path: string; isEditable: boolean }

export const FilesSection = ({ review, path, isEditable }: Props) => {
  const say = useSay()
  const { number } = useFormats()
  return (
    <Section
      title={say('Files', 'Fichiers')}
      about={say('They are encrypted where they are stored.', 'Ils sont chiffrés là où ils sont gardés.')}
    >
      {review.files.length === 0 ? (
        <Empty
          title={say('No file yet', 'Aucun fichier')}
          next={say(
            'Add your terms and your privacy policy.',
            'Ajoutez vos conditions et votre politique de confidentialité.',
          )}
        />
      ) : (
        <Records
          caption={say('Files', 'Fichiers')}
          rows={review.files}
          keyOf={({ id }) => id}
          columns={[
            { label: say('Name', 'Nom'), cell: ({ name }) => <bdi>{name}</bdi> },
            { label: say('Kind', 'Type'), cell: ({ kind }) => fileKindName(say, kind) },
            {
              label: say('Size', 'Taille'),
              cell: ({ bytes }) => `${number(Math.ceil(bytes / kilobyte))} ${say('kB', 'ko')}`,
            },
            { label: say('Added', 'Ajouté'), cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
      {isEditable ? <FileForm path={path} /> : null}
    </Section>
  )
}

const FileForm = ({ path }: { path: string }) => {
  const say = useSay()
  const id = useId()
  const add = useChange((body: object) => send('POST', `${path}/files`, { body }), { rereads: [path] })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const file = given.get('file')
    if (!(file instanceof File) || file.size === 0) return
    const data = file.size > maxBytes ? '' : base64Of(await file.arrayBuffer())
    add.mutate({ kind: String(given.get('kind')), name: file.name, data }, { onSuccess: () => form.reset() })
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="flex-end">
        <NativeSelect
          label={say('Kind', 'Type')}
          name="kind"
          data={kinds.map((value) => ({ value, label: fileKindName(say, value) }))}
        />
        <div className="file">
          <label htmlFor={id}>{say('File, at most 10 MB', 'Fichier, au plus 10 Mo')}</label>
          <input id={id} type="file" name="file" required />
        </div>
        <Button type="submit" variant="default" loading={add.isPending}>
          {say('Add the file', 'Ajouter le fichier')}
        </Button>
      </Group>
      <ErrorNotice error={add.error} />
    </form>
  )
}
