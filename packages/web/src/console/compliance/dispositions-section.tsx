import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import type { Disposition } from './compliance-objects.ts'

const maxReason = 1_000

/** The decisions about hits. */
export const DispositionsSection = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<Disposition>(`${application}/dispositions`)
  const names = {
    false_positive: say('False positive', 'Faux positif'),
    true_match: say('True match', 'Correspondance vraie'),
  }
  return (
    <Section
      title={say('Decisions about hits', 'Décisions sur les correspondances')}
      actions={<NewDisposition names={names} />}
    >
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No decision yet', 'Aucune décision')}
            next={say('Decide each hit of an alert.', 'Décidez chaque correspondance d’une alerte.')}
          />
        }
      >
        {(dispositions) => (
          <Records
            caption={say('Decisions about hits', 'Décisions sur les correspondances')}
            rows={dispositions}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ decided_at }) => <Time at={decided_at} /> },
              {
                label: say('Screening', 'Contrôle'),
                cell: ({ screening_id, position }) => <code>{`${screening_id} · ${position}`}</code>,
              },
              { label: say('Decision', 'Décision'), cell: ({ disposition }) => names[disposition] },
              { label: say('Reason', 'Motif'), cell: ({ reason }) => <bdi>{reason}</bdi> },
              { label: say('Officer', 'Responsable'), cell: ({ officer }) => officer ?? '–' },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const NewDisposition = ({ names }: { names: Record<Disposition['disposition'], string> }) => {
  const say = useSay()
  const { application } = usePlace()
  const [isOpen, setOpen] = useState(false)
  const decide = useChange(
    (body: object) => send<Disposition>('POST', `${application}/dispositions`, { body }),
    {
      rereads: [`${application}/dispositions`],
      onDone: () => setOpen(false),
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    decide.mutate({
      screening_id: String(given.get('screening')).trim(),
      position: Number(given.get('position')),
      disposition: String(given.get('disposition')),
      reason: String(given.get('reason')).trim(),
    })
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say('Decide a hit', 'Décider une correspondance')}
      </Button>
      <Dialog
        title={say('Decide a hit', 'Décider une correspondance')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput label={say('Screening', 'Contrôle')} name="screening" required autoComplete="off" />
            <TextInput
              label={say('Position of the hit', 'Position de la correspondance')}
              name="position"
              inputMode="numeric"
              pattern="\d{1,4}"
              required
            />
            <NativeSelect
              label={say('Decision', 'Décision')}
              name="disposition"
              data={Object.entries(names).map(([value, label]) => ({ value, label }))}
            />
            <Textarea label={say('Reason', 'Motif')} name="reason" rows={3} required maxLength={maxReason} />
            <ErrorNotice error={decide.error} />
            <Button type="submit" loading={decide.isPending}>
              {say('Save the decision', 'Enregistrer la décision')}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
