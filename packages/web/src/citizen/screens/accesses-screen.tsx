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
      <FilterForm {...{ filters, organizations }} onFilters={setFilters} />
      <LoadedList loaded={loaded} isEmpty={({ entries }) => entries.length === 0} none={words.none}>
        {({ entries, next_cursor }) => (
          <>
            {byDay(entries).map(([day, ofDay]) => (
              <section key={day}>
                <h2 class="day">{dayInWords(texts, ofDay[0]?.at ?? '')}</h2>
                {ofDay.map((access) => (
                  <AccessCard key={access.id} access={access} />
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
      <p class="exports">
        <a class="link" href={`/api/accesses.csv${queryOf(filters)}`} download>
          {words.exportCsv}
        </a>
        <a class="link" href={`/api/accesses.pdf${queryOf(filters, language)}`} download>
          {words.exportPdf}
        </a>
      </p>
    </Screen>
  )
}

const byDay = (entries: readonly Access[]): [day: string, entries: Access[]][] => {
  const days = new Map<string, Access[]>()
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString()
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
