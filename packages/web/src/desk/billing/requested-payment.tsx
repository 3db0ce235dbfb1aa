import { NativeSelect, TextInput } from '@mantine/core'
import { isTelephone } from '@nani/contract'
import { useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import type { Invoice } from './money.ts'

const bare = (typed: string): string => typed.replaceAll(/[\s\u00A0.-]/gu, '')

/** Asks the provider of mobile money to collect what is due on an invoice. */
export const RequestedPayment = ({ path, invoices }: { path: string; invoices: readonly Invoice[] }) => {
  const say = useSay()
  const may = useMay()
  const { money } = useFormats()
  const [selected, setSelected] = useState('')
  // An invoice that was paid meanwhile leaves the list.
  const invoice = invoices.some(({ id }) => id === selected) ? selected : (invoices[0]?.id ?? '')
  const [payer, setPayer] = useState('')
  const [isTried, setTried] = useState(false)
  if (!may('POST /billing/organizations/{organization_id}/payment-requests')) return null
  const label = say('Ask for a payment by mobile money', 'Demander un paiement par argent mobile')
  return (
    <details>
      <summary>{label}</summary>
      <ReasonedAct
        about={`${path}/payment-requests`}
        label={null}
        button={label}
        isComplete={() => {
          setTried(true)
          return isTelephone(bare(payer))
        }}
        perform={() =>
          send<{ reference: string | null }>('POST', `${path}/payment-requests`, {
            body: { invoice, payer: bare(payer) },
          })
        }
        rereads={['/billing']}
        onDone={() => {
          setPayer('')
          setTried(false)
        }}
        done={({ reference }) =>
          say(
            `The provider asks the payer. Its reference: ${reference ?? '–'}.`,
            `Le prestataire sollicite le payeur. Sa référence : ${reference ?? '–'}.`,
          )
        }
      >
        <NativeSelect
          label={say('Invoice', 'Facture')}
          value={invoice}
          data={invoices.map(({ id, number, amount_due }) => ({
            value: id,
            label: `${number} · ${money(amount_due)}`,
          }))}
          onChange={(event) => setSelected(event.currentTarget.value)}
        />
        <TextInput
          label={say('Telephone number of the payer', 'Numéro de téléphone du payeur')}
          description={say('With the country, such as +243810000001', 'Avec le pays, comme +243810000001')}
          type="tel"
          inputMode="tel"
          value={payer}
          required
          autoComplete="off"
          error={
            isTried && !isTelephone(bare(payer))
              ? say('Write the number with the country.', 'Écrivez le numéro avec le pays.')
              : null
          }
          onChange={(event) => setPayer(event.currentTarget.value)}
        />
      </ReasonedAct>
    </details>
  )
}
