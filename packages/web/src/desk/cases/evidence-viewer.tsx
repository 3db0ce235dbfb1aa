import { Alert, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import type { EvidenceView } from './case.ts'
import { contentOf, type EvidenceContent } from './evidence-content.ts'

const maxRows = 200

/** A file of evidence as the server has drawn it. Its addresses end with the view. */
export const EvidenceViewer = ({ view, name }: { view: EvidenceView; name: string }) => {
  const say = useSay()
  const [contents, setContents] = useState<EvidenceContent[] | null>(null)
  useEffect(() => {
    const found = view.files.map(contentOf)
    setContents(found)
    return () => {
      for (const content of found) if ('url' in content) URL.revokeObjectURL(content.url)
    }
  }, [view])
  if (!contents) return <Skeleton height={120} />
  return (
    <div className="evidence-view">
      {contents.map((content, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of one view do not change.
        <Content content={content} name={`${name}, ${place + 1}/${contents.length}`} key={place} />
      ))}
      {view.omitted > 0 ? (
        <Text size="sm">
          {say(`${view.omitted} more are not shown.`, `${view.omitted} autres ne sont pas montrés.`)}
        </Text>
      ) : null}
    </div>
  )
}

const Content = ({ content, name }: { content: EvidenceContent; name: string }) => {
  const say = useSay()
  if (content.kind === 'image') return <img src={content.url} alt={name} className="drawn" />
  // biome-ignore lint/a11y/useMediaCaption: a recording of a stranger has no captions.
  if (content.kind === 'sound') return <audio controls src={content.url} aria-label={name} />
  if (content.kind === 'table') return <Cells rows={content.rows} name={name} />
  return (
    <Alert color="yellow">
      {say('This file cannot be shown safely.', 'Cette pièce ne peut pas être montrée sans risque.')}
    </Alert>
  )
}

const Cells = ({ rows, name }: { rows: readonly string[][]; name: string }) => {
  const say = useSay()
  const [head = [], ...body] = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by the keyboard.
    <section className="cells" tabIndex={0} aria-label={name}>
      <table>
        <thead>
          <tr>
            {head.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has only its place.
              <th key={place} scope="col">
                <bdi>{cell}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.slice(0, maxRows).map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has only its place.
            <tr key={line}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has only its place.
                <td key={place}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {body.length > maxRows ? (
        <Text size="sm">
          {say(
            `The first ${maxRows} of ${body.length} rows are shown.`,
            `Les ${maxRows} premières lignes sur ${body.length} sont montrées.`,
          )}
        </Text>
      ) : null}
    </section>
  )
}
