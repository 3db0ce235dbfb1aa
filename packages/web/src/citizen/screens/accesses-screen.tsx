import { useRef, useState } from 'preact/hooks'
import { useShell } from '../app-context.ts'
import type { Access } from '../contract.ts'
import { Button } from '../parts/button.tsx'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { dayInWords } from '../texts/dates.ts'
import { useParts } from '../use-parts.ts'
import { AccessCard } from './accesses/access-card.tsx'
import { FilterForm } from './accesses/filter-form.tsx'
import { type Filters, noFilters, queryOf } from './accesses/filters.ts'
import { groupsOf } from './accesses/groups.ts'

/** Who has read the data of the citizen, and why. */
export const AccessesScreen = () => {
  const { texts, language } = useShell()
  const words = texts.accesses
  const [filters, setFilters] = useState<Filters>(noFilters)
  const loaded = useParts<Access>(`/accesses${queryOf(filters)}`)
  /** A filter hides some of them, and they can still be chosen. */
  const seen = useRef(new Set<string>())
  for (const { organization } of loaded.content?.entries ?? []) seen.current.add(organization)
  const organizations = [...seen.current].sort()
  return (
    <Screen title={words.title}>
      <p class="quiet">{words.intro}</p>
      <p class="exports">
        <a class="link" href={`/api/accesses.csv${queryOf(filters, language)}`} download>
          {words.exportCsv}
        </a>
        <a class="link" href={`/api/accesses.pdf${queryOf(filters, language)}`} download>
          {words.exportPdf}
        </a>
      </p>
      <FilterForm {...{ filters, organizations }} onFilters={setFilters} />
      <LoadedList loaded={loaded} isEmpty={({ entries }) => entries.length === 0} none={words.none}>
        {({ entries, next_cursor }) => (
          <>
            {groupsOf(entries).map(({ day, at, organizations }) => (
              <section key={day}>
                <h2 class="day">{dayInWords(texts, at)}</h2>
                {organizations.map(({ organization, accesses }) => (
                  <AccessCard key={organization} {...{ organization, accesses }} />
                ))}
              </section>
            ))}
            {next_cursor && (
              <Button kind="equal" onClick={loaded.loadMore}>
                {words.more}
              </Button>
            )}
          </>
        )}
      </LoadedList>
    </Screen>
  )
}
