import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { fileKindName } from '../../staff/review-words.ts'
import type { DeskReview } from './review.ts'

const kilobyte = 1_024

/** The files of a stranger are saved, and never opened in the origin of the desk. */
export const DossierFiles = ({ review: { files }, path }: { review: DeskReview; path: string }) => {
  const say = useSay()
  const { number } = useFormats()
  return (
    <Section
      title={say('Files', 'Fichiers')}
      about={say(
        'Each download is recorded. The file is saved and not opened here.',
        'Chaque téléchargement est noté. Le fichier est enregistré et n’est pas ouvert ici.',
      )}
    >
      {files.length === 0 ? (
        <Empty title={say('No file', 'Aucun fichier')} />
      ) : (
        <Records
          caption={say('Files', 'Fichiers')}
          rows={files}
          keyOf={({ id }) => id}
          columns={[
            {
              label: say('Name', 'Nom'),
              cell: ({ id, name }) => (
                <a href={`/api${path}/files/${encodeURIComponent(id)}`} download>
                  <bdi>{name}</bdi>
                </a>
              ),
            },
            { label: say('Kind', 'Type'), cell: ({ kind }) => fileKindName(say, kind) },
            {
              label: say('Size', 'Taille'),
              cell: ({ bytes }) => `${number(Math.ceil(bytes / kilobyte))} kB`,
            },
          ]}
        />
      )}
    </Section>
  )
}
