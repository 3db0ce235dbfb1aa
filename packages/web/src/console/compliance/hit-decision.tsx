import { Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import type { ConsoleDisposition } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { dispositionNames } from './compliance-words.ts'

const maxReason = 1_000

/** Decides about one hit of a screening. The server notes the officer. */
export const HitDecision = ({ screeningId, position }: { screeningId: string; position: number }) => {
  const say = useSay()
  const { application } = usePlace()
  const [isOpen, setOpen] = useState(false)
  const decide = useChange(
    (body: object) => send<ConsoleDisposition>('POST', `${application}/dispositions`, { body }),
    { rereads: [`${application}/dispositions`], onDone: () => setOpen(false) },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    decide.mutate({
      ...{ screening_id: screeningId, position },
      disposition: String(given.get('disposition')),
      reason: String(given.get('reason')).trim(),
    })
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {decide.isSuccess ? say('Decide again', 'Décider à nouveau') : say('Decide', 'Décider')}
      </Button>
      <Dialog
        title={say('Decide a hit', 'Décider une correspondance')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <form onSubmit={submit}>
          <Stack gap="sm">
            <NativeSelect
              label={say('Decision', 'Décision')}
              name="disposition"
              data={Object.entries(dispositionNames(say)).map(([value, label]) => ({ value, label }))}
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
