import './enrolment.css'
import { useSay } from '../../staff/language.tsx'
import { Records } from '../../staff/parts/records.tsx'
import type { Correction } from './citizen.ts'
import { fieldName, shownValue } from './citizen-words.ts'

/** Each value of a correction, as it is in the register and as it is proposed. */
export const BeforeAfter = ({ before, after }: Pick<Correction, 'before' | 'after'>) => {
  const say = useSay()
  const cell = (field: string, value: unknown) => (
    <bdi className="compared">{shownValue(say, field, value)}</bdi>
  )
  return (
    <Records
      caption={say('Correction', 'Correction')}
      rows={Object.keys(after)}
      keyOf={(field) => field}
      columns={[
        { label: say('Field', 'Champ'), cell: (field) => fieldName(say, field) },
        { label: say('Before', 'Avant'), cell: (field) => cell(field, before[field]) },
        { label: say('After', 'Après'), cell: (field) => cell(field, after[field]) },
      ]}
    />
  )
}
