import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useMay } from '../rights.ts'
import { MoneyAct } from './money-act.tsx'

/** Acts on the wallet itself. Each needs a second person with the same values. */
export const WalletActs = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const [mode, setMode] = useState('prepaid')
  const [limit, setLimit] = useState('')
  const credit_limit = limit.trim() === '' ? null : Number(limit.replace(',', '.'))
  if (!may('POST /billing/organizations/{organization_id}/adjust')) return null
  return (
    <Section title={say('Wallet', 'Portefeuille')}>
      <MoneyAct
        path={`${path}/adjust`}
        label={say('Adjust the balance', 'Ajuster le solde')}
        hasAmount
        isDangerous
      />
      <MoneyAct
        path={`${path}/mode`}
        label={say('Change the mode', 'Changer le mode')}
        body={{ mode, ...(mode === 'postpaid' && { credit_limit }) }}
      >
        <NativeSelect
          label={say('Mode', 'Mode')}
          value={mode}
          data={[
            { value: 'prepaid', label: say('Prepaid', 'Prépayé') },
            { value: 'postpaid', label: say('Postpaid', 'Postpayé') },
          ]}
          onChange={(event) => setMode(event.currentTarget.value)}
        />
        {mode === 'postpaid' ? (
          <TextInput
            label={say('Credit limit', 'Limite de crédit')}
            inputMode="decimal"
            value={limit}
            onChange={(event) => setLimit(event.currentTarget.value)}
          />
        ) : null}
      </MoneyAct>
      <MoneyAct
        path={`${path}/unapplied/return`}
        label={say('Return money that is not applied', 'Rendre l’argent non affecté')}
        hasAmount
        isDangerous
      />
    </Section>
  )
}
