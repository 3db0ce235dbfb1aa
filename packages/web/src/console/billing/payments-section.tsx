import { Badge, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { paymentMethods } from '@nani/contract'
import type { Invoice, Payment } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { paymentMethodName } from '../../staff/payment-words.ts'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, stateName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { AmountField, amountOf } from './amount-field.tsx'

export const PaymentsSection = ({ currency, mayChange }: { currency: string; mayChange: boolean }) => {
  const say = useSay()
  const { money } = useFormats()
  const { organization } = usePlace()
  const query = useList<Payment>(`${organization}/payments`)
  return (
    <Section
      title={say('Payments', 'Paiements')}
      actions={mayChange ? <Declaration currency={currency} /> : null}
    >
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No payment yet', 'Aucun paiement')}
            next={say(
              'Pay outside this page, then declare the payment here.',
              'Payez hors de cette page, puis déclarez le paiement ici.',
            )}
          />
        }
      >
        {(payments) => (
          <Records
            caption={say('Payments', 'Paiements')}
            rows={payments}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Declared', 'Déclaré'), cell: ({ declared_at }) => <Time at={declared_at} /> },
              { label: say('Amount', 'Montant'), cell: ({ amount }) => money(amount) },
              {
                label: say('Reference', 'Référence'),
                cell: ({ external_reference }) => <bdi>{external_reference}</bdi>,
              },
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

const Declaration = ({ currency }: { currency: string }) => {
  const say = useSay()
  const { organization } = usePlace()
  const [isOpen, setOpen] = useState(false)
  const { data } = useList<Invoice>(`${organization}/invoices`)
  const open = (data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter(({ amount_due }) => amount_due.value > 0)
  const declare = useChange((body: object) => send('POST', `${organization}/payments`, { body }), {
    rereads: [`${organization}/payments`, `${organization}/invoices`],
    onDone: () => setOpen(false),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    declare.mutate({
      method: String(given.get('method')),
      amount: { value: amountOf(given.get('amount')), currency },
      external_reference: String(given.get('reference')).trim(),
      invoice_ids: given.getAll('invoice').map(String),
    })
  }
  const methods = paymentMethods.map((value) => ({ value, label: paymentMethodName(say, value) }))
  return (
    <>
      <Button variant="default" disabled={open.length === 0} onClick={() => setOpen(true)}>
        {say('Declare a payment', 'Déclarer un paiement')}
      </Button>
      <Dialog
        title={say('Declare a payment', 'Déclarer un paiement')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <form onSubmit={submit}>
          <Stack gap="sm">
            <NativeSelect
              label={say('Invoice', 'Facture')}
              name="invoice"
              data={open.map(({ id, number }) => ({ value: id, label: number }))}
            />
            <NativeSelect label={say('Method', 'Moyen')} name="method" data={methods} />
            <AmountField label={say('Amount', 'Montant')} currency={currency} />
            <TextInput
              label={say('Reference of the payment', 'Référence du paiement')}
              name="reference"
              maxLength={200}
              required
              autoComplete="off"
            />
            <ErrorNotice error={declare.error} />
            <Button type="submit" loading={declare.isPending}>
              {say('Declare', 'Déclarer')}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
