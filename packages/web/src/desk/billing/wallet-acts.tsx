import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { typedNumber } from '../../staff/typed-number.ts'
import { useMay } from '../rights.ts'
import { AmountField } from './amount-field.tsx'
import { MoneyAct } from './money-act.tsx'

/** Acts on the wallet itself. Each needs a second person with the same values, but for the threshold. */
export const WalletActs = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  if (!may('POST /billing/organizations/{organization_id}/adjust')) return null
  return (
    <Section title={say('Wallet', 'Portefeuille')}>
      <MoneyAct
        path={`${path}/threshold`}
        label={say('Set the alert threshold', 'Définir le seuil d’alerte')}
        hasReason={false}
        hasAmount
        amountMember="threshold"
        amountLabel={say('Alert when the balance is below', 'Alerter quand le solde passe sous')}
      />
      <MoneyAct
        path={`${path}/adjust`}
        label={say('Adjust the balance', 'Ajuster le solde')}
        hasAmount
        isDangerous
      />
      <ChangedMode path={path} />
      <MoneyAct
        path={`${path}/unapplied/return`}
        label={say('Return money that is not applied', 'Rendre l’argent non affecté')}
        hasAmount
        isDangerous
      />
    </Section>
  )
}

const ChangedMode = ({ path }: { path: string }) => {
  const say = useSay()
  const [mode, setMode] = useState('prepaid')
  const [limit, setLimit] = useState('')
  const [isUnlimited, setUnlimited] = useState(false)
  const [isTried, setTried] = useState(false)
  const credit_limit = isUnlimited ? null : typedNumber(limit)
  return (
    <MoneyAct
      path={`${path}/mode`}
      label={say('Change the mode', 'Changer le mode')}
      body={{ mode, ...(mode === 'postpaid' && { credit_limit }) }}
      isComplete={() => {
        setTried(true)
        return mode === 'prepaid' || isUnlimited || credit_limit !== null
      }}
    >
      <NativeSelect
        label={say('Mode', 'Mode')}
        name="mode"
        value={mode}
        data={[
          { value: 'prepaid', label: say('Prepaid', 'Prépayé') },
          { value: 'postpaid', label: say('Postpaid', 'Postpayé') },
        ]}
        onChange={(event) => setMode(event.currentTarget.value)}
      />
      {mode === 'postpaid' ? (
        <Checkbox
          label={say('Without a credit limit', 'Sans limite de crédit')}
          checked={isUnlimited}
          onChange={(event) => setUnlimited(event.currentTarget.checked)}
        />
      ) : null}
      {mode === 'postpaid' && !isUnlimited ? (
        <AmountField
          label={say('Credit limit', 'Limite de crédit')}
          value={limit}
          onChange={setLimit}
          isTried={isTried}
        />
      ) : null}
    </MoneyAct>
  )
}
