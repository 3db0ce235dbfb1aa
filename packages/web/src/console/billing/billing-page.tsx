import { Alert } from '@mantine/core'
import type { Wallet } from '@nani/contract/console'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'
import { InvoicesSection } from './invoices-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { PricesSection } from './prices-section.tsx'
import { ThresholdForm } from './threshold-form.tsx'
import { TopUpsSection } from './top-ups-section.tsx'

export const BillingPage = () => {
  const say = useSay()
  const { organization } = usePlace()
  const query = useRead<Wallet>(`${organization}/wallet`)
  return (
    <Page title={say('Billing', 'Facturation')}>
      <Loaded query={query}>{(wallet) => <Contents wallet={wallet} />}</Loaded>
    </Page>
  )
}

const Contents = ({ wallet }: { wallet: Wallet }) => {
  const say = useSay()
  const { may } = useRoles()
  const { money } = useFormats()
  const mayChange = may('POST O/payments')
  const modes = {
    prepaid: say('Prepaid', 'Prépayé'),
    postpaid: say('Postpaid', 'Postpayé'),
  }
  return (
    <>
      {wallet.suspended ? (
        <Alert
          color="red"
          title={say('Billable services are suspended', 'Les services payants sont suspendus')}
        >
          {say(
            'Pay the open invoices or top up the wallet.',
            'Payez les factures ouvertes ou rechargez le portefeuille.',
          )}
        </Alert>
      ) : null}
      <Facts
        facts={[
          [say('Mode', 'Mode'), modes[wallet.mode]],
          [say('Balance', 'Solde'), money(wallet.balance)],
          [say('Held for running calls', 'Réservé aux appels en cours'), money(wallet.held)],
          [say('Credit limit', 'Limite de crédit'), wallet.credit_limit && money(wallet.credit_limit)],
          [say('Alert below', 'Alerte sous'), wallet.alert_threshold && money(wallet.alert_threshold)],
          [say('Changed', 'Modifié'), <Time key="at" at={wallet.updated_at} />],
        ]}
      />
      {may('PUT O/wallet/threshold') ? <ThresholdForm wallet={wallet} /> : null}
      <TopUpsSection currency={wallet.currency} mayChange={mayChange} />
      <InvoicesSection />
      <PaymentsSection currency={wallet.currency} mayChange={mayChange} />
      <PricesSection />
    </>
  )
}
