import { useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { CycleSection } from './cycle-section.tsx'
import { InvoicesSection } from './invoices-section.tsx'
import { type MoneyShown, moneyPath } from './money.ts'
import { MoneyProposals } from './money-proposals.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { PricesSection } from './prices-section.tsx'
import { ReconciliationSection } from './reconciliation-section.tsx'
import { TopUpsSection } from './top-ups-section.tsx'
import { UseSection } from './use-section.tsx'
import { WalletActs } from './wallet-acts.tsx'

export const OrganizationMoneyPage = () => {
  const say = useSay()
  useEnvironmentOf('production')
  const { money } = useFormats()
  const { organizationId = '' } = useParams({ strict: false }) as { organizationId?: string }
  const path = moneyPath(organizationId)
  return (
    <Page
      title={say('Money of an organization', 'Argent d’une organisation')}
      about={<code>{organizationId}</code>}
    >
      <Loaded query={useRead<MoneyShown>(path)}>
        {({ wallet, unapplied }) => (
          <Fragment key={organizationId}>
            <Facts
              facts={[
                [
                  say('Mode', 'Mode'),
                  wallet.mode === 'prepaid' ? say('Prepaid', 'Prépayé') : say('Postpaid', 'Postpayé'),
                ],
                [say('Balance', 'Solde'), money(wallet.balance)],
                [say('Held', 'Réservé'), money(wallet.held)],
                [
                  say('Alert threshold', 'Seuil d’alerte'),
                  wallet.alert_threshold && money(wallet.alert_threshold),
                ],
                [say('Credit limit', 'Limite de crédit'), wallet.credit_limit && money(wallet.credit_limit)],
                [say('Not applied', 'Non affecté'), money(unapplied)],
                [say('Suspended', 'Suspendu'), wallet.suspended ? say('Yes', 'Oui') : say('No', 'Non')],
              ]}
            />
            <Section title={say('Waits for a second person', 'Attend une seconde personne')}>
              <MoneyProposals organizationId={organizationId} />
            </Section>
            <InvoicesSection path={path} />
            <PaymentsSection path={path} />
            <TopUpsSection path={path} />
            <WalletActs path={path} />
            <CycleSection path={path} />
            <ReconciliationSection path={path} />
            <UseSection path={path} />
            <PricesSection path={path} />
          </Fragment>
        )}
      </Loaded>
    </Page>
  )
}
