import { expect, test } from 'vitest'
import { listOf } from '../catalogue.ts'
import { entriesOf, namesOf, sourceText } from '../testing/source-text.ts'
import { detectFormat } from './detect-format.ts'
import { parseEntriesCsv } from './entries-csv.ts'
import { parseFatfCsv, parseFatfJson } from './fatf.ts'
import { parseMediaCsv } from './media-csv.ts'
import { parseOpenSanctionsCsv } from './opensanctions-csv.ts'

const csv = (...lines: string[]) => sourceText(`\ufeff${lines.join('\r\n')}\r\n`, 'own.csv')

test('entries_csv: semicolons separate values, bars separate members', async () => {
  const [entry] = await entriesOf(
    parseEntriesCsv(
      csv(
        'reference,kind,name,aliases,weak_aliases,birth_dates,gender,nationalities,addresses,identifiers,listed_on,ended_on,programs,legal_basis',
        'N-1,individual,"Kalala, Jean",Jean K.;J. Kalala,Jeannot,1960;circa 1961,male,COD;Belgian,"1 Av., Goma|COD",passport|OB1|CD,2020-01-02,2024-03-04,Gel des avoirs,Arrêté 12',
      ),
      'sanctions',
    ),
  )
  expect(entry).toMatchObject({
    reference: 'N-1',
    kind: 'individual',
    birthDates: [
      { from: '1960-01-01', to: '1960-12-31', circa: false },
      { from: '1961-01-01', to: '1961-12-31', circa: true },
    ],
    genders: ['male'],
    nationalities: ['COD', 'BEL'],
    addresses: [{ text: '1 Av., Goma', country: 'COD' }],
    identifiers: [{ type: 'passport', value: 'OB1', country: 'COD' }],
    listedOn: '2020-01-02',
    endedOn: '2024-03-04',
    sanction: { programs: ['Gel des avoirs'], legalBasis: 'Arrêté 12', interpolUnSpecialNotice: null },
    pep: null,
  })
  expect(namesOf(entry as NonNullable<typeof entry>)).toEqual([
    'primary: Kalala, Jean',
    'alias: Jean K.',
    'alias: J. Kalala',
    'weak_alias: Jeannot',
  ])
})

test('entries_csv of PEPs: positions with their dates, and relatives', async () => {
  const [holder, relative] = await entriesOf(
    parseEntriesCsv(
      csv(
        'reference,kind,name,positions,international_organization,relationship,related_to',
        'P-1,individual,Lokwa Sylvestre,Député national|COD|2019-01-28;Ministre|COD|2011|2015-06,,,',
        'P-2,individual,Lokwa Mireille,,,family,Lokwa Sylvestre',
      ),
      'pep',
    ),
  )
  expect(holder?.pep).toEqual({
    positions: [
      { title: 'Député national', jurisdiction: 'COD', startDate: '2019-01-28', endDate: null },
      { title: 'Ministre', jurisdiction: 'COD', startDate: '2011', endDate: '2015-06' },
    ],
    isInternationalOrganization: false,
    relationship: null,
  })
  expect(relative?.pep?.relationship).toEqual({ kind: 'family', to: 'Lokwa Sylvestre' })
  expect(relative?.sanction).toBeNull()
})

test.each([
  ['a kind', 'kind', 'person'],
  ['a birth date', 'birth_dates', '1960-13'],
  ['a gender', 'gender', 'm'],
  ['a nationality', 'nationalities', 'Congolais de Mars'],
  ['an identifier', 'identifiers', 'OB1'],
  ['a day', 'listed_on', '2020'],
])('an invalid %s refuses the file and gives its line', async (_what, column, value) => {
  const columns = [
    'reference',
    'kind',
    'name',
    'birth_dates',
    'gender',
    'nationalities',
    'identifiers',
    'listed_on',
  ]
  const right: Record<string, string> = { reference: 'N-2', kind: 'individual', name: 'B' }
  const line = (values: Record<string, string>) => columns.map((name) => values[name] ?? '').join(',')
  const file = csv(columns.join(','), line(right), line({ ...right, [column]: value }))
  await expect(entriesOf(parseEntriesCsv(file, 'sanctions'))).rejects.toThrow(
    `line 3: ${column} cannot be "${value}"`,
  )
})

test('a misspelt column, a missing one and a row of another length refuse the file', async () => {
  const parse = (...lines: string[]) => entriesOf(parseEntriesCsv(csv(...lines), 'sanctions'))
  await expect(parse('reference,kind,name,alias', 'a,individual,b,c')).rejects.toThrow('a column "alias"')
  await expect(parse('reference,name', 'a,b')).rejects.toThrow('no column "kind"')
  await expect(parse('reference,kind,name', 'a,individual')).rejects.toThrow('2 cells')
})

