import { Badge } from '@mantine/core'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { useMay } from '../rights.ts'
import type { TopUp } from './money.ts'
import { MoneyAct } from './money-act.tsx'
import { statusColor, topUpStatus } from './money-words.ts'

export const TopUpsSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const { money } = useFormats()
  const mayChange = may('POST /billing/organizations/{organization_id}/top-ups/{id}/approve')
  return (
    <Section title={say('Top-ups', 'Recharges')}>
      <LoadedList
        query={useList<TopUp>(`${path}/top-ups`)}
        empty={<Empty title={say('No top-up', 'Aucune recharge')} />}
      >
        {(data) => (
          <Records
            caption={say('Top-ups', 'Recharges')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Asked', 'Demandée'), cell: ({ created_at }) => <Time at={created_at} /> },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge variant="light" color={statusColor(status)}>
                    {topUpStatus(say, status)}
                  </Badge>
                ),
              },
              { label: say('Amount', 'Montant'), cell: ({ amount }) => money(amount) },
              {
                label: say('Acts', 'Actes'),
                cell: ({ id, status, amount }) =>
                  mayChange && status === 'submitted' ? (
                    <>
                      <MoneyAct
                        path={`${path}/top-ups/${id}/approve`}
                        label={say(`Approve ${money(amount)}`, `Approuver ${money(amount)}`)}
                        isReasonOptional
                      />
                      <MoneyAct
                        path={`${path}/top-ups/${id}/reject`}
                        label={say(`Reject ${money(amount)}`, `Rejeter ${money(amount)}`)}
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
      {may('POST /billing/organizations/{organization_id}/top-ups') ? (
        <MoneyAct
          path={`${path}/top-ups`}
          label={say('Ask for a top-up', 'Demander une recharge')}
          hasReason={false}
          hasAmount
          amountLabel={say('Amount without VAT', 'Montant hors TVA')}
        />
      ) : null}
    </Section>
  )
}
