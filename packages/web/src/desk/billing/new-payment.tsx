import { useSay } from '../../staff/language.tsx'
import { useRead } from '../../staff/reading.ts'
import { useMay } from '../rights.ts'
import { DeclaredPayment } from './declared-payment.tsx'
import type { Invoice } from './money.ts'
import { RequestedPayment } from './requested-payment.tsx'

/** The payments that a person may note or ask for: those of invoices on which something is due. */
export const NewPayment = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const isPermitted = may('POST /billing/organizations/{organization_id}/payments')
  const { data } = useRead<{ data: Invoice[] }>(`${path}/invoices`, { limit: '100' }, isPermitted)
  const open = (data?.data ?? []).filter(
    ({ status, amount_due }) => (status === 'issued' || status === 'overdue') && amount_due.value > 0,
  )
  if (!isPermitted) return null
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
