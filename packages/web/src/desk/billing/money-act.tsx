import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { isProposal } from './money.ts'

type Props = {
  /** The address of the act. Its texts are kept under it. */
  path: string
  label: string
  isDangerous?: boolean
  hasAmount?: boolean
  hasReason?: boolean
  body?: Record<string, unknown>
  children?: ReactNode
}

const maxReason = 500

/** An act on money behind its name. The first person proposes; the same act by a second person executes. */
export const MoneyAct = ({
  path,
  label,
  isDangerous,
  hasAmount,
  hasReason = true,
  body,
  children,
}: Props) => {
  const say = useSay()
  const [amount, setAmount] = useState('')
  return (
    <details>
      <summary>{label}</summary>
      <ReasonedAct
        about={path}
        label={hasReason ? say('Reason', 'Motif') : null}
        button={label}
        isDangerous={isDangerous ?? false}
        maxLength={maxReason}
        perform={(reason) =>
          send('POST', path, {
            body: {
              ...body,
              ...(hasAmount && { amount: Number(amount.replace(',', '.')) }),
              ...(hasReason && { reason }),
            },
          })
        }
        rereads={['/billing', '/queue']}
        done={(answer) =>
          isProposal(answer)
            ? say(
                'Proposed. A second person sends the same act with the same values within 24 hours.',
                'Proposé. Une seconde personne envoie le même acte avec les mêmes valeurs sous 24 heures.',
              )
            : say('Done.', 'Fait.')
        }
      >
        {children}
        {hasAmount ? (
          <TextInput
            label={say('Amount', 'Montant')}
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            required
          />
        ) : null}
      </ReasonedAct>
    </details>
  )
}
