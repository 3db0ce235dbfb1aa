import { Button, Checkbox } from '@mantine/core'
import { useId, useState } from 'react'
import { base64Of } from '../../staff/base64.ts'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { documentTypes } from './citizen.ts'
import { documentTypeName, fieldName } from './citizen-words.ts'
import { SecondLook } from './second-look.tsx'
import { TypedField } from './typed-field.tsx'

/** The request is at most 8 MB, and base64 makes a file a third longer. */
const maxImageBytes = 5 * 1024 * 1024

const empty = { type: 'national_id', number: '', issued_at: '', expires_at: '', issuing_authority: '' }
type Entries = typeof empty

const bodyOf = async (entries: Entries, isPrimary: boolean, file: File | null) => ({
  ...entries,
  number: entries.number.trim(),
  issuing_authority: entries.issuing_authority.trim(),
  expires_at: entries.expires_at === '' ? null : entries.expires_at,
  is_primary: isPrimary,
  ...(file && { image: { content_type: file.type, data: base64Of(await file.arrayBuffer()) } }),
})

export const DocumentForm = ({ path, onAdded }: { path: string; onAdded: () => void }) => {
  const say = useSay()
  const [entries, setEntries] = useState(empty)
  const [isPrimary, setPrimary] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [isTyped, setTyped] = useState(false)
  const change = (field: string, value: string) => setEntries({ ...entries, [field]: value })
  const field = (name: keyof Entries) => ({ field: name, value: entries[name], onChange: change })
  const types = documentTypes.map((value) => ({ value, label: documentTypeName(say, value) }))
  if (isTyped)
    return (
      <SecondLook
        typed={{ ...entries, image: file?.name }}
        button={say('Add the document', 'Ajouter le document')}
        perform={async () =>
          send('POST', `${path}/documents`, { body: await bodyOf(entries, isPrimary, file) })
        }
        rereads={[path]}
        onChange={() => setTyped(false)}
        onDone={onAdded}
      />
    )
  return (
    <form
      className="entries"
      onSubmit={(event) => {
        event.preventDefault()
        setTyped(true)
      }}
    >
      <div className="entry-fields">
        <TypedField {...field('type')} options={types} />
        <TypedField {...field('number')} isRequired maxLength={64} />
        <TypedField {...field('issued_at')} type="date" isRequired />
        <TypedField {...field('expires_at')} type="date" />
        <TypedField {...field('issuing_authority')} isRequired />
        <ImageField onFile={setFile} />
      </div>
      <Checkbox
        label={say('Primary document', 'Document principal')}
        checked={isPrimary}
        onChange={(event) => setPrimary(event.currentTarget.checked)}
      />
      <div>
        <Button type="submit" size="xs" variant="default">
          {say('Look at it again', 'Relire la saisie')}
        </Button>
      </div>
    </form>
  )
}

/** A file that the server would refuse is refused here, before it is sent. */
const ImageField = ({ onFile }: { onFile: (file: File | null) => void }) => {
  const say = useSay()
  const id = useId()
  return (
    <div className="file">
      <label htmlFor={id}>
        {fieldName(say, 'image')} · {say('JPEG or PNG, at most 5 MB', 'JPEG ou PNG, au plus 5 Mo')}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0] ?? null
          const isTooLarge = file !== null && file.size > maxImageBytes
          currentTarget.setCustomValidity(
            isTooLarge ? say('The file is larger than 5 MB.', 'Le fichier dépasse 5 Mo.') : '',
          )
          onFile(isTooLarge ? null : file)
        }}
      />
    </div>
  )
}
