import { Badge } from '@mantine/core'
import { fraudCaseStatuses, fraudTypes } from '@nani/contract'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { Loaded, LoadedList, Unread } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Facts, Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList, useRead } from '../../staff/reading.ts'
import { type CaseStatistics, casePath, type ListedCase } from './case.ts'
import { caseColor, caseStatusName, fraudTypeName, priorityName } from './case-words.ts'

export const CasesPage = () => {
  const say = useSay()
  const fields: FilterField[] = [
    { name: 'q', label: say('Number', 'Numéro') },
    {
      name: 'status',
      label: say('Status', 'État'),
      options: fraudCaseStatuses.map((value) => ({ value, label: caseStatusName(say, value) })),
    },
    {
      name: 'type',
      label: say('Type', 'Type'),
      options: fraudTypes.map((value) => ({ value, label: fraudTypeName(say, value) })),
    },
    { name: 'assignee', label: say('Assignee (none: without)', 'Responsable (none : sans)') },
    {
      name: 'environment',
      label: say('Environment', 'Environnement'),
      options: [
        { value: 'production', label: say('Production', 'Production') },
        { value: 'sandbox', label: say('Sandbox', 'Bac à sable') },
      ],
    },
  ]
  const filters = useFilters(fields)
  const query = useList<ListedCase>('/cases', filters)
  return (
    <Page
      title={say('Cases', 'Dossiers de fraude')}
      about={say(
        'Late cases are first, then those of the highest priority.',
        'Les dossiers en retard viennent d’abord, puis les plus prioritaires.',
      )}
    >
      <Statistics environment={filters.environment} />
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No case', 'Aucun dossier')}
            next={say(
              'Nothing waits, or the filters exclude it.',
              'Rien n’attend, ou les filtres l’excluent.',
            )}
          />
        }
      >
        {(cases) => <Cases cases={cases} />}
      </LoadedList>
    </Page>
  )
}

const Cases = ({ cases }: { cases: readonly ListedCase[] }) => {
  const say = useSay()
  return (
    <Records
      caption={say('Cases', 'Dossiers')}
      rows={cases}
      keyOf={({ id }) => id}
      columns={[
        {
          label: say('Number', 'Numéro'),
          cell: ({ id, case_number }) => <Link to={casePath(id)}>{case_number}</Link>,
        },
        { label: say('Type', 'Type'), cell: ({ type }) => fraudTypeName(say, type) },
        {
          label: say('Status', 'État'),
          cell: ({ status, proposal }) => (
            <>
              <Badge color={caseColor(status)} variant="light">
                {caseStatusName(say, status)}
              </Badge>
              {proposal ? (
                <div className="quiet">{say('Waits for a second person', 'Attend une seconde personne')}</div>
              ) : null}
            </>
          ),
        },
        {
          label: say('Due', 'Échéance'),
          cell: ({ due_at, is_late }) => (
            <>
              <Time at={due_at} />
              {is_late ? (
                <div>
                  <Badge color="red" variant="light">
                    {say('Late', 'En retard')}
                  </Badge>
                </div>
              ) : null}
            </>
          ),
        },
        { label: say('Priority', 'Priorité'), cell: ({ priority }) => priorityName(say, priority) },
        {
          label: say('Assignee', 'Responsable'),
          cell: ({ assignee }) => (assignee ? <bdi>{assignee}</bdi> : '–'),
        },
        {
          label: say('Possible duplicates', 'Doublons possibles'),
          cell: ({ possible_duplicates }) => possible_duplicates.length,
        },
      ]}
    />
  )
}

const hourSeconds = 3_600

const Statistics = ({ environment }: { environment: string | undefined }) => {
  const say = useSay()
  const { number } = useFormats()
  const query = useRead<CaseStatistics>('/cases/stats', { environment })
  const hours = (seconds: number | null) =>
    seconds === null ? '–' : `${number(Math.round(seconds / hourSeconds))} h`
  return (
    <Loaded query={query}>
      {({ open, late, total, by_status, time_to_decision, unread = [] }) => (
        <>
          {unread.length > 0 ? <Unread databases={unread} onRetry={() => void query.refetch()} /> : null}
          <Facts
            facts={[
              [say('Open', 'Ouverts'), number(open)],
              [say('Late', 'En retard'), number(late)],
              [say('Confirmed', 'Confirmés'), number(by_status.confirmed)],
              [say('All', 'Tous'), number(total)],
              [
                say('Time to a decision: median, 90 %', 'Délai de décision : médiane, 90 %'),
                `${hours(time_to_decision.median_seconds)}, ${hours(time_to_decision.p90_seconds)}`,
              ],
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
