import { expect, test } from 'vitest'
import { entriesOf, namesOf, sourceText } from '../testing/source-text.ts'
import { parseUnXml } from './un-xml.ts'

const person = (inside = '', reference = 'CDi.900') => `
  <INDIVIDUAL><DATAID>1</DATAID><VERSIONNUM>1</VERSIONNUM>
    <FIRST_NAME>BARAKA</FIRST_NAME><SECOND_NAME>MUTABAZI</SECOND_NAME><THIRD_NAME/><FOURTH_NAME>JANVIER </FOURTH_NAME>
    <UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER>
    <LISTED_ON>2012-12-31</LISTED_ON>${inside}</INDIVIDUAL>`

const list = (records: string) => `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2025-11-20T23:00:09.067Z"><INDIVIDUALS>${records}</INDIVIDUALS></CONSOLIDATED_LIST>`

const parse = (text: string | Buffer) => entriesOf(parseUnXml(sourceText(text)))
const first = async (inside: string) => {
  const [entry] = await parse(list(person(inside)))
  if (!entry) throw new Error('there is no entry')
  return entry
}

test('a person has the four parts of the name, the regime and its resolution, and the day of listing', async () => {
  expect(await first('')).toMatchObject({
    reference: 'CDi.900',
    kind: 'individual',
    names: [{ name: 'BARAKA MUTABAZI JANVIER', kind: 'primary', script: 'Latn' }],
    listedOn: '2012-12-31',
    endedOn: null,
    sanction: { programs: ['DRC'], legalBasis: 'UN Security Council resolution 1533 (2004)' },
  })
})

test('a low quality alias is weak, and the original script is an alias', async () => {
  const entry = await first(`<NAME_ORIGINAL_SCRIPT>باراكا</NAME_ORIGINAL_SCRIPT>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Rumuli</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Baraka &amp; Co &#233;</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>`)
  expect(namesOf(entry).slice(1)).toEqual(['alias: باراكا', 'weak_alias: Rumuli', 'alias: Baraka & Co é'])
})

test('birth dates are exact, approximate, a range, in a note, or with an alias', async () => {
  const date = (inside: string) => `<INDIVIDUAL_DATE_OF_BIRTH>${inside}</INDIVIDUAL_DATE_OF_BIRTH>`
  const entry = await first(
    date('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1974-02-02</DATE>') +
      date('<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1971</YEAR>') +
      date('<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1956</FROM_YEAR><TO_YEAR>1957</TO_YEAR>') +
      date('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Nov. 1973 </NOTE>') +
      date('<TYPE_OF_DATE/>') +
      '<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>B</ALIAS_NAME><DATE_OF_BIRTH>1 Mar. 1980</DATE_OF_BIRTH></INDIVIDUAL_ALIAS>',
  )
  expect(entry.birthDates.map(({ from, to, circa }) => `${from} ${to} ${circa}`)).toEqual([
    '1980-03-01 1980-03-01 false',
    '1974-02-02 1974-02-02 false',
    '1971-01-01 1971-12-31 true',
    '1956-01-01 1957-12-31 false',
    '1973-11-01 1973-11-30 false',
  ])
})

test('documents have a type and a country, nationalities are codes, and "na" is empty', async () => {
  const entry = await first(`
    <NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE><VALUE>na</VALUE></NATIONALITY>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Número de pasaporte </TYPE_OF_DOCUMENT><NUMBER>Central African Republic number O00065772</NUMBER></INDIVIDUAL_DOCUMENT>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><NUMBER>12-3</NUMBER><ISSUING_COUNTRY>Chad</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
    <INDIVIDUAL_DOCUMENT/>`)
  expect(entry.nationalities).toEqual(['COD'])
  expect(entry.identifiers).toEqual([
    { type: 'passport', value: 'O00065772', country: 'CAF' },
    { type: 'national_id', value: '12-3', country: 'TCD' },
  ])
})

