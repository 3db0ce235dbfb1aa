import { Group } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import type { DeskOrganization } from './organization.ts'

const operation = (act: string): string => `POST /organizations/{organization_id}/${act}`

/** Verify, refuse, and with two people suspend and restore. */
export const OrganizationActs = ({
  organization,
  path,
}: {
  organization: DeskOrganization
  path: string
}) => {
  const say = useSay()
  const may = useMay()
  const { id, status, proposals } = organization
  const rereads = ['/organizations', '/queue', '/proposals']
  const verify = useChange(() => send('POST', `${path}/verify`), { rereads })
  const canSettle = (status === 'pending' || status === 'refused') && may(operation('verify'))
  const second = status === 'verified' ? 'suspend' : status === 'suspended' ? 'restore' : null
  const canPropose = second !== null && proposals.length === 0 && may(operation(second))
  if (!canSettle && !canPropose) return null
  return (
    <Section title={say('Decision', 'Décision')}>
      {canSettle ? (
        <Group>
          <Confirmed
            label={say('Verify', 'Vérifier')}
            title={say('Verify the organization', 'Vérifier l’organisation')}
            preview={say(
              'It may then ask for production. Its differences from the register stay on record.',
              'Elle pourra demander la production. Ses différences avec le registre restent notées.',
            )}
            isDangerous={false}
            perform={() => verify.mutateAsync(undefined)}
          />
        </Group>
      ) : null}
      {canSettle && status === 'pending' ? (
        <ReasonedAct
          about={`refuse ${id}`}
          label={say(
            'Reason of the refusal, which the organization reads',
            'Motif du refus, que l’organisation lit',
          )}
          button={say('Refuse', 'Refuser')}
          isDangerous
          rereads={rereads}
          perform={(reason) => send('POST', `${path}/refuse`, { body: { reason } })}
        />
      ) : null}
      {canPropose ? (
        <ReasonedAct
          about={`${second} ${id}`}
          label={
            second === 'suspend'
              ? say(
                  'Reason of the suspension. Two people decide',
                  'Motif de la suspension. Deux personnes décident',
                )
              : say(
                  'Reason of the restoration. Two people decide',
                  'Motif du rétablissement. Deux personnes décident',
                )
          }
          button={
            second === 'suspend'
              ? say('Propose the suspension', 'Proposer la suspension')
              : say('Propose the restoration', 'Proposer le rétablissement')
          }
          isDangerous={second === 'suspend'}
          rereads={rereads}
          perform={(reason) => send('POST', `${path}/${second}`, { body: { reason, proposal_id: null } })}
        />
      ) : null}
    </Section>
  )
}
