import { Badge } from '@mantine/core'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useList } from '../../staff/reading.ts'
import { useMay } from '../rights.ts'
import type { Payment } from './money.ts'
import { MoneyAct } from './money-act.tsx'
import { paymentStatus, statusColor } from './money-words.ts'
import { NewPayment } from './new-payment.tsx'

export const PaymentsSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const { money } = useFormats()
  const mayChange = may('POST /billing/organizations/{organization_id}/payments/{id}/approve')
  return (
    <Section title={say('Payments', 'Paiements')}>
      <LoadedList
        query={useList<Payment>(`${path}/payments`)}
        empty={<Empty title={say('No payment', 'Aucun paiement')} />}
      >
        {(data) => (
          <Records
            caption={say('Payments', 'Paiements')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Reference', 'Référence'), cell: (one) => <bdi>{one.external_reference}</bdi> },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge variant="light" color={statusColor(status)}>
                    {paymentStatus(say, status)}
                  </Badge>
                ),
              },
              { label: say('Amount', 'Montant'), cell: ({ amount }) => money(amount) },
              {
                label: say('Proof', 'Justificatif'),
                // The server sends it as a download without a name or a type, so that no browser shows it here.
                cell: ({ id, external_reference }) => (
                  <a href={`/api/billing/payments/${encodeURIComponent(id)}/proof`} download>
                    {say('Download', 'Télécharger')}
                    <span className="hidden"> {external_reference}</span>
                  </a>
                ),
              },
              {
                label: say('Acts', 'Actes'),
                cell: ({ id, status, external_reference: name }) =>
                  mayChange && status === 'declared' ? (
                    <>
                      <MoneyAct
                        path={`${path}/payments/${id}/approve`}
                        label={
                          <>
                            {say('Approve', 'Approuver')} <bdi>{name}</bdi>
                          </>
                        }
                        isReasonOptional
                      />
                      <MoneyAct
                        path={`${path}/payments/${id}/reject`}
                        label={
                          <>
                            {say('Reject', 'Rejeter')} <bdi>{name}</bdi>
                          </>
                        }
                        isDangerous
                        isOfOne
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
      <NewPayment path={path} />
    </Section>
  )
}
