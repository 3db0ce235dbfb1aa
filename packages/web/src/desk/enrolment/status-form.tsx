import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { type AccountStatus, accountStatuses, type Citizen } from './citizen.ts'
import { accountStatusName, fieldName } from './citizen-words.ts'

type Changes = { status?: AccountStatus; certified?: boolean }

/** A status that ends the access ends the sessions and devices of the citizen at once. */
export const StatusForm = ({ citizen, path }: { citizen: Citizen; path: string }) => {
  const say = useSay()
  // Only what the person changed is sent. The rest may have changed in the register meanwhile.
  const [changes, setChanges] = useState<Changes>({})
  const { status = citizen.status, certified = citizen.certified } = changes
  return (
    <Section title={say('Status', 'État')}>
      <ReasonedAct
        about={`status ${citizen.svc_id}`}
        label={say('Reason of the change', 'Motif du changement')}
        button={say('Change the status', 'Changer l’état')}
        isDangerous
        perform={(reason) => send('POST', `${path}/status`, { body: { ...changes, reason } })}
        onDone={() => setChanges({})}
        rereads={[path]}
        done={() => say('The status is changed.', 'L’état est changé.')}
      >
        <NativeSelect
          label={say('Status', 'État')}
          name="status"
          value={status}
          data={accountStatuses.map((value) => ({ value, label: accountStatusName(say, value) }))}
          onChange={(event) => setChanges({ ...changes, status: event.currentTarget.value as AccountStatus })}
        />
        <Checkbox
          label={fieldName(say, 'certified')}
          checked={certified}
          onChange={(event) => setChanges({ ...changes, certified: event.currentTarget.checked })}
        />
      </ReasonedAct>
    </Section>
  )
}
