import { expect, test } from 'vitest'
import { entriesOf, namesOf, sourceText } from '../testing/source-text.ts'
import { parseOfacCsv } from './ofac-csv.ts'
import { parseOfacEnhancedXml } from './ofac-enhanced-xml.ts'
import { parseOfacXml } from './ofac-xml.ts'

const row = (number: number, name: string, type: string, programs: string, remarks: string) =>
  `${number},"${name}",${type},"${programs}",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,${remarks}`

const sdn = `${[
  row(36, 'AEROCARIBBEAN AIRLINES', '-0- ', 'CUBA', '-0- '),
  row(
    40,
    'EXAMPLE, Juan',
    '"individual"',
    'SDNTK] [SDGT',
    '"DOB 12 Mar 1960; alt. DOB circa 1961; POB Cali, Colombia; nationality Iraq; citizen Congo, Democratic Republic of the; ' +
      "Gender Male; Passport S-1234 (Iran) issued 28 Feb 1996 expires 27 Feb 2001; National ID No. 987 (Thailand); a.k.a. 'EL O'BRIEN'; " +
      'Additional Sanctions Information - Subject to Secondary Sanctions; Website www.example.com; Linked To: EXAMPLE 2 SRL."',
  ),
  row(
    50,
    'SHIP ONE',
    '"vessel"',
    'IRAN',
    '"Vessel Registration Identification IMO 9107655; MMSI 273610820."',
  ),
].join('\r\n')}\r\n\u001a`
const alt = '36,12,"aka","AERO-CARIBBEAN",-0- \r\n40,13,"fka","BEISPIEL, Hänschen",-0- \r\n'
const add =
  '36,25,-0- ,"Havana","Cuba",-0- \r\n40,26,"Calle 1, No. 2","Bogota","Colombia",-0- \r\n40,27,-0- ,-0- ,-0- ,-0- \r\n'

const csv = (changes: Partial<Record<'sdn' | 'alt' | 'add', string | Buffer>> = {}) => {
  const texts = { add, alt: Buffer.from(alt, 'latin1'), sdn, ...changes }
  return parseOfacCsv(Object.entries(texts).map(([name, text]) => sourceText(text, `${name}.csv`)))
}

test('the three files are joined in any order; -0- is empty, 0x1A is not a row, and Windows-1252 is read', async () => {
  const [airline, person] = await entriesOf(csv())
  expect(airline).toMatchObject({
    reference: '36',
    kind: 'business',
    addresses: [{ text: 'Havana, Cuba', country: 'CUB' }],
    listedOn: null,
    sanction: { programs: ['CUBA'] },
  })
  expect(person?.addresses).toEqual([{ text: 'Calle 1, No. 2, Bogota, Colombia', country: 'COL' }])
  expect(namesOf(person as NonNullable<typeof person>)).toEqual([
    'primary: EXAMPLE, Juan',
    'alias: BEISPIEL, Hänschen',
    "weak_alias: EL O'BRIEN",
  ])
})

test('programs are separated, and the remarks give dates, countries, gender and numbers only', async () => {
  const [, person, ship] = await entriesOf(csv())
  expect(person).toMatchObject({
    kind: 'individual',
    sanction: { programs: ['SDNTK', 'SDGT'] },
    birthDates: [
      { from: '1960-03-12', to: '1960-03-12', circa: false },
      { from: '1961-01-01', to: '1961-12-31', circa: true },
    ],
    nationalities: ['IRQ', 'COD'],
    genders: ['male'],
    identifiers: [
      { type: 'passport', value: 'S-1234', country: 'IRN' },
      { type: 'national_id', value: '987', country: 'THA' },
    ],
  })
  expect(ship).toMatchObject({
    kind: 'other',
    identifiers: [
      { type: 'imo_number', value: '9107655', country: null },
      { type: 'mmsi', value: '273610820', country: null },
    ],
  })
})

test('UTF-8 is read as UTF-8', async () => {
  const [, person] = await entriesOf(csv({ alt: Buffer.from(alt, 'utf8') }))
  expect(person?.names[1]?.name).toBe('BEISPIEL, Hänschen')
})

test.each([
  ['a row that breaks off', { sdn: sdn.slice(0, sdn.indexOf('SDNTK')) }],
  ['a quote that stays open', { add: add.slice(0, -20) }],
  ['a file of another form', { alt: 'name,alias\nA,B\n' }],
  ['a file twice', { alt: add }],
])('%s refuses the version', async (_what, changes) => {
  await expect(entriesOf(csv(changes))).rejects.toMatchObject({ code: 'list_unreadable' })
})

test('one file of the three is not a version', async () => {
  await expect(entriesOf(parseOfacCsv([sourceText(sdn)]))).rejects.toThrow('sdn, alt and add')
})

const entry = `<sdnEntry><uid>9640</uid><firstName>Mohammed</firstName><lastName>ABU TEIR</lastName>
  <sdnType>Individual</sdnType><remarks>(Linked To: X 1)</remarks>
  <programList><program>NS-PLC</program><program>SDGT</program></programList>
  <idList>
    <id><uid>1</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
    <id><uid>2</uid><idType>Passport</idType><idNumber>A 77</idNumber><idCountry>Russia</idCountry></id>
    <id><uid>3</uid><idType>Secondary sanctions risk:</idType><idNumber>section 1(b) of Executive Order 13224</idNumber></id>
    <id><uid>4</uid><idType>Website</idType><idNumber>www.example1.com</idNumber></id>
  </idList>
  <akaList>
    <aka><uid>5</uid><type>a.k.a.</type><category>strong</category><lastName>ABOU TAYR</lastName><firstName>Mohammad</firstName></aka>
    <aka><uid>6</uid><type>a.k.a.</type><category>weak</category><lastName>TAYR</lastName></aka>
  </akaList>
  <nationalityList><nationality><uid>7</uid><country>Palestinian</country></nationality></nationalityList>
  <dateOfBirthList><dateOfBirthItem><uid>8</uid><dateOfBirth>circa 1951</dateOfBirth></dateOfBirthItem></dateOfBirthList>
  <addressList><address><uid>9</uid><city>Hebron</city><country>Palestinian</country></address></addressList>
</sdnEntry>`
const sdnXml = (entries: string, count: number) => `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://example.org/XML"><publshInformation><Publish_Date>03/28/2025</Publish_Date>
<Record_Count>${count}</Record_Count></publshInformation>${entries}</sdnList>`

