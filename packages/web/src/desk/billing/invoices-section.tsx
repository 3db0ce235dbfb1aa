import { Badge } from '@mantine/core'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useList } from '../../staff/reading.ts'
import { useMay } from '../rights.ts'
import type { Invoice } from './money.ts'
import { MoneyAct } from './money-act.tsx'
import { invoiceStatus, statusColor } from './money-words.ts'

export const InvoicesSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const { money } = useFormats()
  const mayChange = may('POST /billing/organizations/{organization_id}/invoices/{id}/void')
  const isOpen = ({ status, kind }: Invoice) => status !== 'voided' && kind !== 'credit_note'
  return (
    <Section title={say('Invoices', 'Factures')}>
      <LoadedList
        query={useList<Invoice>(`${path}/invoices`)}
        empty={<Empty title={say('No invoice', 'Aucune facture')} />}
      >
        {(data) => (
          <Records
            caption={say('Invoices', 'Factures')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Number', 'Numéro'), cell: ({ number }) => number },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge variant="light" color={statusColor(status)}>
                    {invoiceStatus(say, status)}
                  </Badge>
                ),
              },
              { label: say('Total', 'Total'), cell: ({ total }) => money(total) },
              { label: say('Due', 'Dû'), cell: ({ amount_due }) => money(amount_due) },
              {
                label: say('Acts', 'Actes'),
                cell: (invoice) =>
                  mayChange && isOpen(invoice) ? (
                    <>
                      <MoneyAct
                        path={`${path}/invoices/${invoice.id}/void`}
                        label={say(`Void ${invoice.number}`, `Annuler ${invoice.number}`)}
                        isDangerous
                      />
                      <MoneyAct
                        path={`${path}/invoices/${invoice.id}/credit-notes`}
                        label={say(`Credit note for ${invoice.number}`, `Avoir pour ${invoice.number}`)}
                        hasAmount
                      />
                    </>
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
