import { type ReactNode, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { typedNumber } from '../../staff/typed-number.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { AmountField } from './amount-field.tsx'
import { isProposal } from './money.ts'

type Props = {
  /** The address of the act. Its texts are kept under it. */
  path: string
  label: ReactNode
  isDangerous?: boolean
  hasAmount?: boolean
  /** The member of the body with the amount, and its label. */
  amountMember?: 'amount' | 'threshold'
  amountLabel?: string
  isReasonOptional?: boolean
  /** Some acts of one person have no reason. */
  hasReason?: boolean
  /** The act of one person has no proposals. Of any other act, this form reads none, and executes none. */
  isOfOne?: boolean
  body?: Record<string, unknown>
  /** Whether the fields of the act are complete. They show their own errors. */
  isComplete?: () => boolean
  children?: ReactNode
}

const maxReason = 500

/** An act on money behind its name. Where it needs two people, it is the act of the first one: the list of proposals has the second. */
export const MoneyAct = ({
  path,
  label,
  isDangerous,
  hasAmount,
  amountMember = 'amount',
  amountLabel,
  isReasonOptional = false,
  hasReason = true,
  isOfOne = !hasReason,
  body,
  isComplete = () => true,
  children,
}: Props) => {
  const say = useSay()
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  return (
    <details>
      <summary>{label}</summary>
      <ReasonedAct
        about={path}
        label={hasReason ? say('Reason', 'Motif') : null}
        isOptional={isReasonOptional}
        button={label}
        isDangerous={isDangerous ?? false}
        maxLength={maxReason}
        isComplete={() => {
          setTried(true)
          return isComplete() && (!hasAmount || typedNumber(amount) !== null)
        }}
        perform={(reason) =>
          send('POST', path, {
            body: {
              ...body,
              ...(hasAmount && { [amountMember]: typedNumber(amount) }),
              ...(reason && { reason }),
              ...(!isOfOne && { proposal_id: null }),
            },
          })
        }
        rereads={['/billing', '/queue']}
        // The amount is emptied, so that a second press does not send the act again.
        onDone={() => {
          setAmount('')
          setTried(false)
        }}
        done={(answer) =>
          isProposal(answer)
            ? say(
                'Proposed. Another person agrees to the same values within 24 hours.',
                'Proposé. Une autre personne accepte les mêmes valeurs sous 24 heures.',
              )
            : say('Done.', 'Fait.')
        }
      >
        {children}
        {hasAmount ? (
          <AmountField
            label={amountLabel ?? say('Amount', 'Montant')}
            value={amount}
            onChange={setAmount}
            isTried={isTried}
          />
        ) : null}
      </ReasonedAct>
    </details>
  )
}
