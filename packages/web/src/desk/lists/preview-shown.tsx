import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Unread } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts, Records } from '../../staff/parts/records.tsx'
import type { PreviewChanges } from './preview.ts'

/** The entries that change, and how many monitored subjects of each application would alert. No subject is named. */
export const PreviewShown = ({ changes }: { changes: PreviewChanges }) => {
  const say = useSay()
  const { number } = useFormats()
  const { added, removed, changed, entries, alerts, unread } = changes
  const total = alerts.reduce((sum, { subjects }) => sum + subjects, 0)
  return (
    <>
      <Section title={say('Entries', 'Entrées')}>
        <Facts
          facts={[
            [say('Added', 'Ajoutées'), number(added)],
            [say('Removed', 'Retirées'), number(removed)],
            [say('Changed', 'Modifiées'), number(changed)],
            [say('Entries after the import', 'Entrées après l’import'), number(entries)],
          ]}
        />
      </Section>
      <Section
        title={say(
          `Monitored subjects that would alert: ${number(total)}`,
          `Sujets suivis qui donneraient une alerte : ${number(total)}`,
        )}
      >
        {unread ? <Unread databases={unread} /> : null}
        {alerts.length === 0 ? (
          <Empty title={say('No subject would alert', 'Aucun sujet ne donnerait d’alerte')} />
        ) : (
          <Records
            caption={say('Alerts by application', 'Alertes par application')}
            rows={alerts}
            keyOf={({ application_id }) => application_id}
            columns={[
              {
                label: say('Application', 'Application'),
                cell: ({ application_id }) => <code className="breakable">{application_id}</code>,
              },
              {
                label: say('Subjects that would alert', 'Sujets qui donneraient une alerte'),
                cell: ({ subjects }) => number(subjects),
              },
            ]}
          />
        )}
      </Section>
    </>
  )
}
