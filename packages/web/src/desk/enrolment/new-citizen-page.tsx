import './enrolment.css'
import { Button, Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { citizenPath, type ReadCitizen, svcIdOf } from './citizen.ts'
import { type CitizenEntries, noEntries, recordOf } from './citizen-entries.ts'
import { fieldName, genderName } from './citizen-words.ts'
import { SecondLook } from './second-look.tsx'
import { TypedField } from './typed-field.tsx'

/** What was typed stays while the person looks at it again, and when the server refuses it. */
export const NewCitizenPage = () => {
  const say = useSay()
  useEnvironmentOf('production')
  const navigate = useNavigate()
  const [entries, setEntries] = useState(noEntries)
  const [isTyped, setTyped] = useState(false)
  const open = () => {
    // The server knows one form of the number. The second look shows that form.
    setEntries({ ...entries, svc_id: svcIdOf(entries.svc_id) ?? entries.svc_id.trim() })
    setTyped(true)
  }
  return (
    <Page
      title={say('New citizen', 'Nouveau citoyen')}
      about={
        isTyped
          ? say('Compare every value with the document.', 'Comparez chaque valeur avec le document.')
          : say(
              'Write the values as they are in the document. Documents and the portrait follow.',
              'Écrivez les valeurs comme sur le document. Les documents et le portrait suivent.',
            )
      }
    >
      {isTyped ? (
        <SecondLook
          typed={entries}
          button={say('Enter the citizen', 'Inscrire le citoyen')}
          perform={() => send<ReadCitizen>('POST', '/citizens', { body: recordOf(entries) })}
          onChange={() => setTyped(false)}
          onDone={({ svc_id }) => navigate({ to: citizenPath(svc_id) })}
        />
      ) : (
        <EntryForm entries={entries} onEntries={setEntries} onReady={open} />
      )}
    </Page>
  )
}

type FormProps = {
  entries: CitizenEntries
  onEntries: (entries: CitizenEntries) => void
  onReady: () => void
}

const EntryForm = ({ entries, onEntries, onReady }: FormProps) => {
  const say = useSay()
  const change = (field: string, value: string | boolean) => onEntries({ ...entries, [field]: value })
  const field = (name: Exclude<keyof CitizenEntries, 'certified'>) => ({
    ...{ field: name, value: entries[name], onChange: change },
  })
  const genders = ['female', 'male'].map((value) => ({ value, label: genderName(say, value) }))
  const levels = ['LOA2', 'LOA3', 'LOA4'].map((value) => ({ value, label: value }))
  return (
    <form
      className="entries"
      onSubmit={(event) => {
        event.preventDefault()
        onReady()
      }}
    >
      <div className="entry-fields">
        <TypedField {...field('svc_id')} isRequired maxLength={64} />
        <TypedField {...field('last_name')} isRequired />
        <TypedField {...field('first_name')} isRequired />
        <TypedField {...field('full_name')} maxLength={400} />
        <TypedField {...field('date_of_birth')} type="date" isRequired />
        <TypedField {...field('gender')} options={genders} />
        <TypedField {...field('nationality')} isRequired maxLength={3} />
        <TypedField {...field('birth_country')} maxLength={3} />
        <TypedField {...field('birth_province')} />
        <TypedField {...field('birth_city')} />
        <TypedField {...field('phone')} type="tel" maxLength={16} />
        <TypedField {...field('email')} type="email" maxLength={254} />
        <TypedField {...field('level_of_assurance')} options={levels} />
      </div>
      <Checkbox
        label={fieldName(say, 'certified')}
        checked={entries.certified}
        onChange={(event) => change('certified', event.currentTarget.checked)}
      />
      <div>
        <Button type="submit" size="xs">
          {say('Look at it again', 'Relire la saisie')}
        </Button>
      </div>
    </form>
  )
}
