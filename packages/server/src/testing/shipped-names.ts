import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const sandboxLists = join(import.meta.dirname, '../risk/lists/sandbox')

/** Every name of the lists that Nani includes, as written in their files. */
export const shippedNames = (): string[] => {
  const text = (file: string) => readFileSync(join(sandboxLists, file), 'utf8')
  const un = [...text('un.xml').matchAll(/<INDIVIDUAL>.*?<\/INDIVIDUAL>/gs)].flatMap(([individual]) => {
    const parts = [...individual.matchAll(/<(?:FIRST|SECOND|THIRD|FOURTH)_NAME>([^<]+)</g)]
    const aliases = [...individual.matchAll(/<ALIAS_NAME>([^<]+)</g)]
    return [parts.map(([, part]) => part).join(' '), ...aliases.map(([, alias]) => alias as string)]
  })
  const us = [...text('us_sdn.xml').matchAll(/<firstName>([^<]+)<\/firstName>\s*<lastName>([^<]+)</g)].map(
    ([, first, last]) => `${first} ${last}`,
  )
  const pep = text('pep.ndjson')
    .split('\n')
    .filter((line) => line.includes('"Person"'))
    .flatMap((line) => (JSON.parse(line) as { properties: { name: string[] } }).properties.name)
  return [...un, ...us, ...pep]
}
