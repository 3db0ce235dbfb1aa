import { Badge } from '@mantine/core'
import type { ConsoleAlert } from '@nani/contract/console'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'
import { alertName, categoryName, riskName } from './compliance-words.ts'
import { HitDecision } from './hit-decision.tsx'

/** The alerts of monitoring. Each hit has its decision. */
export const AlertsSection = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<ConsoleAlert>(`${application}/alerts`)
  return (
    <Section title={say('Alerts', 'Alertes')} about={say('Of the last 30 days.', 'Des 30 derniers jours.')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No alert', 'Aucune alerte')}
            next={say(
              'An alert appears here when a monitored person enters a list. Ask for monitoring in the call of AML screening.',
              'Une alerte paraît ici quand une personne surveillée entre sur une liste. Demandez la surveillance dans l’appel du contrôle AML.',
            )}
          />
        }
      >
        {(alerts) => alerts.map((alert) => <Alert key={alert.id} alert={alert} />)}
      </LoadedList>
    </Section>
  )
}

const riskColors = { low: 'gray', medium: 'orange', high: 'red' } as const

const Alert = ({ alert }: { alert: ConsoleAlert }) => {
  const say = useSay()
  const { number } = useFormats()
  const { screening_id: screeningId, reference, risk_level: level, risk_score: score } = alert
  return (
    <article className="alert-of-monitor">
      <h3 className="dispute-title">
        {alertName(say, alert)} · <Time at={alert.created_at} />{' '}
        <Badge variant="light" color={riskColors[level]}>
          {`${say('Risk:', 'Risque :')} ${riskName(say, level)} · ${score}`}
        </Badge>
      </h3>
      <p className="quiet">
        {reference === null ? null : (
          <>
            {say('Reference', 'Référence')} <bdi>{reference}</bdi> ·{' '}
          </>
        )}
        {say('Screening', 'Contrôle')} <code className="breakable">{screeningId}</code>
      </p>
      {alert.hits.length === 0 ? null : (
        <Records
          caption={say('Hits', 'Correspondances')}
          rows={alert.hits}
          keyOf={({ position }) => String(position)}
          columns={[
            {
              label: say('Name on the list', 'Nom sur la liste'),
              cell: ({ matched_name }) => <bdi>{matched_name}</bdi>,
            },
            { label: say('List', 'Liste'), cell: ({ list }) => <bdi>{list}</bdi> },
            { label: say('Kind', 'Type'), cell: ({ category }) => categoryName(say, category) },
            { label: say('Similarity', 'Ressemblance'), cell: ({ match_score }) => number(match_score) },
            {
              label: say('Action', 'Action'),
              cell: ({ position }) => <HitDecision screeningId={screeningId} position={position} />,
            },
          ]}
        />
      )}
    </article>
  )
}
