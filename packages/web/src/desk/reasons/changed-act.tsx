import '../areas.css'
import { Alert, Stack, Text, Textarea } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../staff/api-error.ts'
import { type Say, useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { caseStatusName } from '../cases/case-words.ts'

/** An act that was not done, because what it is about has changed. `text`: what the person typed. */
type Refused = { error: ApiError; text: string }
/** `number`: how many were refused so far. Each has a notice of its own, which takes the focus. */
type ChangedAct = Refused & { pathname: string; number: number }

const Context = createContext<(changed: Refused | null) => void>(() => {})

/** Conflicts with what another person did meanwhile. */
const conflicts = ['state_conflict', 'billing_conflict', 'no_proposal', 'case_status_not_allowed']

/** Whether the page shows an earlier state than the server has. */
export const isOfEarlierState = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.problem.error === 'changed_meanwhile' ||
    conflicts.includes(error.problem.reason ?? error.problem.error))

/** The form of such an act may be gone with the earlier state. So the page itself says what changed, and has the text. */
export const ChangedActs = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const [changed, setChanged] = useState<ChangedAct | null>(null)
  const report = (next: Refused | null) =>
    setChanged((last) => next && { ...next, pathname, number: (last?.number ?? 0) + 1 })
  return (
    <Context value={report}>
      {/* One cell of the grid, also without a notice: a new parent would begin the page again. */}
      <div className="content">
        {changed?.pathname === pathname ? <ChangedNotice key={changed.number} changed={changed} /> : null}
        {children}
      </div>
    </Context>
  )
}

export const useReportChanged = () => useContext(Context)

const ChangedNotice = ({ changed }: { changed: ChangedAct }) => {
  const say = useSay()
  const notice = useRef<HTMLDivElement>(null)
  // The form that had the focus may be gone.
  useEffect(() => notice.current?.focus(), [])
  const facts = factsOf(changed.error.problem.current, say)
  return (
    <div ref={notice} tabIndex={-1} className="changed">
      <Stack gap="sm">
        <ErrorNotice error={changed.error} />
        <Alert color="yellow" title={say('The page shows the state of now', 'La page montre l’état actuel')}>
          <Stack gap="sm">
            <Text size="sm">
              {say(
                'Your act was not done. Read what changed before you decide again.',
                'Votre action n’a pas été faite. Lisez ce qui a changé avant de décider de nouveau.',
              )}
            </Text>
            {facts.length > 0 ? <Facts facts={facts} /> : null}
            {changed.text === '' ? null : (
              <Textarea
                readOnly
                autosize
                label={say('Your text, which was not sent', 'Votre texte, qui n’a pas été envoyé')}
                value={changed.text}
              />
            )}
          </Stack>
        </Alert>
      </Stack>
    </div>
  )
}

type CaseStatus = Parameters<typeof caseStatusName>[1]
type Shown = readonly (readonly [name: string, value: ReactNode])[]

/** What the refusal says of the present object: a proposal, a case, or another one with these members. */
const factsOf = (current: Record<string, unknown> | undefined, say: Say): Shown => {
  const known: [name: string, member: string][] = [
    [say('Status now', 'Statut actuel'), 'status'],
    [say('Proposed by', 'Proposé par'), 'proposed_by'],
    [say('Decided by', 'Décidé par'), 'decided_by'],
    [say('Reason', 'Motif'), 'decided_reason'],
  ]
  return known.flatMap(([name, member]) => {
    const value = current?.[member]
    if (typeof value !== 'string' || value === '') return []
    const text = member === 'status' ? statusName(say, current?.object, value) : value
    return [[name, <bdi key={member}>{text}</bdi>] as const]
  })
}

const statusName = (say: Say, object: unknown, status: string): string =>
  object === 'fraud_case' ? caseStatusName(say, status as CaseStatus) : proposalStatus(say, status)

const proposalStatus = (say: Say, status: string): string =>
  ({
    proposed: say('Another proposal waits', 'Une autre proposition attend'),
    executed: say('Executed', 'Exécutée'),
    declined: say('Declined', 'Déclinée'),
    ended: say('The proposal has ended', 'La proposition a pris fin'),
  })[status] ?? status