test('the comments sometimes contain the INTERPOL notice and the gender', async () => {
  const entry = await first(
    '<COMMENTS1>Gender: Male. INTERPOL-UN Security Council Special Notice web link: https://www.interpol.int/en/x</COMMENTS1>',
  )
  expect(entry.genders).toEqual(['male'])
  expect(entry.sanction?.interpolUnSpecialNotice).toBe('https://www.interpol.int/en/x')
})

test('the date of the file is the day of its creation', async () => {
  const parsed = parseUnXml(sourceText(list(person())))
  await entriesOf(parsed)
  expect(parsed.facts.sourceDate).toBe('2025-11-20')
})

test('an invalid day is unknown, for an entry and for the file', async () => {
  const ofDay = async (day: string) => {
    const written = person(`<DELISTED_ON>${day}</DELISTED_ON>`).replace('2012-12-31', day)
    const [entry] = await parse(list(written))
    return [entry?.listedOn, entry?.endedOn]
  }
  expect(await ofDay('2024-02-29T00:00:00')).toEqual(['2024-02-29', '2024-02-29'])
  expect(await ofDay('2026-02-31')).toEqual([null, null])
  const parsed = parseUnXml(
    sourceText(list(person()).replace(/dateGenerated="[^"]*"/, 'dateGenerated="2026-13-45"')),
  )
  await entriesOf(parsed)
  expect(parsed.facts.sourceDate).toBeNull()
})

test('a changed comment changes the entry, a changed layout does not', async () => {
  const basisOf = async (text: string) => {
    for await (const { basis } of parseUnXml(sourceText(text)).entries) return basis
    return ''
  }
  const plain = await basisOf(list(person('<COMMENTS1>One.</COMMENTS1>')))
  expect(await basisOf(list(person('\n\n  <COMMENTS1>One.\n</COMMENTS1>')))).toBe(plain)
  expect(await basisOf(list(person('<COMMENTS1>Two.</COMMENTS1>')))).not.toBe(plain)
})

const whole = list(person())
test.each([
  ['breaks off', whole.slice(0, -60)],
  ['is not well formed', whole.replace('</FIRST_NAME>', '</FIRSTNAME>')],
  ['is not in its encoding', Buffer.from(whole.replace('BARAKA', 'ARMÉS'), 'latin1')],
  ['is another document', '<Designations></Designations>'],
  ['has no end', ''],
  ['has an unknown entity', whole.replace('BARAKA', '&xxe;')],
  [
    'has a document type',
    whole.replace('<CONSOLIDATED_LIST', '<!DOCTYPE x [<!ENTITY a "b">]><CONSOLIDATED_LIST'),
  ],
  ['has an entry without reference', list(person('', ''))],
])('a file that %s is refused', async (_what, text) => {
  await expect(parse(text)).rejects.toMatchObject({ code: 'list_unreadable' })
})

test('the message of a damaged file gives its line', async () => {
  const lines = ['<CONSOLIDATED_LIST>', '<INDIVIDUALS>', 'ARMÉS', '</INDIVIDUALS>', '</CONSOLIDATED_LIST>']
  const file = sourceText(Buffer.from(lines.join('\n'), 'latin1'), 'un.xml', 1_000)
  await expect(entriesOf(parseUnXml(file))).rejects.toThrow('un.xml, line 3')
})

test('an oversized entry is refused', async () => {
  const bomb = `<COMMENTS1>${'x'.repeat(5 * 1024 * 1024)}</COMMENTS1>`
  const file = sourceText(list(person(bomb)), 'un.xml', 65_536)
  await expect(entriesOf(parseUnXml(file))).rejects.toMatchObject({ code: 'list_too_large' })
})

test('a byte order mark and another declared encoding are read', async () => {
  const latin = whole.replace('UTF-8', 'ISO-8859-1').replace('BARAKA', 'JOSÉ')
  const [marked] = await parse(`\ufeff${whole}`)
  const [declared] = await parse(Buffer.from(latin, 'latin1'))
  expect([marked?.names[0]?.name, declared?.names[0]?.name]).toEqual([
    'BARAKA MUTABAZI JANVIER',
    'JOSÉ MUTABAZI JANVIER',
  ])
})
