import { useParams } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { useMay } from '../rights.ts'
import { NewPreview } from './new-preview.tsx'
import type { ListVersion } from './screening-list.ts'

export const ListPage = () => {
  const say = useSay()
  const may = useMay()
  const { number } = useFormats()
  const { listId = '' } = useParams({ strict: false }) as { listId?: string }
  const query = useList<ListVersion>(`/lists/${encodeURIComponent(listId)}/versions`)
  return (
    <Page title={say('Versions of a list', 'Versions d’une liste')} about={<code>{listId}</code>}>
      {may('POST /lists/{id}/previews') ? <NewPreview listId={listId} /> : null}
      <Section title={say('Versions', 'Versions')}>
        <LoadedList query={query} empty={<Empty title={say('Never loaded', 'Jamais chargée')} />}>
          {(data) => (
            <Records
              caption={say('Versions', 'Versions')}
              rows={data}
              keyOf={({ id }) => String(id)}
              columns={[
                { label: say('Version', 'Version'), cell: ({ version }) => version },
                { label: say('Loaded', 'Chargée'), cell: ({ fetched_at }) => <Time at={fetched_at} /> },
                { label: say('Entries', 'Entrées'), cell: ({ entries }) => number(entries) },
                { label: say('Added', 'Ajoutées'), cell: ({ added }) => number(added) },
                { label: say('Changed', 'Modifiées'), cell: ({ changed }) => number(changed) },
                { label: say('Removed', 'Retirées'), cell: ({ removed }) => number(removed) },
                { label: say('Source', 'Source'), cell: ({ source }) => <bdi>{source}</bdi> },
              ]}
            />
          )}
        </LoadedList>
      </Section>
    </Page>
  )
}
