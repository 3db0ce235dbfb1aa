import { expect, test } from 'vitest'
import { entriesOf, sourceText } from '../testing/source-text.ts'
import { parseEuXml } from './eu-xml.ts'
import { parseUkXml } from './uk-xml.ts'

const alias = (attributes: string, language: string) =>
  `<nameAlias firstName="" middleName="" lastName="" ${attributes} regulationLanguage="${language}" logicalId="1"/>`

const eu = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00">
  <sanctionEntity designationDate="2005-12-13" unitedNationId="" euReferenceNumber="EU.900.1" logicalId="900">
    <regulation publicationDate="2005-12-14" numberTitle="2005/1 (OJ L1)" programme="COD"/>
    <regulation publicationDate="2017-03-09" numberTitle="2017/404 (OJ L63)" programme="COD"><publicationUrl>http://example.org/?a=1&amp;b=2</publicationUrl></regulation>
    <subjectType code="person" classificationCode="P"/>
    ${alias('wholeName="Baraka Mutabazi" strong="true" gender="M"', 'en')}
    ${alias('wholeName="Baraka Mutabazi" strong="true" gender="M"', 'fr')}
    ${alias('wholeName="Barak" strong="false"', 'en')}
    ${alias('wholeName="Барака" strong="true"', 'bg')}
    <citizenship countryIso2Code="CD" countryDescription="CONGO" regulationLanguage="en"/>
    <citizenship countryIso2Code="CD" countryDescription="CONGO" regulationLanguage="fr"/>
    <citizenship countryIso2Code="00" countryDescription="UNKNOWN" regulationLanguage="en"/>
    <birthdate circa="true" calendarType="GREGORIAN" yearRangeFrom="1953" yearRangeTo="1958"/>
    <birthdate circa="false" calendarType="GREGORIAN" birthdate="1965-04-14" year="1965"/>
    <birthdate circa="false" calendarType="GREGORIAN" year="1966" monthOfYear="2"/>
    <birthdate circa="false" calendarType="ISLAMIC" year="1380"/>
    <address street="Av. 1" city="Goma" zipCode="" countryIso2Code="CD" countryDescription="CONGO"/>
    <identification knownFalse="false" number="488555" identificationTypeCode="passport" identificationTypeDescription="National passport" countryIso2Code="00"/>
    <identification knownFalse="true" number="666" identificationTypeCode="passport" countryIso2Code="CD"/>
  </sanctionEntity>
  <sanctionEntity designationDetails="" euReferenceNumber="" logicalId="901">
    <subjectType code="enterprise" classificationCode="E"/>${alias('wholeName="Mines SA" strong="true"', 'en')}
  </sanctionEntity>
</export>`

test('the EU list: repeated languages count once, and forged numbers and other calendars are ignored', async () => {
  const parsed = parseEuXml(sourceText(eu))
  const [person, company] = await entriesOf(parsed)
  expect(parsed.facts.sourceDate).toBe('2026-08-05')
  expect(person).toEqual({
    reference: 'EU.900.1',
    kind: 'individual',
    names: [
      { name: 'Baraka Mutabazi', kind: 'primary', script: 'Latn' },
      { name: 'Barak', kind: 'weak_alias', script: 'Latn' },
      { name: 'Барака', kind: 'alias', script: 'Cyrl' },
    ],
    birthDates: [
      { from: '1953-01-01', to: '1958-12-31', circa: true },
      { from: '1965-04-14', to: '1965-04-14', circa: false },
      { from: '1966-02-01', to: '1966-02-28', circa: false },
    ],
    genders: ['male'],
    nationalities: ['COD'],
    addresses: [{ text: 'Av. 1, Goma, CONGO', country: 'COD' }],
    identifiers: [{ type: 'passport', value: '488555', country: null }],
    listedOn: '2005-12-13',
    endedOn: null,
    sanction: { programs: ['COD'], legalBasis: '2017/404 (OJ L63)', interpolUnSpecialNotice: null },
    pep: null,
    media: [],
  })
  expect(company).toMatchObject({ reference: '901', kind: 'business', listedOn: null })
})

const uk = `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>10/09/2026</DateGenerated>
  <Designation><LastUpdated>14/04/2026</LastUpdated><DateDesignated>25/01/2001</DateDesignated><UniqueID>AFG9006</UniqueID>
    <Names>
      <Name><Name1>Mohammad</Name1><Name6>Akhwand</Name6><NameType>Primary Name Variation</NameType></Name>
      <Name><Name1>MOHAMMAD</Name1><Name2>HASSAN</Name2><Name6>AKHUND</Name6><NameType>Primary Name</NameType></Name>
      <Name><Name6>Hasan</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>
    </Names>
    <NonLatinNames><NonLatinName><NameNonLatinScript>محمد حسن</NameNonLatinScript></NonLatinName></NonLatinNames>
    <RegimeName>The Example (Sanctions) Regulations 2020</RegimeName>
    <IndividualEntityShip>Individual</IndividualEntityShip>
    <Addresses><Address><AddressLine1>1 Road</AddressLine1><AddressCountry>Iraq</AddressCountry></Address></Addresses>
    <IndividualDetails><Individual>
      <DOBs><DOB>12/05/1958</DOB><DOB>dd/mm/1945</DOB><DOB>1946</DOB></DOBs>
      <Nationalities><Nationality>Iraqi</Nationality></Nationalities><Genders><Gender>Male</Gender></Genders>
      <PassportDetails><Passport><PassportNumber>P045</PassportNumber><PassportAdditionalInformation>Afghanistan passport, issued 2001</PassportAdditionalInformation></Passport></PassportDetails>
      <NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>213</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails>
    </Individual></IndividualDetails>
  </Designation>
</Designations>`

test('the UK list: strengths, partial dates, regime and regulations', async () => {
  const parsed = parseUkXml(sourceText(uk))
  expect(await entriesOf(parsed)).toEqual([
    {
      reference: 'AFG9006',
      kind: 'individual',
      names: [
        { name: 'MOHAMMAD HASSAN AKHUND', kind: 'primary', script: 'Latn' },
        { name: 'Mohammad Akhwand', kind: 'alias', script: 'Latn' },
        { name: 'Hasan', kind: 'weak_alias', script: 'Latn' },
        { name: 'محمد حسن', kind: 'alias', script: 'Arab' },
      ],
      birthDates: [
        { from: '1958-05-12', to: '1958-05-12', circa: false },
        { from: '1945-01-01', to: '1945-12-31', circa: false },
        { from: '1946-01-01', to: '1946-12-31', circa: false },
      ],
      genders: ['male'],
      nationalities: ['IRQ'],
      addresses: [{ text: '1 Road, Iraq', country: 'IRQ' }],
      identifiers: [
        { type: 'passport', value: 'P045', country: 'AFG' },
        { type: 'national_id', value: '213', country: null },
      ],
      listedOn: '2001-01-25',
      endedOn: null,
      sanction: {
        programs: ['The Example (Sanctions) Regulations 2020'],
        legalBasis: 'The Example (Sanctions) Regulations 2020',
        interpolUnSpecialNotice: null,
      },
      pep: null,
      media: [],
    },
  ])
  expect(parsed.facts.sourceDate).toBe('2026-09-10')
})