test('an error names the line on which its row begins, also after cells with line breaks', async () => {
  const lines = [
    'reference,kind,name',
    'a,individual,"A',
    'B"',
    '',
    'b,individual,"C',
    '',
    'D"',
    'e,nothing,E',
  ]
  for (const text of [lines.join('\r\n'), lines.join('\n')])
    for (const pieceBytes of [1, 7, 1_000]) {
      const parse = (more: string) =>
        entriesOf(parseEntriesCsv(sourceText(text + more, 'own.csv', pieceBytes), 'sanctions'))
      await expect(parse('')).rejects.toThrow('own.csv, line 8: kind cannot be "nothing"')
      await expect(parse('\r\nf,"g\r\nh')).rejects.toThrow('an opening quote at line 10')
    }
})

test('media_csv: rows of one reference are one entry with several reports', async () => {
  const entries = await entriesOf(
    parseMediaCsv(
      csv(
        'reference,kind,name,url,publisher,published_on,category,severity',
        'M-1,individual,Musenge Anicet,https://example.org/1,Le Journal,2025-06-03,corruption,high',
        'M-2,business,Mines SARL,https://example.org/2,Le Journal,2024-11-27,fraud,low',
        'M-1,individual,Musenge Anicet,https://example.org/3,Le Journal,2025-09-18,fraud,medium',
      ),
    ),
  )
  expect(entries.map(({ reference, media }) => [reference, media.map(({ url }) => url)])).toEqual([
    ['M-1', ['https://example.org/1', 'https://example.org/3']],
    ['M-2', ['https://example.org/2']],
  ])
  expect(entries[0]?.media[0]).toEqual({
    url: 'https://example.org/1',
    publisher: 'Le Journal',
    publishedOn: '2025-06-03',
    category: 'corruption',
    severity: 'high',
  })
})

test('a report without an address is refused', async () => {
  const header = 'reference,kind,name,url,publisher,published_on,category,severity'
  const file = csv(header, 'M-1,individual,A,javascript:alert(1),P,2025-06-03,x,high')
  await expect(entriesOf(parseMediaCsv(file))).rejects.toThrow('url cannot be')
})

test('FATF: the call for action is high risk, increased monitoring is monitored; as JSON and as CSV', async () => {
  const json = parseFatfJson(
    sourceText(
      '{"source":"plenary of 19 June 2026","call_for_action":[{"iso2":"KP","level":"countermeasures"}],"increased_monitoring":["CD"]}',
    ),
  )
  const facts = (await entriesOf(json)).map(({ reference, jurisdiction }) => [reference, jurisdiction])
  expect(facts).toEqual([
    ['PRK', { country: 'PRK', level: 'high_risk', measure: 'countermeasures' }],
    ['COD', { country: 'COD', level: 'monitored', measure: null }],
  ])
  expect(json.facts.sourceDate).toBe('2026-06-19')
  const table = parseFatfCsv(
    csv('country,level,measure', 'KP,high_risk,countermeasures', 'Congo DRC,monitored,'),
  )
  expect((await entriesOf(table)).map(({ reference, jurisdiction }) => [reference, jurisdiction])).toEqual(
    facts,
  )
})

test('FATF: a code is displayed as the country name of official lists, and a name as written', async () => {
  const table = parseFatfCsv(
    csv('country,level,measure', 'CD,monitored,', 'PRK,high_risk,', 'Congo DRC,monitored,'),
  )
  expect((await entriesOf(table)).map(({ names }) => names.map(({ name }) => name))).toEqual([
    ['Democratic Republic of the Congo'],
    ["Democratic People's Republic of Korea"],
    ['Congo DRC'],
  ])
})

test.each(['"2026-02-31"', '"June 2026"', '""', '20260619'])(
  'FATF: published_on that is no day, such as %s, refuses the file',
  async (written) => {
    const file = sourceText(
      `{"published_on":${written},"source":"plenary of 19 June 2026","call_for_action":["KP"],"increased_monitoring":[]}`,
    )
    await expect(entriesOf(parseFatfJson(file))).rejects.toMatchObject({
      code: 'list_unreadable',
      message: expect.stringMatching(/published_on cannot be .*\. Write YYYY-MM-DD\.$/),
    })
  },
)

test('FATF: without published_on the day is that of its source, or unknown', async () => {
  const dayOf = async (facts: string) => {
    const parsed = parseFatfJson(sourceText(`{${facts}"call_for_action":["KP"],"increased_monitoring":[]}`))
    await entriesOf(parsed)
    return parsed.facts.sourceDate
  }
  expect(await dayOf('"published_on":null,"source":"plenary of 19 June 2026",')).toBe('2026-06-19')
  expect(await dayOf('')).toBeNull()
})

