import { Alert, Stack, Text } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useMe } from '../shell/session.ts'
import type { Execution, Proposal } from './proposal.ts'

type Props = { proposal: Proposal; execution: Execution; rereads: readonly string[] }

/** The second person agrees or declines. The first person takes the proposal back. */
export const Decision = ({ proposal, execution, rereads }: Props) => {
  const say = useSay()
  const may = useMay()
  const isOwn = useMe().name === proposal.proposed_by
  if (!may(execution.operation)) return null
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
        // The id keeps a late agreement from becoming a new proposal.
        perform={(reason) =>
          send('POST', execution.path, { body: { ...execution.body, reason, proposal_id: proposal.id } })
        }
      />
      {decline}
    </div>
  )
}
