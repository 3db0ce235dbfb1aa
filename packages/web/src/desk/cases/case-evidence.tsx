import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { queryOf } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import type { EvidenceLine, EvidenceView, ShownCase } from './case.ts'
import { evidenceTypeName } from './case-words.ts'
import { EvidenceViewer } from './evidence-viewer.tsx'

export const CaseEvidence = ({ shown, path }: { shown: ShownCase; path: string }) => {
  const say = useSay()
  return (
    <div className="decision-side">
      <Section
        title={say('Evidence', 'Pièces')}
        about={say(
          'The server draws images and documents, and writes sound, again. The file of the reporter never opens here.',
          'Le serveur redessine les images et les documents, et réécrit le son. Le fichier du déclarant ne s’ouvre jamais ici.',
        )}
      >
        {shown.evidence.length === 0 ? (
          <Empty title={say('No file', 'Aucune pièce')} />
        ) : (
          shown.evidence.map((line) => <Piece key={line.position} line={line} shown={shown} path={path} />)
        )}
      </Section>
    </div>
  )
}

const kilobyte = 1_024

const Piece = ({ line, shown, path }: { line: EvidenceLine; shown: ShownCase; path: string }) => {
  const say = useSay()
  const may = useMay()
  const { number } = useFormats()
  const [isAsked, setAsked] = useState(false)
  const [view, setView] = useState<EvidenceView | null>(null)
  const name = `${say('File', 'Pièce')} ${line.position + 1}`
  return (
    <article className="party">
      <div>
        <strong>{name}</strong> · {evidenceTypeName(say, line.type)} · {line.format.toUpperCase()} ·{' '}
        {number(Math.ceil(line.bytes / kilobyte))} {say('kB', 'ko')}{' '}
        {line.malware ? (
          <Badge color="red" variant="light">
            {say('Malware', 'Maliciel')} : {line.malware}
          </Badge>
        ) : null}
      </div>
      {line.description ? (
        <div className="words">
          <bdi>{line.description}</bdi>
        </div>
      ) : null}
      {view ? (
        <>
          <EvidenceViewer view={view} name={name} />
          <Button size="xs" variant="default" onClick={() => setView(null)}>
            {say('Close the file', 'Fermer la pièce')}
          </Button>
        </>
      ) : null}
      {line.malware ? (
        <div className="quiet">
          {say('An infected file is never shown.', 'Une pièce infectée n’est jamais montrée.')}
        </div>
      ) : null}
      {!view &&
      !isAsked &&
      !line.malware &&
      !shown.erased &&
      may('GET /cases/{fraud_case}/evidence/{position}') ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => setAsked(true)}
          aria-label={`${say('View', 'Visionner')} : ${name}`}
        >
          {say('View', 'Visionner')}
        </Button>
      ) : null}
      {!view && isAsked ? (
        <ReasonedAct
          about={`${shown.id} evidence ${line.position}`}
          label={say('Why do you view this file?', 'Pourquoi visionnez-vous cette pièce ?')}
          button={say('View the file', 'Visionner la pièce')}
          perform={(reason) =>
            send<EvidenceView>('GET', `${path}/evidence/${line.position}?${queryOf({ reason })}`)
          }
          rereads={[path]}
          onDone={(seen) => {
            setView(seen)
            setAsked(false)
          }}
        />
      ) : null}
    </article>
  )
}