test('an unknown country refuses the FATF list', async () => {
  const file = sourceText('{"call_for_action":["Atlantis"],"increased_monitoring":[]}')
  await expect(entriesOf(parseFatfJson(file))).rejects.toThrow('"Atlantis" is not a country')
})

const simple = (...rows: string[]) =>
  sourceText(
    [
      '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","program_ids","dataset","first_seen","last_seen","last_change"',
      ...rows,
    ].join('\n'),
  )

test('targets.simple.csv: text with line ends and quotes, numbers, and only people for PEPs', async () => {
  const rows = [
    '"NK-1","Person","IVANOV Alexey","ИВАНОВ Алексей;Ivanov A.","1968-10-18","ru;na","","920451","It is ""said""\nthat","","","UA-1;UA-2","D","2026-02-11T10:40:09","2026-03-13T05:41:01","x"',
    '"NK-2","Vessel","ROSALIN","","","lr","","IMO9253325","","","","","D","2026-02-11T10:40:09","2026-03-12T05:41:01","x"',
  ]
  const parsed = parseOpenSanctionsCsv(simple(...rows), 'watchlists')
  const [person, vessel] = await entriesOf(parsed)
  expect(person).toMatchObject({
    kind: 'individual',
    nationalities: ['RUS', 'NAM'],
    identifiers: [{ type: 'number', value: '920451' }],
    sanction: { programs: ['UA-1', 'UA-2'] },
  })
  expect(person?.names.map(({ script }) => script)).toEqual(['Latn', 'Cyrl', 'Latn'])
  expect(vessel).toMatchObject({ kind: 'other', identifiers: [{ type: 'imo_number', value: 'IMO9253325' }] })
  expect(parsed.facts.sourceDate).toBe('2026-03-13')
  const peps = await entriesOf(parseOpenSanctionsCsv(simple(...rows), 'pep'))
  expect(peps.map(({ reference, pep, sanction }) => [reference, pep !== null, sanction])).toEqual([
    ['NK-1', true, null],
  ])
})

test('targets.simple.csv: an invalid last_seen gives no date', async () => {
  const row = (seen: string) => `"NK-1","Person","A","","","","","","","","","","D","x","${seen}","x"`
  const parsed = parseOpenSanctionsCsv(
    simple(row('2026-02-31T00:00:00'), row('today'), row('2026-01-15')),
    'pep',
  )
  await entriesOf(parsed)
  expect(parsed.facts.sourceDate).toBe('2026-01-15')
})

test.each([
  ['un', 'un_xml', '<?xml version="1.0"?>\n<CONSOLIDATED_LIST>'],
  ['us_sdn', 'ofac_xml', '<sdnList xmlns="x">'],
  ['us_sdn', 'ofac_enhanced_xml', '\ufeff<sanctionsData>'],
  ['us_non_sdn', 'ofac_csv', '36,"A",-0- ,"CUBA"'],
  ['eu', 'eu_xml', '<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="x">'],
  ['uk', 'uk_xml', '<Designations xmlns:xsi="x">'],
  ['national', 'entries_csv', 'reference,kind,name\n'],
  ['adverse_media', 'media_csv', '"reference","kind","name","url"\n'],
  ['pep', 'ftm', '{"id":"a","caption":"b","schema":"Person"'],
  ['pep', 'ftm_delta', '{"op":"ADD","entity":{"id":"a","schema":"Person"'],
  ['watchlist', 'opensanctions_csv', '"id","schema","name","aliases"\n'],
  ['fatf', 'fatf_json', '{"source":"x","call_for_action":[]'],
  ['fatf', 'fatf_csv', 'country,level\n'],
] as const)('%s in the format %s is detected from its beginning', async (list, format, start) => {
  expect(await detectFormat(listOf(list), [sourceText(start)])).toBe(format)
})

test('a format that the list does not use, mixed formats and no format are refused', async () => {
  const detect = (list: 'un' | 'us_sdn', ...texts: string[]) =>
    detectFormat(
      listOf(list),
      texts.map((text) => sourceText(text)),
    )
  const refusal = { code: 'list_unknown_format' }
  await expect(detect('un', '<sdnList>')).rejects.toMatchObject(refusal)
  await expect(detect('us_sdn', '<sdnList>', '36,"A"')).rejects.toMatchObject(refusal)
  await expect(detect('un', '<html>404</html>')).rejects.toMatchObject(refusal)
  await expect(detect('un', '')).rejects.toMatchObject(refusal)
})
