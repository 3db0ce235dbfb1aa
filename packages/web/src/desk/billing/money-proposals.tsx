import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useMe } from '../shell/session.ts'
import { type ListedProposal, moneyPath } from './money.ts'
import { executionOfMoney } from './money-execution.ts'
import { moneyAct } from './money-words.ts'

const maxReason = 500

/** What was proposed, with every value. The second person agrees to exactly that, or declines. */
export const MoneyProposals = ({ organizationId }: { organizationId?: string }) => {
  const say = useSay()
  const query = useList<ListedProposal>('/billing/proposals', { organization_id: organizationId })
  return (
    <LoadedList query={query} empty={<Empty title={say('Nothing waits', 'Rien n’attend')} />}>
      {(data) => (
        <ul className="messages">
          {data.map((one) => (
            <li key={one.id}>
              <strong>{moneyAct(say, one.action)}</strong> ·{' '}
              <Link to={moneyPath(one.organization_id)}>
                <bdi>{one.organization}</bdi>
              </Link>{' '}
              · {say('by', 'par')} <bdi>{one.proposed_by}</bdi> · {say('until', 'jusqu’à')}{' '}
              <Time at={one.expires_at} />
              <dl className="values">
                {Object.entries(one.command).map(([name, value]) => (
                  <div key={name}>
                    <dt>
                      <code>{name}</code>
                    </dt>
                    <dd>
                      <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
              {one.reason !== null && one.command.reason === undefined ? (
                <p>
                  {say('Reason', 'Motif')} : <bdi>{one.reason}</bdi>
                </p>
              ) : null}
              <Agreed proposal={one} />
              <Declined proposal={one} />
            </li>
          ))}
        </ul>
      )}
    </LoadedList>
  )
}

/** Another person than the one who proposed sends the same act with the same values, and may give an own reason. */
const Agreed = ({ proposal }: { proposal: ListedProposal }) => {
  const say = useSay()
  const may = useMay()
  const isOwn = useMe().name === proposal.proposed_by
  const execution = executionOfMoney(proposal)
  if (isOwn || !execution || !may('POST /billing/proposals/{id}/decline')) return null
  return (
    <ReasonedAct
      about={`agree ${proposal.id}`}
      label={say('Your reason to agree', 'Votre motif pour accepter')}
      isOptional
      maxLength={maxReason}
      button={say('Agree and execute', 'Accepter et exécuter')}
      rereads={['/billing', '/queue']}
      perform={(reason) =>
        send('POST', execution.path, { body: { ...execution.body, ...(reason && { reason }) } })
      }
    />
  )
}

/** The person who proposed takes it back, and another person declines it. */
const Declined = ({ proposal: { id, proposed_by } }: { proposal: ListedProposal }) => {
  const say = useSay()
  const may = useMay()
  const isOwn = useMe().name === proposed_by
  if (!may('POST /billing/proposals/{id}/decline')) return null
  return (
    <details>
      <summary>{isOwn ? say('Take back', 'Retirer') : say('Decline', 'Décliner')}</summary>
      <ReasonedAct
        about={`decline ${id}`}
        label={
          isOwn
            ? say('Reason to take it back', 'Motif du retrait')
            : say('Reason to decline', 'Motif du refus')
        }
        button={isOwn ? say('Take back', 'Retirer') : say('Decline', 'Décliner')}
        isDangerous
        maxLength={maxReason}
        rereads={['/billing', '/queue']}
        perform={(reason) =>
          send('POST', `/billing/proposals/${encodeURIComponent(id)}/decline`, { body: { reason } })
        }
      />
    </details>
  )
}
