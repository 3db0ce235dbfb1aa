import { useTexts } from '../../app-context.ts'
import type { Access } from '../../contract.ts'
import { dateAndTime } from '../../texts/dates.ts'
import { useLoad } from '../../use-load.ts'

/** The worker stores the answer to this path: the last accesses are shown without a network, too. */
const path = '/accesses?limit=3'

/** The last times that the data was read. They say nothing until they are known. */
export const RecentAccesses = () => {
  const texts = useTexts()
  const { content } = useLoad<{ entries: Access[] }>(path)
  if (!content || content.entries.length === 0) return null
  return (
    <section class="recent">
      <h2>{texts.accesses.recent}</h2>
      <div class="card">
        <ul class="recent-list">
          {content.entries.map(({ id, organization, service, at }) => (
            <li key={id}>
              <strong>{organization}</strong>
              <span class="quiet">
                {texts.services[service] ?? texts.accesses.service} · {dateAndTime(at)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <a class="link" href="#/accesses">
        {texts.accesses.seeAll}
      </a>
    </section>
  )
}
