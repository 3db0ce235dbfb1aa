import { Button } from '@mantine/core'
import type { Invoice } from '@nani/contract/console'
import { useParams } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Facts, Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { stateName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

export const InvoicePage = () => {
  const say = useSay()
  const { money } = useFormats()
  const { organization } = usePlace()
  const { invoiceId = '' } = useParams({ strict: false }) as { invoiceId?: string }
  const path = `${organization}/invoices/${encodeURIComponent(invoiceId)}`
  const query = useRead<Invoice>(path)
  return (
    <Page
      title={say('Invoice', 'Facture')}
      actions={
        <Button variant="default" component="a" href={`/api${path}/pdf`} download>
          PDF
        </Button>
      }
    >
      <Loaded query={query}>
        {(invoice) => (
          <>
            <Facts
              facts={[
                [say('Number', 'Numéro'), invoice.number],
                [say('Status', 'État'), stateName(say, invoice.status)],
                [say('Issued', 'Émise'), <Time key="issued" at={invoice.issued_at} />],
                [say('Due on', 'Échéance'), <Time key="due" at={invoice.due_at} />],
                [say('Subtotal', 'Sous-total'), money(invoice.subtotal)],
                [say('Tax', 'Taxe'), money(invoice.tax)],
                [say('Total', 'Total'), money(invoice.total)],
                [say('Still due', 'Reste dû'), money(invoice.amount_due)],
              ]}
            />
            <Records
              caption={say('Lines', 'Lignes')}
              rows={invoice.lines}
              keyOf={(line) => JSON.stringify(line)}
              columns={[
                { label: say('Description', 'Description'), cell: ({ description }) => description },
                { label: say('Quantity', 'Quantité'), cell: ({ quantity }) => quantity },
                { label: say('Price', 'Prix'), cell: ({ unit_price }) => money(unit_price) },
                { label: say('Amount', 'Montant'), cell: ({ amount }) => money(amount) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
