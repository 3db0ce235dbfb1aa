import { Badge } from '@mantine/core'
import type { Invoice } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { colorOf, stateName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

export const InvoicesSection = () => {
  const say = useSay()
  const { money } = useFormats()
  const { organization } = usePlace()
  const query = useList<Invoice>(`${organization}/invoices`)
  return (
    <Section title={say('Invoices', 'Factures')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No invoice yet', 'Aucune facture')}
            next={say(
              'Invoices follow calls in production and top-ups.',
              'Les factures suivent les appels en production et les recharges.',
            )}
          />
        }
      >
        {(invoices) => (
          <Records
            caption={say('Invoices', 'Factures')}
            rows={invoices}
            keyOf={({ id }) => id}
            columns={[
              {
                label: say('Number', 'Numéro'),
                cell: ({ id, number }) => (
                  <Link to={`${organization}/billing/invoices/${encodeURIComponent(id)}`}>{number}</Link>
                ),
              },
              { label: say('Issued', 'Émise'), cell: ({ issued_at }) => <Time at={issued_at} /> },
              { label: say('Total', 'Total'), cell: ({ total }) => money(total) },
              { label: say('Due', 'Reste dû'), cell: ({ amount_due }) => money(amount_due) },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {stateName(say, status)}
                  </Badge>
                ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
