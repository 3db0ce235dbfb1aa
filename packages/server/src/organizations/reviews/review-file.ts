import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { fileResult } from '../../gateway/acts/index.ts'
import { reviewReading } from './needs.ts'
import { fileContext, missingReview } from './review-rows.ts'

const id = Type.String({ minLength: 1, maxLength: 60 })
const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** A file of a dossier, which a browser saves and never shows in the origin of the desk. The reading has an entry. */
export const readReviewFile = reviewReading({
  name: 'reviews.read_file',
  sentence: { en: 'Reads a file of a dossier', fr: 'Lit un fichier d’un dossier' },
  actors: { operator: ['reviewer', 'auditor', 'supervisor'] },
  routes: { operator: 'GET /reviews/{id}/files/{file_id}' },
  input: Type.Object({ id, file_id: id }, { additionalProperties: false }),
  output: fileResult,
  refusals: ['object_not_found'],
  async read({ pool, input, needs: { dossierVault } }) {
    const { rows } = await pool.query<{ content_type: string | null; sealed_content: Buffer }>({
      name: 'read-review-file',
      text: `select f.content_type, f.sealed_content from production_reviews r
         left join production_review_files f
           on f.application_id = r.application_id and f.review_id = r.review_id and f.file_id = $2
       where r.review_id = $1 and r.status is not null`,
      values: [input.id, input.file_id],
    })
    const [file] = rows
    if (!file) throw missingReview()
    if (file.content_type === null) throw new Refusal('object_not_found', 'The review has no such file.')
    const ending = Object.hasOwn(endings, file.content_type) ? endings[file.content_type] : 'bin'
    return {
      // Neither the name nor the type is that of the stranger: no browser opens the file by itself.
      file_name: `dossier.${ending}`,
      content_type: 'application/octet-stream',
      content: dossierVault.open(file.sealed_content, fileContext(input.file_id)),
    }
  },
  entry: (_result, { input }) => ({ subject: input.id, after: { file: input.file_id } }),
})
