import { scopeCatalogue } from '@nani/contract'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { scopeName, serviceName, tierName } from '../../staff/words.ts'
import type { DeskReview } from './review.ts'

/** What to examine for each service and each tier of data. */
export const Checklist = ({ review: { services, scopes } }: { review: DeskReview }) => {
  const say = useSay()
  const rows = [
    ...services.map((service) => ({
      name: serviceName(say, service),
      check:
        {
          face_recognition: say(
            'Its use of faces, and the assessment of biometric data',
            'Son usage des visages, et l’analyse des données biométriques',
          ),
          credit_scoring: say(
            'Its decisions, and the licence of the authority',
            'Ses décisions, et l’agrément de l’autorité',
          ),
        }[service as string] ?? say('The legal basis covers it', 'La base légale le couvre'),
    })),
    ...scopes.map((scope) => {
      const tier = scopeCatalogue[scope].tier
      return {
        name: scopeName(say, scope),
        check:
          tier === 'sensitive' || tier === 'biometric'
            ? tierName(say, tier)
            : say('The purposes need it', 'Les finalités en ont besoin'),
      }
    }),
  ]
  return (
    <Section title={say('Checklist', 'Points à vérifier')}>
      <Records
        caption={say('Checklist', 'Points à vérifier')}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { label: say('Service or data', 'Service ou donnée'), cell: ({ name }) => name },
          { label: say('To check', 'À vérifier'), cell: ({ check }) => check },
        ]}
      />
    </Section>
  )
}
