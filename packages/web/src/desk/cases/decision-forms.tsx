import { Alert, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import type { Outcome, ShownCase, VictimName } from './case.ts'
import { caseStatusName } from './case-words.ts'

type Props = { shown: ShownCase; path: string }
const rereads = ['/cases', '/queue']
const outcomes: readonly Outcome[] = ['confirmed', 'dismissed', 'escalated_to_authorities']

/** The named victims that the network can list. */
const victimsOf = ({ parties }: ShownCase): string[] => [
  ...(parties?.subject?.role === 'victim' && !parties.subject.anonymous ? ['subject'] : []),
  ...(parties?.victims.flatMap(({ anonymous }, place) => (anonymous ? [] : [String(place)])) ?? []),
]
const victimName = (name: string): VictimName => (name === 'subject' ? name : Number(name))

const isUnclear = ({ parties }: ShownCase): boolean =>
  [parties?.subject, ...(parties?.victims ?? [])].some(
    (party) => party?.register.verdict === 'no_match' || party?.register.verdict === 'not_in_register',
  )

export const ProposeDecision = ({ shown, path }: Props) => {
  const say = useSay()
  const [status, setStatus] = useState<Outcome>('confirmed')
  const [listed, setListed] = useState<string[]>([])
  const [mismatch, setMismatch] = useState('')
  const victims = victimsOf(shown)
  const accuses = status !== 'dismissed'
  return (
    <ReasonedAct
      about={`${shown.id} propose`}
      label={say('Reason of the decision', 'Motif de la décision')}
      note={
        accuses
          ? say('A second person decides about it.', 'Une seconde personne tranche.')
          : say('A dismissal needs no second person.', 'Un classement ne demande pas de seconde personne.')
      }
      button={say('Propose', 'Proposer')}
      perform={(reason) =>
        send('POST', `${path}/propose`, {
          body: {
            ...{ status, reason },
            ...(accuses && listed.length > 0 && { victims: listed.map(victimName) }),
            ...(mismatch.trim() !== '' && { despite_mismatch: mismatch.trim() }),
          },
        })
      }
      rereads={rereads}
    >
      <NativeSelect
        label={say('Decision', 'Décision')}
        value={status}
        data={outcomes.map((value) => ({ value, label: caseStatusName(say, value) }))}
        onChange={(event) => setStatus(event.currentTarget.value as Outcome)}
      />
      {accuses && victims.length > 0 ? (
        <Choices
          label={say('Victims that the network lists', 'Victimes que le réseau inscrit')}
          values={victims}
          chosen={listed}
          nameOf={(name) =>
            name === 'subject'
              ? say('The subject', 'Le sujet')
              : `${say('Victim', 'Victime')} ${Number(name) + 1}`
          }
          onChange={setListed}
        />
      ) : null}
      {accuses && isUnclear(shown) ? (
        <TextInput
          label={say('Why it is right despite the mismatch', 'Pourquoi c’est juste malgré la discordance')}
          description={say(
            'A party does not match the register.',
            'Une partie ne concorde pas avec le registre.',
          )}
          value={mismatch}
          onChange={(event) => setMismatch(event.currentTarget.value)}
          maxLength={2_000}
        />
      ) : null}
    </ReasonedAct>
  )
}

/** The second person sees exactly what was proposed. */
export const DecideProposal = ({ shown, path }: Props) => {
  const say = useSay()
  const [isAccepted, setAccepted] = useState(true)
  const { proposal } = shown
  const proposed = shown.timeline.findLast(({ act }) => act === 'propose')
  if (!proposal) return null
  return (
    <Stack gap="sm">
      <Alert color="blue" title={`${say('Proposed', 'Proposé')} : ${caseStatusName(say, proposal.status)}`}>
        <bdi>{proposal.by}</bdi> : <bdi>{proposed?.text ?? '–'}</bdi>
        <div>
          {say('Victims that the network lists', 'Victimes que le réseau inscrit')} :{' '}
          {shown.listed_victims?.map((one) => (one === 'subject' ? one : one + 1)).join(', ') || '–'}
        </div>
        {shown.despite_mismatch ? (
          <div>
            {say('Despite a mismatch with the register.', 'Malgré une discordance avec le registre.')}
          </div>
        ) : null}
      </Alert>
      <ReasonedAct
        about={`${shown.id} decide`}
        label={
          isAccepted
            ? shown.despite_mismatch
              ? say('Why it is right despite the mismatch', 'Pourquoi c’est juste malgré la discordance')
              : say('Your reason to agree', 'Votre motif pour accepter')
            : say('Reason', 'Motif')
        }
        isOptional={isAccepted && !shown.despite_mismatch}
        note={say(
          'Another person must decide than the one who proposed.',
          'Une autre personne que celle qui a proposé doit trancher.',
        )}
        button={
          isAccepted
            ? say('Accept the proposal', 'Accepter la proposition')
            : say('Reject the proposal', 'Rejeter la proposition')
        }
        isDangerous={!isAccepted}
        perform={(text) =>
          send('POST', `${path}/decide`, {
            body: {
              proposal_id: shown.proposal_id,
              ...(isAccepted
                ? {
                    decision: 'accept',
                    ...(text && { [shown.despite_mismatch ? 'despite_mismatch' : 'reason']: text }),
                  }
                : { decision: 'reject', reason: text }),
            },
          })
        }
        rereads={rereads}
      >
        <Checkbox
          label={say('I agree with the proposal', 'Je suis d’accord avec la proposition')}
          checked={isAccepted}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
        />
      </ReasonedAct>
    </Stack>
  )
}
