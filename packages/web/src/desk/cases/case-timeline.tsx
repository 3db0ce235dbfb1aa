import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Time } from '../../staff/parts/time.tsx'
import type { TimelineEntry } from './case.ts'
import { actName, caseStatusName } from './case-words.ts'

/** Every act on a case, the newest first. */
export const CaseTimeline = ({ entries }: { entries: readonly TimelineEntry[] }) => {
  const say = useSay()
  if (entries.length === 0) return <Empty title={say('Nothing yet', 'Rien pour l’instant')} />
  return (
    <ol className="messages">
      {entries.toReversed().map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and their order does not change.
        <li key={entries.length - place}>
          <strong>{actName(say, entry.act)}</strong> · <Time at={entry.at} /> · <bdi>{entry.actor}</bdi>
          {entry.status && entry.previous_status ? (
            <div>
              {`${caseStatusName(say, entry.previous_status)} → ${caseStatusName(say, entry.status)}`}
            </div>
          ) : null}
          {entry.text ? (
            <div>
              <bdi>{entry.text}</bdi>
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
