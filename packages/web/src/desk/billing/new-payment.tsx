import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { base64Of } from '../../staff/base64.ts'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { typedNumber } from '../../staff/typed-number.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { AmountField } from './amount-field.tsx'
import type { Invoice } from './money.ts'
import { paymentMethodName, paymentMethods } from './money-words.ts'
import { RequestedPayment } from './requested-payment.tsx'

const megabyte = 1_024 * 1_024
const maxProofMegabytes = 5
const rereads = ['/billing', '/queue']

/** The payments that a person may note or ask for: those of invoices on which something is due. */
export const NewPayment = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const { data } = useRead<{ data: Invoice[] }>(`${path}/invoices`, { limit: '100' })
  const open = (data?.data ?? []).filter(
    ({ status, amount_due }) => (status === 'issued' || status === 'overdue') && amount_due.value > 0,
  )
  if (!may('POST /billing/organizations/{organization_id}/payments')) return null
  if (open.length === 0)
    return (
      <p className="quiet">
        {say(
          'A payment is for an invoice. Nothing is due on any invoice now.',
          'Un paiement porte sur une facture. Rien n’est dû sur aucune facture maintenant.',
        )}
      </p>
    )
  return (
    <>
      <DeclaredPayment path={path} invoices={open} />
      <RequestedPayment path={path} invoices={open} />
    </>
  )
}

/** Money that was paid outside. It counts when a person has approved it. */
const DeclaredPayment = ({ path, invoices }: { path: string; invoices: readonly Invoice[] }) => {
  const say = useSay()
  const { money } = useFormats()
  const [chosen, setChosen] = useState<string[]>([])
  const [amount, setAmount] = useState('')
  const [method, setMethod] = useState<string>(paymentMethods[0])
  const [reference, setReference] = useState('')
  const [proof, setProof] = useState<File | null>(null)
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState(0)
  const isLarge = proof !== null && proof.size > maxProofMegabytes * megabyte
  const label = say('Declare a payment', 'Déclarer un paiement')
  return (
    <details>
      <summary>{label}</summary>
      <ReasonedAct
        about={`${path}/payments`}
        label={null}
        button={label}
        isComplete={() => {
          setTried(true)
          return chosen.length > 0 && typedNumber(amount) !== null && reference.trim() !== '' && !isLarge
        }}
        perform={async () =>
          send('POST', `${path}/payments`, {
            body: {
              ...{ invoices: chosen, amount: typedNumber(amount), method, reference: reference.trim() },
              ...(proof && { proof: { name: proof.name, data: base64Of(await proof.arrayBuffer()) } }),
            },
          })
        }
        rereads={rereads}
        onDone={() => {
          setChosen([])
          setAmount('')
          setReference('')
          setProof(null)
          setTried(false)
          setMade(made + 1)
        }}
        done={() => say('Declared. It waits for its approval.', 'Déclaré. Il attend son approbation.')}
      >
        <Choices
          label={say('Invoices that it pays', 'Factures qu’il paie')}
          values={invoices.map(({ id }) => id)}
          chosen={chosen}
          nameOf={(id) => invoices.find((one) => one.id === id)?.number ?? id}
          noteOf={(id) => {
            const due = invoices.find((one) => one.id === id)?.amount_due
            return due && say(`${money(due)} due`, `${money(due)} dû`)
          }}
          onChange={setChosen}
        />
        {isTried && chosen.length === 0 ? (
          <Alert color="orange" role="alert">
            {say('Choose at least one invoice.', 'Choisissez au moins une facture.')}
          </Alert>
        ) : null}
        <AmountField
          label={say('Amount that was paid', 'Montant payé')}
          value={amount}
          onChange={setAmount}
          isTried={isTried}
        />
        <NativeSelect
          label={say('Method', 'Moyen')}
          value={method}
          data={paymentMethods.map((value) => ({ value, label: paymentMethodName(say, value) }))}
          onChange={(event) => setMethod(event.currentTarget.value)}
        />
        <TextInput
          label={say('Reference of the payment', 'Référence du paiement')}
          value={reference}
          maxLength={255}
          required
          autoComplete="off"
          error={
            isTried && reference.trim() === '' ? say('Write the reference.', 'Écrivez la référence.') : null
          }
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <ProofField key={made} onChange={setProof} isLarge={isLarge} />
      </ReasonedAct>
    </details>
  )
}

const ProofField = ({
  onChange,
  isLarge,
}: {
  onChange: (file: File | null) => void
  isLarge: boolean
}) => {
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
      <input id={id} type="file" onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)} />
      {isLarge ? (
        <Alert color="orange" role="alert">
          {say('The file is too large.', 'Le fichier est trop grand.')}
        </Alert>
      ) : null}
    </div>
  )
}
