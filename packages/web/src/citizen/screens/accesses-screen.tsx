import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api.ts'
import { codeOf } from '../api-error.ts'
import { useShell } from '../app-context.ts'
import type { Access } from '../contract.ts'
import { Button } from '../parts/button.tsx'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { dayInWords } from '../texts/dates.ts'
import { AccessCard } from './accesses/access-card.tsx'
import { FilterForm } from './accesses/filter-form.tsx'
import { type Filters, noFilters, queryOf } from './accesses/filters.ts'

type Answer = { entries: Access[]; next_cursor: string | null }

/** Who has read the data of the citizen, and why. */
export const AccessesScreen = () => {
  const { texts, language } = useShell()
  const words = texts.accesses
  const [filters, setFilters] = useState<Filters>(noFilters)
  const { content, failed, loadMore, reload, organizations } = useAccesses(filters)
  return (
    <Screen title={words.title}>
      <p class="quiet">{words.intro}</p>
      <FilterForm {...{ filters, organizations }} onFilters={setFilters} />
      <LoadedList
        loaded={{ content, failed, reload }}
        isEmpty={({ entries }) => entries.length === 0}
        none={words.none}
      >
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
              <Button kind="equal" onClick={loadMore}>
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
        <a class="link" href={`/api/accesses.pdf${queryOf(filters, null, language)}`} download>
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

/** The first part of the log, and further parts on demand. */
const useAccesses = (filters: Filters) => {
  const [content, setContent] = useState<Answer | undefined>()
  const [failed, setFailed] = useState<string | null>(null)
  const seen = useRef(new Set<string>())
  const latest = useRef(filters)
  latest.current = filters
  const load = async (before: Answer | undefined) => {
    setFailed(null)
    try {
      const next = await call<Answer>('GET', `/accesses${queryOf(filters, before?.next_cursor)}`)
      for (const { organization } of next.entries) seen.current.add(organization)
      if (latest.current === filters)
        setContent({ ...next, entries: [...(before?.entries ?? []), ...next.entries] })
    } catch (thrown) {
      if (latest.current === filters) setFailed(codeOf(thrown))
    }
  }
  useEffect(() => {
    setContent(undefined)
    void load(undefined)
  }, [filters])
  const organizations = [...seen.current].sort()
  return { content, failed, organizations, loadMore: () => void load(content), reload: () => load(undefined) }
}
