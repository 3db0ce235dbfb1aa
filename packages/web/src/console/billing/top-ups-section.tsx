import { Badge, Button, Group } from '@mantine/core'
import type { TopUp } from '@nani/contract/console'
import type { FormEvent } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, stateName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { AmountField, amountOf } from './amount-field.tsx'

export const TopUpsSection = ({ currency, mayChange }: { currency: string; mayChange: boolean }) => {
  const say = useSay()
  const { money } = useFormats()
  const { organization } = usePlace()
  const query = useList<TopUp>(`${organization}/top-ups`)
  const ask = useChange(
    (value: number) => send('POST', `${organization}/top-ups`, { body: { amount: { value, currency } } }),
    { rereads: [`${organization}/top-ups`, `${organization}/invoices`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    ask.mutate(amountOf(new FormData(event.currentTarget).get('amount')))
  }
  return (
    <Section
      title={say('Top-ups', 'Recharges')}
      about={say(
        'After approval you receive an invoice. Its payment credits the wallet.',
        'Après l’accord, vous recevez une facture. Son paiement crédite le portefeuille.',
      )}
    >
      {mayChange ? (
        <form onSubmit={submit}>
          <Group align="flex-end">
            <AmountField label={say('Amount', 'Montant')} currency={currency} />
            <Button type="submit" loading={ask.isPending}>
              {say('Ask for a top-up', 'Demander une recharge')}
            </Button>
          </Group>
          <ErrorNotice error={ask.error} />
        </form>
      ) : null}
      <LoadedList query={query} empty={<Empty title={say('No top-up yet', 'Aucune recharge')} />}>
        {(topUps) => (
          <Records
            caption={say('Top-ups', 'Recharges')}
            rows={topUps}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Asked', 'Demandée'), cell: ({ created_at }) => <Time at={created_at} /> },
              { label: say('Amount', 'Montant'), cell: ({ amount }) => money(amount) },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {stateName(say, status)}
                  </Badge>
                ),
              },
              { label: say('Reason', 'Motif'), cell: ({ reason }) => reason ?? '–' },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
