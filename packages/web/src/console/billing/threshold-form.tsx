import { Button, Group } from '@mantine/core'
import type { Wallet } from '@nani/contract/console'
import type { FormEvent } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { AmountField, amountOf } from './amount-field.tsx'

export const ThresholdForm = ({
  wallet: { currency, alert_threshold: threshold, version },
}: {
  wallet: Wallet
}) => {
  const say = useSay()
  const { organization } = usePlace()
  const save = useChange(
    (value: number) =>
      send('PUT', `${organization}/wallet/threshold`, {
        body: { alert_threshold: { value, currency } },
        version,
      }),
    { rereads: [`${organization}/wallet`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(amountOf(new FormData(event.currentTarget).get('amount')))
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <AmountField
          label={say(
            'Send an alert when the balance is below',
            'Envoyer une alerte quand le solde passe sous',
          )}
          currency={currency}
          {...(threshold && { initial: threshold.value })}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {say('Save', 'Enregistrer')}
        </Button>
      </Group>
      <ErrorNotice error={save.error} />
      {save.isSuccess ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
    </form>
  )
}
