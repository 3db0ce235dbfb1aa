import { Badge } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Done, Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useMay } from '../rights.ts'
import type { Citizen } from './citizen.ts'
import { documentTypeName, fieldName } from './citizen-words.ts'
import { DocumentForm } from './document-form.tsx'

export const DocumentsSection = ({ citizen: { documents }, path }: { citizen: Citizen; path: string }) => {
  const say = useSay()
  const may = useMay()
  const [added, setAdded] = useState(0)
  return (
    <Section title={say('Documents', 'Documents')}>
      {documents.length === 0 ? (
        <Empty title={say('No document', 'Aucun document')} />
      ) : (
        <Records
          caption={say('Documents', 'Documents')}
          rows={documents}
          keyOf={({ type, number }) => `${type} ${number}`}
          columns={[
            {
              label: fieldName(say, 'type'),
              cell: ({ type, is_primary }) => (
                <>
                  {documentTypeName(say, type)}{' '}
                  {is_primary ? <Badge variant="light">{say('Primary', 'Principal')}</Badge> : null}
                </>
              ),
            },
            { label: say('Number', 'Numéro'), cell: ({ number }) => <bdi>{number}</bdi> },
            { label: fieldName(say, 'issuing_authority'), cell: (one) => <bdi>{one.issuing_authority}</bdi> },
            { label: fieldName(say, 'expires_at'), cell: ({ expires_at }) => expires_at ?? '–' },
            {
              label: say('Image', 'Image'),
              cell: ({ image }) => (image ? say('Yes', 'Oui') : say('No', 'Non')),
            },
          ]}
        />
      )}
      {added > 0 ? <Done>{say('The document is added.', 'Le document est ajouté.')}</Done> : null}
      {may('POST /citizens/{svc_id}/documents') ? (
        <details key={added}>
          <summary>{say('Add a document', 'Ajouter un document')}</summary>
          <DocumentForm path={path} onAdded={() => setAdded(added + 1)} />
        </details>
      ) : null}
    </Section>
  )
}
