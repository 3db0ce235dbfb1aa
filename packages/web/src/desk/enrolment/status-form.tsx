import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { type AccountStatus, accountStatuses, type Citizen } from './citizen.ts'
import { accountStatusName, fieldName } from './citizen-words.ts'

/** A status that ends the access ends the sessions and devices of the citizen at once. */
export const StatusForm = ({ citizen, path }: { citizen: Citizen; path: string }) => {
  const say = useSay()
  const [status, setStatus] = useState(citizen.status)
  const [certified, setCertified] = useState(citizen.certified)
  return (
    <Section title={say('Status', 'État')}>
      <ReasonedAct
        about={`status ${citizen.svc_id}`}
        label={say('Reason of the change', 'Motif du changement')}
        button={say('Change the status', 'Changer l’état')}
        isDangerous
        perform={(reason) => send('POST', `${path}/status`, { body: { status, certified, reason } })}
        rereads={[path]}
        done={() => say('The status is changed.', 'L’état est changé.')}
      >
        <NativeSelect
          label={say('Status', 'État')}
          name="status"
          value={status}
          data={accountStatuses.map((value) => ({ value, label: accountStatusName(say, value) }))}
          onChange={(event) => setStatus(event.currentTarget.value as AccountStatus)}
        />
        <Checkbox
          label={fieldName(say, 'certified')}
          checked={certified}
          onChange={(event) => setCertified(event.currentTarget.checked)}
        />
      </ReasonedAct>
    </Section>
  )
}
