import './cases.css'
import { Alert, Badge } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { useRead } from '../../staff/reading.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { useMe } from '../shell/session.ts'
import { casePath, type ShownCase } from './case.ts'
import { CaseActs } from './case-acts.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CaseTimeline } from './case-timeline.tsx'
import { caseColor, caseStatusName, fraudTypeName } from './case-words.ts'
import { LinkedCases } from './linked-cases.tsx'

/** Facts are left, evidence is right, and the acts are below. */
export const CasePage = () => {
  const { fraudCase = '' } = useParams({ strict: false }) as { fraudCase?: string }
  const path = casePath(fraudCase)
  return (
    <Loaded query={useRead<ShownCase>(path)}>
      {(shown) => <OneCase read={shown} path={path} key={shown.id} />}
    </Loaded>
  )
}

const OneCase = ({ read, path }: { read: ShownCase; path: string }) => {
  const say = useSay()
  useEnvironmentOf(read.environment)
  // Sealed data is shown until the page is left. It is in no cache.
  const [opened, setOpened] = useState<ShownCase | null>(null)
  const me = useMe()
  const [known] = useState(read.timeline.length)
  // What others added belongs next to the decision about it.
  const added = read.timeline.slice(known).filter(({ actor }) => actor !== me.name)
  const shown: ShownCase = opened
    ? { ...read, parties: opened.parties, description: opened.description, evidence: opened.evidence }
    : read
  return (
    <Page
      title={read.case_number}
      about={
        <>
          {fraudTypeName(say, read.type)} ·{' '}
          {read.environment === 'sandbox' ? say('Sandbox', 'Bac à sable') : say('Production', 'Production')}{' '}
          <Badge color={caseColor(read.status)} variant="light">
            {caseStatusName(say, read.status)}
          </Badge>{' '}
          {read.is_late ? (
            <Badge color="red" variant="light">
              {say('Late', 'En retard')}
            </Badge>
          ) : null}
        </>
      }
    >
      <div className="decision">
        <CaseFacts shown={shown} path={path} isOpened={opened !== null} onOpened={setOpened} />
        <CaseEvidence shown={shown} path={path} />
      </div>
      {added.length > 0 ? (
        <Alert color="yellow" title={say('New since you opened the case', 'Nouveau depuis l’ouverture')}>
          <CaseTimeline entries={added} />
        </Alert>
      ) : null}
      <CaseActs shown={shown} path={path} />
      <LinkedCases shown={read} path={path} />
      <Section title={say('Timeline', 'Chronologie')}>
        <CaseTimeline entries={read.timeline} />
      </Section>
    </Page>
  )
}
