import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded, Unread } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { type CaseGraph, casePath, type ShownCase } from './case.ts'
import { caseColor, caseStatusName, fraudTypeName, linkReason } from './case-words.ts'
import { graphSize, placesOf } from './graph-places.ts'

/** Linked cases as a picture, and as a table with the same content. */
export const LinkedCases = ({ shown, path }: { shown: ShownCase; path: string }) => {
  const say = useSay()
  const query = useRead<CaseGraph>(`${path}/graph`, {}, shown.cluster.size > 1)
  const unread = query.data?.unread ?? shown.unread ?? []
  return (
    <Section
      title={say('Linked cases', 'Dossiers liés')}
      about={say(
        'Cases that share a party, directly or through others.',
        'Les dossiers qui partagent une partie, directement ou par d’autres.',
      )}
    >
      {unread.length > 0 ? <Unread databases={unread} /> : null}
      {shown.cluster.size > 1 ? (
        <Loaded query={query}>
          {(graph) => (
            <>
              <Picture graph={graph} />
              <Links graph={graph} />
              {graph.is_cut ? (
                <p className="quiet">
                  {say('There are more cases than shown.', 'Il y a plus de dossiers que montré.')}
                </p>
              ) : null}
            </>
          )}
        </Loaded>
      ) : (
        <Empty title={say('No linked case', 'Aucun dossier lié')} />
      )}
    </Section>
  )
}

const strongest = 4

const Picture = ({ graph }: { graph: CaseGraph }) => {
  const say = useSay()
  const places = placesOf(graph)
  const label = say(
    `${graph.nodes.length} linked cases. The table below has the same content.`,
    `${graph.nodes.length} dossiers liés. Le tableau ci-dessous a le même contenu.`,
  )
  return (
    <svg
      className="graph"
      viewBox={`0 0 ${graphSize.width} ${graphSize.height}`}
      role="img"
      aria-label={label}
    >
      {graph.edges.map(({ from, to, strength }) => {
        const [start, end] = [places.get(from), places.get(to)]
        return start && end ? (
          <line
            key={`${from} ${to}`}
            {...{ x1: start.x, y1: start.y, x2: end.x, y2: end.y }}
            strokeWidth={1 + Math.min(1, strength) * strongest}
          />
        ) : null
      })}
      {graph.nodes.map(({ case_number, status }) => {
        const place = places.get(case_number)
        return place ? (
          <g key={case_number} data-status={status} data-here={case_number === graph.case_number}>
            <circle cx={place.x} cy={place.y} r={10} />
            <text x={place.x} y={place.y + 26} textAnchor="middle">
              {case_number}
            </text>
          </g>
        ) : null
      })}
    </svg>
  )
}

const Links = ({ graph }: { graph: CaseGraph }) => {
  const say = useSay()
  const { number } = useFormats()
  const nodes = new Map(graph.nodes.map((node) => [node.case_number, node]))
  const cell = (name: string) => {
    const node = nodes.get(name)
    return node ? (
      <>
        <Link to={casePath(node.id)}>{name}</Link>{' '}
        <Badge color={caseColor(node.status)} variant="light">
          {caseStatusName(say, node.status)}
        </Badge>
        <div className="quiet">{fraudTypeName(say, node.type)}</div>
      </>
    ) : (
      name
    )
  }
  return (
    <Records
      caption={say('Links between cases', 'Liens entre les dossiers')}
      rows={graph.edges}
      keyOf={({ from, to }) => `${from} ${to}`}
      columns={[
        { label: say('Case', 'Dossier'), cell: ({ from }) => cell(from) },
        { label: say('Linked with', 'Lié à'), cell: ({ to }) => cell(to) },
        {
          label: say('Reasons', 'Raisons'),
          cell: ({ reasons }) => reasons.map((one) => linkReason(say, one)).join(', '),
        },
        { label: say('Strength', 'Force'), cell: ({ strength }) => number(strength) },
      ]}
    />
  )
}