test('SDN.XML is read like the CSV', async () => {
  const parsed = parseOfacXml(sourceText(sdnXml(entry, 1)))
  const [person] = await entriesOf(parsed)
  expect(parsed.facts.sourceDate).toBe('2025-03-28')
  expect(person).toMatchObject({
    reference: '9640',
    names: [
      { name: 'ABU TEIR, Mohammed', kind: 'primary' },
      { name: 'ABOU TAYR, Mohammad', kind: 'alias' },
      { name: 'TAYR', kind: 'weak_alias' },
    ],
    genders: ['male'],
    nationalities: ['PSE'],
    birthDates: [{ from: '1951-01-01', to: '1951-12-31', circa: true }],
    identifiers: [{ type: 'passport', value: 'A 77', country: 'RUS' }],
    addresses: [{ text: 'Hebron, Palestinian', country: 'PSE' }],
    sanction: { programs: ['NS-PLC', 'SDGT'] },
    listedOn: null,
  })
})

test('fewer entries than the stated number are refused', async () => {
  await expect(entriesOf(parseOfacXml(sourceText(sdnXml(entry, 2))))).rejects.toThrow('announces 2')
})

test('the enhanced format has its names by translation, dates in figures and values by reference', async () => {
  const parsed = parseOfacEnhancedXml(
    sourceText(`<sanctionsData xmlns="https://example.org/ENHANCED_XML">
    <publicationInfo><dataAsOf>2025-03-28T10:00:00</dataAsOf></publicationInfo>
    <referenceValues><referenceValue refId="91"><type>Country</type><value>Iran</value></referenceValue></referenceValues>
    <entities><entity id="15036">
      <generalInfo><entityType refId="600">Individual</entityType></generalInfo>
      <sanctionsPrograms><sanctionsProgram refId="1">IRAN</sanctionsProgram></sanctionsPrograms>
      <legalAuthorities><legalAuthority>Executive Order 13224</legalAuthority></legalAuthorities>
      <names>
        <name id="1"><isPrimary>true</isPrimary><isLowQuality>false</isLowQuality><translations>
          <translation id="1"><isPrimary>true</isPrimary><script>Latin</script><formattedFullName>REZA, Ali</formattedFullName></translation>
          <translation id="2"><isPrimary>false</isPrimary><script>Arabic</script><formattedFullName>علی رضا</formattedFullName></translation>
        </translations></name>
        <name id="2"><isPrimary>false</isPrimary><isLowQuality>true</isLowQuality><translations>
          <translation id="3"><isPrimary>true</isPrimary><nameParts><namePart><value>ALI</value></namePart></nameParts></translation>
        </translations></name>
      </names>
      <addresses><address id="1"><country refId="91"/><translations><translation><isPrimary>true</isPrimary>
        <addressParts><addressPart><type>CITY</type><value>Tehran</value></addressPart></addressParts></translation></translations></address></addresses>
      <features>
        <feature id="1"><type featureTypeId="8">Birthdate</type><value>From 1960</value>
          <valueDate id="1"><fromDateBegin>1960-01-01</fromDateBegin><fromDateEnd>1960-12-31</fromDateEnd><toDateBegin>1962-01-01</toDateBegin><toDateEnd>1962-12-31</toDateEnd><isApproximate>true</isApproximate></valueDate></feature>
        <feature id="2"><type>Gender</type><value>Male</value></feature>
        <feature id="3"><type>Nationality Country</type><valueRefId>91</valueRefId></feature>
        <feature id="4"><type>Website</type><value>www.example1.com</value></feature>
      </features>
      <identityDocuments><identityDocument id="1"><type>Passport</type><documentNumber>A1</documentNumber><issuingCountry refId="91"/></identityDocument></identityDocuments>
    </entity></entities></sanctionsData>`),
  )
  expect(await entriesOf(parsed)).toEqual([
    {
      reference: '15036',
      kind: 'individual',
      names: [
        { name: 'REZA, Ali', kind: 'primary', script: 'Latn' },
        { name: 'علی رضا', kind: 'alias', script: 'Arab' },
        { name: 'ALI', kind: 'weak_alias', script: 'Latn' },
      ],
      birthDates: [{ from: '1960-01-01', to: '1962-12-31', circa: true }],
      genders: ['male'],
      nationalities: ['IRN'],
      addresses: [{ text: 'Tehran, Iran', country: 'IRN' }],
      identifiers: [{ type: 'passport', value: 'A1', country: 'IRN' }],
      listedOn: null,
      endedOn: null,
      sanction: { programs: ['IRAN'], legalBasis: 'Executive Order 13224', interpolUnSpecialNotice: null },
      pep: null,
      media: [],
    },
  ])
  expect(parsed.facts.sourceDate).toBe('2025-03-28')
})
