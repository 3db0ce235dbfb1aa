import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Copied } from '../../staff/parts/copied.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { readableJson } from '../../staff/readable-json.ts'
import { type Filters, useChange, useList } from '../../staff/reading.ts'
import { exportAudit } from './export-audit.ts'

type Act = {
  number: number
  /** The cell whose log has it. Absent: home. */
  cell?: string
  at: string
  actor_kind: string
  actor: string
  origin: string
  organization_id: string | null
  action: string
  subject: string
  before: unknown
  after: unknown
}
type Alarm = { application_id: string; kind: string; raised_at: string; details: Record<string, number> }

/** The log of acts, its export, and the alarms of the last seven days. */
export const AuditPage = () => {
  const say = useSay()
  const fields: FilterField[] = [
    { name: 'actor', label: say('Person', 'Personne') },
    { name: 'action', label: say('Act', 'Acte') },
    { name: 'subject', label: say('Object', 'Objet') },
    { name: 'organization', label: say('Organization', 'Organisation') },
    { name: 'from', label: say('From', 'Du'), type: 'date' },
    { name: 'to', label: say('Before', 'Avant le'), type: 'date' },
  ]
  const filters = useFilters(fields)
  return (
    <Page title={say('Audit', 'Audit')}>
      <FilterBar fields={fields} filters={filters} />
      <Export filters={filters} />
      <Acts filters={filters} />
      <Alarms />
    </Page>
  )
}

const Export = ({ filters }: { filters: Filters }) => {
  const say = useSay()
  const [sha256, setSha256] = useState<string | null>(null)
  const save = useChange((format: 'csv' | 'ndjson') => exportAudit(filters, format), { onDone: setSha256 })
  return (
    <Section
      title={say('Export', 'Export')}
      about={say(
        'The acts of the filter, at most 50,000. The export is recorded.',
        'Les actes du filtre, au plus 50 000. L’export est noté.',
      )}
      actions={(['csv', 'ndjson'] as const).map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          loading={save.isPending}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    >
      <ErrorNotice error={save.error} />
      {sha256 ? <Copied label={say('SHA-256 of the file', 'SHA-256 du fichier')} text={sha256} /> : null}
    </Section>
  )
}

const Acts = ({ filters }: { filters: Filters }) => {
  const say = useSay()
  const query = useList<Act>('/audit', filters)
  return (
    <Section title={say('Acts', 'Actes')}>
      <LoadedList query={query} empty={<Empty title={say('No act', 'Aucun acte')} />}>
        {(acts) => (
          <Records
            caption={say('Acts', 'Actes')}
            rows={acts}
            keyOf={({ number, cell = '' }) => `${cell} ${number}`}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ at }) => <Time at={at} /> },
              { label: say('Person', 'Personne'), cell: ({ actor }) => <bdi>{actor}</bdi> },
              { label: say('Act', 'Acte'), cell: ({ action }) => <code>{action}</code> },
              {
                label: say('Object', 'Objet'),
                cell: ({ subject }) => <code className="breakable">{subject}</code>,
              },
              { label: say('Change', 'Modification'), cell: (act) => <Change act={act} /> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const Change = ({ act: { before, after, origin } }: { act: Act }) => {
  const say = useSay()
  return (
    <details>
      <summary>{say('Before and after', 'Avant et après')}</summary>
      <pre className="code">{readableJson({ origin, before, after })}</pre>
    </details>
  )
}

const Alarms = () => {
  const say = useSay()
  return (
    <Section title={say('Alarms of seven days', 'Alarmes de sept jours')}>
      <LoadedList
        query={useList<Alarm>('/alarms')}
        empty={<Empty title={say('No alarm', 'Aucune alarme')} />}
      >
        {(data) => (
          <Records
            caption={say('Alarms', 'Alarmes')}
            rows={data}
            keyOf={({ application_id, kind, raised_at }) => `${application_id} ${kind} ${raised_at}`}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ raised_at }) => <Time at={raised_at} /> },
              { label: say('Alarm', 'Alarme'), cell: ({ kind }) => <code>{kind}</code> },
              {
                label: say('Application', 'Application'),
                cell: ({ application_id }) => <code className="breakable">{application_id}</code>,
              },
              {
                label: say('Details', 'Détails'),
                cell: ({ details }) => (
                  <Text size="sm">
                    {Object.entries(details)
                      .map(([name, value]) => `${name} ${value}`)
                      .join(', ')}
                  </Text>
                ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
