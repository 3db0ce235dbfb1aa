import { Alert, Badge } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { missingName } from '../../staff/review-words.ts'
import { partName } from './dossier-words.ts'
import type { DeskReview } from './review.ts'

/** Every item of the dossier and what needs it. What is missing blocks the proposal of an approval. */
export const DossierItems = ({ review: { items } }: { review: DeskReview }) => {
  const say = useSay()
  const count = items.filter(({ is_missing }) => is_missing).length
  return (
    <Section title={say('Items of the dossier', 'Pièces du dossier')}>
      {count > 0 ? (
        <Alert color="orange">
          {say('Missing: an approval cannot be proposed.', 'Manquant : pas d’approbation possible.')}
        </Alert>
      ) : (
        <Alert color="green">{say('The dossier is complete', 'Le dossier est complet')}</Alert>
      )}
      <Records
        caption={say('Items of the dossier', 'Pièces du dossier')}
        rows={items}
        keyOf={({ part, field }) => `${part} ${field}`}
        columns={[
          { label: say('Needed for', 'Requis pour'), cell: ({ part }) => partName(say, part) },
          { label: say('Item', 'Pièce'), cell: ({ field }) => missingName(say, field) },
          {
            label: say('State', 'État'),
            cell: ({ is_missing }) => (
              <Badge color={is_missing ? 'orange' : 'green'} variant="light">
                {is_missing ? say('Missing', 'Manquante') : say('Present', 'Présente')}
              </Badge>
            ),
          },
        ]}
      />
    </Section>
  )
}
