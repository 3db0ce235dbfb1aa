import { Link } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useList } from '../../staff/reading.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { moneyPath, type OrganizationMoney, type OverdueInvoice } from './money.ts'
import { MoneyProposals } from './money-proposals.tsx'

export const BillingPage = () => {
  const say = useSay()
  useEnvironmentOf('production')
  return (
    <Page title={say('Billing', 'Facturation')}>
      <Section
        title={say('Waits for a second person', 'Attend une seconde personne')}
        about={say(
          'Another person agrees to exactly these values. A proposal ends after 24 hours.',
          'Une autre personne accepte exactement ces valeurs. Une proposition expire après 24 heures.',
        )}
      >
        <MoneyProposals />
      </Section>
      <Section title={say('Overdue invoices', 'Factures échues')}>
        <Overdue />
      </Section>
      <Section title={say('Organizations', 'Organisations')}>
        <Organizations />
      </Section>
    </Page>
  )
}

const Overdue = () => {
  const say = useSay()
  const { money } = useFormats()
  return (
    <LoadedList
      query={useList<OverdueInvoice>('/billing/overdue')}
      empty={<Empty title={say('No invoice is overdue', 'Aucune facture échue')} />}
    >
      {(data) => (
        <Records
          caption={say('Overdue invoices', 'Factures échues')}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              label: say('Invoice', 'Facture'),
              cell: ({ number, organization_id }) => <Link to={moneyPath(organization_id)}>{number}</Link>,
            },
            {
              label: say('Organization', 'Organisation'),
              cell: ({ organization }) => <bdi>{organization}</bdi>,
            },
            { label: say('Days', 'Jours'), cell: ({ days_overdue }) => days_overdue },
            { label: say('Due', 'Dû'), cell: ({ amount_due }) => money(amount_due) },
          ]}
        />
      )}
    </LoadedList>
  )
}

const Organizations = () => {
  const say = useSay()
  const { money } = useFormats()
  return (
    <LoadedList
      query={useList<OrganizationMoney>('/billing/organizations')}
      empty={<Empty title={say('No organization has a wallet', 'Aucune organisation n’a de portefeuille')} />}
    >
      {(data) => (
        <Records
          caption={say('Organizations', 'Organisations')}
          rows={data}
          keyOf={({ organization_id }) => organization_id}
          columns={[
            {
              label: say('Organization', 'Organisation'),
              cell: ({ organization_id, organization }) => (
                <Link to={moneyPath(organization_id)}>
                  <bdi>{organization}</bdi>
                </Link>
              ),
            },
            {
              label: say('Mode', 'Mode'),
              cell: ({ wallet }) =>
                wallet.mode === 'prepaid' ? say('Prepaid', 'Prépayé') : say('Postpaid', 'Postpayé'),
            },
            { label: say('Balance', 'Solde'), cell: ({ wallet }) => money(wallet.balance) },
            { label: say('Owed', 'Dû'), cell: ({ owed }) => money(owed) },
            { label: say('Overdue', 'Échu'), cell: ({ overdue }) => money(overdue) },
            {
              label: say('Waiting', 'En attente'),
              cell: ({ submitted_top_ups, declared_payments }) =>
                say(
                  `${submitted_top_ups} top-ups, ${declared_payments} payments`,
                  `${submitted_top_ups} recharges, ${declared_payments} paiements`,
                ),
            },
          ]}
        />
      )}
    </LoadedList>
  )
}
