import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { BeforeAfter } from './before-after.tsx'
import type { Citizen, Correction } from './citizen.ts'
import { genderName } from './citizen-words.ts'
import { type CorrectionEntries, differenceOf, entriesOf } from './correction-entries.ts'
import { TypedField } from './typed-field.tsx'

type Props = { citizen: Citizen; path: string }
type Answer = Correction & { status: 'proposed' | 'executed' }

/** A correction is compared with the register before it is proposed. Another person executes it. */
export const CorrectionForm = ({ citizen, path }: Props) => {
  const say = useSay()
  // Only what the person typed is kept. The other entries are those of the register, which may change meanwhile.
  const [typed, setTypedEntries] = useState<Partial<CorrectionEntries>>({})
  const entries = { ...entriesOf(citizen), ...typed }
  const [isTyped, setTyped] = useState(false)
  const { before, after } = differenceOf(citizen, entries)
  const differs = Object.keys(after).length > 0
  return (
    <Section
      title={say('Correction', 'Correction')}
      about={say(
        'Two people correct a citizen: one proposes, and another agrees within 24 hours.',
        'Deux personnes corrigent un citoyen : l’une propose, l’autre accepte sous 24 heures.',
      )}
    >
      {isTyped ? (
        <>
          {differs ? (
            <ReasonedAct
              about={`correct ${citizen.svc_id}`}
              label={say('Reason of the correction', 'Motif de la correction')}
              note={say('Name the document that proves it.', 'Nommez le document qui le prouve.')}
              button={say('Propose the correction', 'Proposer la correction')}
              perform={(reason) =>
                send<Answer>('POST', `${path}/corrections`, {
                  body: { changes: after, reason, proposal_id: null },
                })
              }
              rereads={[path, '/proposals', '/queue']}
              done={({ status }) => <Corrected status={status} />}
            >
              <BeforeAfter before={before} after={after} />
            </ReasonedAct>
          ) : (
            <Empty title={say('The register has these values.', 'Le registre a ces valeurs.')} />
          )}
          <Group>
            <Button size="xs" variant="default" onClick={() => setTyped(false)}>
              {say('Change an entry', 'Modifier une saisie')}
            </Button>
          </Group>
        </>
      ) : (
        <CorrectionFields
          entries={entries}
          onTyped={(changed) => setTypedEntries({ ...typed, ...changed })}
          onReady={() => setTyped(true)}
        />
      )}
    </Section>
  )
}

const Corrected = ({ status }: { status: Answer['status'] }) => {
  const say = useSay()
  return status === 'executed'
    ? say('The citizen is corrected.', 'Le citoyen est corrigé.')
    : say('Proposed. Another person decides it.', 'Proposé. Une autre personne en décide.')
}

type FieldsProps = {
  entries: CorrectionEntries
  onTyped: (changed: Partial<CorrectionEntries>) => void
  onReady: () => void
}

const CorrectionFields = ({ entries, onTyped, onReady }: FieldsProps) => {
  const say = useSay()
  const field = (name: keyof CorrectionEntries) => ({
    ...{ field: name, value: entries[name] },
    onChange: (changed: string, value: string) => onTyped({ [changed]: value }),
  })
  const genders = ['female', 'male'].map((value) => ({ value, label: genderName(say, value) }))
  return (
    <details>
      <summary>{say('Correct a value', 'Corriger une valeur')}</summary>
      <form
        className="entries"
        onSubmit={(event) => {
          event.preventDefault()
          onReady()
        }}
      >
        <div className="entry-fields">
          <TypedField {...field('last_name')} isRequired />
          <TypedField {...field('first_name')} isRequired />
          <TypedField {...field('full_name')} isRequired maxLength={400} />
          <TypedField {...field('date_of_birth')} type="date" isRequired />
          <TypedField {...field('gender')} options={genders} />
          <TypedField {...field('nationality')} isRequired maxLength={3} />
          <TypedField {...field('birth_country')} maxLength={3} />
          <TypedField {...field('birth_province')} />
          <TypedField {...field('birth_city')} />
        </div>
        <div>
          <Button type="submit" size="xs" variant="default">
            {say('Compare with the register', 'Comparer avec le registre')}
          </Button>
        </div>
      </form>
    </details>
  )
}
