import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { paymentMethods } from '@nani/contract'
import { useId, useState } from 'react'
import { base64Of } from '../../staff/base64.ts'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { paymentMethodName } from '../../staff/payment-words.ts'
import { send } from '../../staff/send.ts'
import { typedNumber } from '../../staff/typed-number.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { AmountField } from './amount-field.tsx'
import type { Invoice } from './money.ts'

const maxProofMegabytes = 5
const maxProofBytes = maxProofMegabytes * 1_024 * 1_024

const nothing = {
  invoices: [] as string[],
  ...{ amount: '', method: paymentMethods[0] as string, reference: '' },
  proof: null as File | null,
}
type Typed = typeof nothing
type Part = { typed: Typed; change: (part: Partial<Typed>) => void; isTried: boolean }

const isTooLarge = ({ proof }: Typed): boolean => proof !== null && proof.size > maxProofBytes
const isComplete = (typed: Typed): boolean =>
  typed.invoices.length > 0 &&
  typedNumber(typed.amount) !== null &&
  typed.reference.trim() !== '' &&
  !isTooLarge(typed)

const bodyOf = async ({ invoices, amount, method, reference, proof }: Typed) => ({
  ...{ invoices, amount: typedNumber(amount), method, reference: reference.trim() },
  ...(proof && { proof: { name: proof.name, data: base64Of(await proof.arrayBuffer()) } }),
})

type Props = { path: string; invoices: readonly Invoice[] }

/** Money that was paid outside. It counts when a person has approved it. */
export const DeclaredPayment = ({ path, invoices }: Props) => {
  const say = useSay()
  const [typed, setTyped] = useState(nothing)
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState(0)
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  const label = say('Declare a payment', 'Déclarer un paiement')
  // An invoice that was paid meanwhile leaves the list.
  const current = {
    ...typed,
    invoices: typed.invoices.filter((chosen) => invoices.some(({ id }) => id === chosen)),
  }
  const part = { typed: current, change, isTried }
  return (
    <details>
      <summary>{label}</summary>
      <ReasonedAct
        about={`${path}/payments`}
        label={null}
        button={label}
        isComplete={() => {
          setTried(true)
          return isComplete(current)
        }}
        perform={async () => send('POST', `${path}/payments`, { body: await bodyOf(current) })}
        rereads={['/billing', '/queue']}
        onDone={() => {
          setTyped(nothing)
          setTried(false)
          setMade(made + 1)
        }}
        done={() => say('Declared. It waits for its approval.', 'Déclaré. Il attend son approbation.')}
      >
        <PaidInvoices {...part} invoices={invoices} />
        <Transfer {...part} />
        <Proof key={made} {...part} />
      </ReasonedAct>
    </details>
  )
}

const PaidInvoices = ({ typed, change, isTried, invoices }: Part & Pick<Props, 'invoices'>) => {
  const say = useSay()
  const { money } = useFormats()
  const one = (id: string) => invoices.find((invoice) => invoice.id === id)
  return (
    <>
      <Choices
        label={say('Invoices that it pays', 'Factures qu’il paie')}
        values={invoices.map(({ id }) => id)}
        chosen={typed.invoices}
        nameOf={(id) => one(id)?.number ?? id}
        noteOf={(id) => {
          const due = one(id)?.amount_due
          return due && say(`${money(due)} due`, `${money(due)} dû`)
        }}
        onChange={(chosen) => change({ invoices: chosen })}
      />
      {isTried && typed.invoices.length === 0 ? (
        <Alert color="orange" role="alert">
          {say('Choose at least one invoice.', 'Choisissez au moins une facture.')}
        </Alert>
      ) : null}
    </>
  )
}

const Transfer = ({ typed, change, isTried }: Part) => {
  const say = useSay()
  return (
    <>
      <AmountField
        label={say('Amount that was paid', 'Montant payé')}
        value={typed.amount}
        onChange={(amount) => change({ amount })}
        isTried={isTried}
      />
      <NativeSelect
        label={say('Method', 'Moyen')}
        value={typed.method}
        data={paymentMethods.map((value) => ({ value, label: paymentMethodName(say, value) }))}
        onChange={(event) => change({ method: event.currentTarget.value })}
      />
      <TextInput
        label={say('Reference of the payment', 'Référence du paiement')}
        value={typed.reference}
        maxLength={255}
        required
        autoComplete="off"
        error={
          isTried && typed.reference.trim() === ''
            ? say('Write the reference.', 'Écrivez la référence.')
            : null
        }
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
    </>
  )
}

const Proof = ({ typed, change }: Part) => {
  const say = useSay()
  const id = useId()
  return (
    <div className="file">
      <label htmlFor={id}>
        {say(
          `File that shows the payment, at most ${maxProofMegabytes} MB (optional)`,
          `Fichier qui montre le paiement, au plus ${maxProofMegabytes} Mo (facultatif)`,
        )}
      </label>
      <input
        id={id}
        type="file"
        onChange={(event) => change({ proof: event.currentTarget.files?.[0] ?? null })}
      />
      {isTooLarge(typed) ? (
        <Alert color="orange" role="alert">
          {say('The file is too large.', 'Le fichier est trop grand.')}
        </Alert>
      ) : null}
    </div>
  )
}
