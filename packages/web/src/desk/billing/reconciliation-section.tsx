import { Button, Group } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts, Records } from '../../staff/parts/records.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { useMay } from '../rights.ts'
import type { MoneyAmount } from './money.ts'

type Line = {
  line: number
  date: string
  amount: MoneyAmount
  reference: string
  match: 'payment' | 'invoice' | 'none'
  payment_id: string | null
  payment_status: 'declared' | 'approved' | null
  invoice_id: string | null
}
type Reconciliation = { data: Line[]; missing: string[] }

/** A bank statement next to the declared payments. It changes nothing. */
export const ReconciliationSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const id = useId()
  const compare = useChange((text: string) =>
    send<Reconciliation>('POST', `${path}/reconcile`, { body: { text } }),
  )
  if (!may('POST /billing/organizations/{organization_id}/reconcile')) return null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('statement')
    if (file instanceof File && file.size > 0) compare.mutate(await file.text())
  }
  return (
    <Section
      title={say('Bank statement', 'Relevé bancaire')}
      about={say('It is compared and not stored.', 'Il est comparé et n’est pas gardé.')}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Group align="flex-end">
          <div className="file">
            <label htmlFor={id}>{say('Statement (CSV)', 'Relevé (CSV)')}</label>
            <input id={id} type="file" name="statement" accept="text/csv,.csv" required />
          </div>
          <Button type="submit" variant="default" loading={compare.isPending}>
            {say('Compare', 'Comparer')}
          </Button>
        </Group>
        <ErrorNotice error={compare.error} />
      </form>
      {compare.data ? <Compared found={compare.data} /> : null}
    </Section>
  )
}

const Compared = ({ found: { data, missing } }: { found: Reconciliation }) => {
  const say = useSay()
  const { money } = useFormats()
  const matchName = ({ match, payment_status }: Line): string => {
    if (match === 'none') return say('Nothing', 'Rien')
    if (match === 'invoice') return say('An invoice without a payment', 'Une facture sans paiement')
    return payment_status === 'approved'
      ? say('An approved payment', 'Un paiement approuvé')
      : say('A declared payment', 'Un paiement déclaré')
  }
  return (
    <>
      <Facts
        facts={[
          [
            say('Declared payments that the statement does not have', 'Paiements déclarés absents du relevé'),
            missing.length === 0 ? '0' : missing.join(', '),
          ],
        ]}
      />
      {data.length === 0 ? (
        <Empty title={say('The statement has no line', 'Le relevé n’a aucune ligne')} />
      ) : (
        <Records
          caption={say('Lines of the statement', 'Lignes du relevé')}
          rows={data}
          keyOf={({ line }) => String(line)}
          columns={[
            { label: say('Line', 'Ligne'), cell: ({ line }) => line },
            { label: say('Date', 'Date'), cell: ({ date }) => date },
            { label: say('Amount', 'Montant'), cell: ({ amount }) => money(amount) },
            { label: say('Reference', 'Référence'), cell: ({ reference }) => <bdi>{reference}</bdi> },
            { label: say('Found', 'Trouvé'), cell: matchName },
            {
              label: say('Object', 'Objet'),
              cell: ({ payment_id, invoice_id }) => <code>{payment_id ?? invoice_id ?? '–'}</code>,
            },
          ]}
        />
      )}
    </>
  )
}
