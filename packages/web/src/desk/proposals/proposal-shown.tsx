import { Alert, Stack, Text } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useMe } from '../shell/session.ts'
import { executionOf, type Proposal } from './proposal.ts'
import { actName } from './proposal-words.ts'

const shownValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)

type Props = { proposal: Proposal; rereads: readonly string[] }

/** Exactly what was proposed, and the decision of the second person. */
export const ProposalShown = ({ proposal, rereads }: Props) => {
  const say = useSay()
  const { act, content, proposed_by, reason, expires_at, proposed_at } = proposal
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          [say('Act', 'Acte'), actName(say, act)],
          ...Object.entries(content).map(
            ([name, value]) => [name, <bdi key={name}>{shownValue(value)}</bdi>] as const,
          ),
          [say('Proposed by', 'Proposé par'), <bdi key="by">{proposed_by}</bdi>],
          [say('Reason', 'Motif'), <bdi key="reason">{reason}</bdi>],
          [say('Proposed', 'Proposé le'), <Time key="at" at={proposed_at} />],
          [say('Ends', 'Expire'), <Time key="ends" at={expires_at} />],
        ]}
      />
      <Decision proposal={proposal} rereads={rereads} />
    </Stack>
  )
}

const Decision = ({ proposal, rereads }: Props) => {
  const say = useSay()
  const may = useMay()
  const isOwn = useMe().name === proposal.proposed_by
  const execution = executionOf(proposal)
  if (!execution || !may(execution.operation)) return null
  const decline = (
    <ReasonedAct
      about={`decline ${proposal.id}`}
      label={
        isOwn ? say('Reason to take it back', 'Motif du retrait') : say('Reason to decline', 'Motif du refus')
      }
      button={isOwn ? say('Take back', 'Retirer') : say('Decline', 'Décliner')}
      isDangerous
      rereads={rereads}
      perform={(reason) =>
        send('POST', `/proposals/${encodeURIComponent(proposal.id)}/decline`, { body: { reason } })
      }
    />
  )
  if (isOwn)
    return (
      <Alert color="blue" title={say('It waits for another person', 'Elle attend une autre personne')}>
        <Stack gap="sm">
          <Text size="sm">
            {say(
              'You proposed it. You cannot decide it alone.',
              'Vous l’avez proposée. Vous ne pouvez pas décider seul.',
            )}
          </Text>
          {decline}
        </Stack>
      </Alert>
    )
  return (
    <div className="decision">
      <ReasonedAct
        about={`execute ${proposal.id}`}
        label={say('Your reason to agree', 'Votre motif pour accepter')}
        button={say('Agree and execute', 'Accepter et exécuter')}
        rereads={rereads}
        perform={(reason) =>
          // The second person sends the same act with the same values.
          send('POST', execution.path, { body: { ...bodyOf(proposal), reason } })
        }
      />
      {decline}
    </div>
  )
}

/** A recovery names its operator in the path. */
const bodyOf = ({ act, content }: Proposal): Record<string, unknown> =>
  act === 'operators.recover_second_factor' ? {} : content
