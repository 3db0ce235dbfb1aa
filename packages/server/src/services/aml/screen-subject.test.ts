import { amlChecks } from '@nani/contract'
import { describe, expect, test } from 'vitest'
import type { SuspectCase } from '../../risk/fraud-network/index.ts'
import { listOf } from '../../risk/lists/index.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { found, testSources, testVersion } from '../../testing/screening-sources.ts'
import { screenSubject } from './screen-subject.ts'
import { factsOfCitizen, factsOfName, factsOfUnknown } from './subject/subject.ts'

const nowMs = Date.UTC(2026, 5, 30)
const named = factsOfName({ full_name: 'Nsimba Kiala', date_of_birth: '1980-02-03', nationality: 'AGO' })
const everyList = ['un', 'pep', 'adverse_media', 'watchlist', 'fatf'] as const
const question = {
  facts: named,
  checks: amlChecks,
  environment: 'production',
  applicationId: 'app_1',
  nowMs,
} as const
const jurisdiction = (country: string, level: 'high_risk' | 'monitored') =>
  found('fatf', {
    reference: country,
    names: [{ name: country, kind: 'primary', script: 'Latn' }],
    jurisdiction: { country, level, measure: null },
  })
const suspect = (changes: Partial<SuspectCase> = {}): SuspectCase => ({
  caseNumber: 'RDC-FRD-2026-000001',
  type: 'phishing',
  status: 'confirmed',
  confirmedOn: '2026-05-01',
  fullName: 'Nsimba Kiala',
  dateOfBirth: '1980-02-03',
  nationality: 'AGO',
  matchedBy: 'name',
  similarity: 0.9,
  ...changes,
})

describe('the checks that ran', () => {
  test('are the requested ones with a loaded list, in the order of the specification', async () => {
    const { sources } = testSources({ loaded: [...everyList] })
    expect((await screenSubject(question, sources)).checks).toEqual([...amlChecks])
    const two = ['pep', 'sanctions'] as const
    expect((await screenSubject({ ...question, checks: two }, sources)).checks).toEqual(['sanctions', 'pep'])
  })

  test('omit a check without a loaded list, and search only its other lists', async () => {
    const { sources, asked } = testSources({ loaded: ['un', 'eu'] })
    const { checks, listVersions } = await screenSubject(question, sources)
    expect(checks).toEqual(['sanctions', 'watchlists'])
    expect(asked.searches[0]?.options.lists).toEqual([listOf('un').number, listOf('eu').number])
    expect(listVersions).toEqual([
      { list: 'UN Security Council consolidated list', version: 'un of a day' },
      { list: 'EU consolidated list', version: 'eu of a day' },
      { list: 'Confirmed fraud cases of the network', version: null },
    ])
  })

  test('include watchlists without an imported list, if the network can identify the subject', async () => {
    const { sources, asked } = testSources({ loaded: ['un'] })
    expect((await screenSubject(question, sources)).checks).toContain('watchlists')
    expect(asked.fraud).toHaveLength(1)
    const facts = factsOfName({ full_name: 'Nsimba Kiala' })
    const unknowable = await screenSubject({ ...question, facts }, sources)
    expect(unknowable).toMatchObject({ checks: ['sanctions'], fraudSignals: null })
  })

  test('omit jurisdictions for a subject without ties to a country', async () => {
    const { sources } = testSources({ loaded: [...everyList] })
    const facts = factsOfName({ full_name: 'Nsimba Kiala' })
    const { checks } = await screenSubject({ ...question, facts }, sources)
    expect(checks).not.toContain('high_risk_jurisdictions')
  })

  test('without a certified name, no list is searched by name, and the network is searched by number', async () => {
    const { sources, asked } = testSources({ loaded: [...everyList], entries: [found('un')] })
    const facts = factsOfUnknown('individual', { svcId: 'COD-1111-2222-3333' })
    const screening = await screenSubject({ ...question, facts }, sources)
    expect(screening).toMatchObject({
      checks: ['watchlists'],
      findings: [],
      listVersions: [{ list: 'Confirmed fraud cases of the network', version: null }],
      riskScore: 0,
    })
    expect(asked.searches).toEqual([])
    expect(asked.fraud).toEqual([
      { svcId: 'COD-1111-2222-3333', rccm: null, names: [], dateOfBirth: null, nationality: null },
    ])
    const unknown = factsOfUnknown('individual', {})
    expect((await screenSubject({ ...question, facts: unknown }, sources)).checks).toEqual([])
  })

  test('fraud signals are null if watchlists was not requested', async () => {
    const { sources, asked } = testSources({ loaded: [...everyList] })
    const screening = await screenSubject({ ...question, checks: ['pep'] }, sources)
    expect(screening.fraudSignals).toBeNull()
    expect(asked.fraud).toEqual([])
  })
})

describe('hits', () => {
  test('are sorted by contribution, highest first, and equal ones in a fixed order', async () => {
    const entries = [
      found('watchlist', { reference: 'w' }, 0.95),
      found('us_sdn', { reference: 'b' }, 0.9),
      found('un', { reference: 'a' }, 0.9),
      jurisdiction('AGO', 'monitored'),
    ]
    const order = async (some: typeof entries) =>
      (await screenSubject(question, testSources({ entries: some }).sources)).findings.map(({ key }) => key)
    expect(await order(entries)).toEqual(['un:a', 'us_sdn:b', 'watchlist:w', 'fatf:AGO'])
    expect(await order(entries.toReversed())).toEqual(await order(entries))
  })

  test.each([
    ['the shipped copy comes first', 0.9, 0],
    ['the shipped copy matches better', 0.95, 0],
    ['the shipped copy comes last', 0.95, 1],
  ])(
    'an entry of the shipped and of the imported list is one hit, the imported: %s',
    async (_, score, last) => {
      const names = [{ name: 'KIALA, Nsimba Jean', kind: 'primary' as const, script: 'Latn' }]
      const pair = [
        found('un', { reference: 'CDi.001' }, score, { audience: 'sandbox' }),
        found('un', { reference: 'CDi.001', names, listedOn: '2012-07-12' }, 0.85),
      ]
      const entries = [...(last ? pair.toReversed() : pair), found('eu', { reference: 'CDi.001' }, 0.8)]
      const { findings } = await screenSubject(
        { ...question, environment: 'sandbox' },
        testSources({ entries }).sources,
      )
      expect(findings.map(({ key }) => key)).toEqual(['un:CDi.001', 'eu:CDi.001'])
      expect(findings[0]?.hit).toMatchObject({ match_score: 0.85, listed_on: '2012-07-12' })
      expect(findings[0]?.entry.names).toEqual(names)
    },
  )

  test('name the version that was searched, not a later one of the database', async () => {
    const version = testVersion('un', { label: 'newer' })
    const entries = [found('un', {}, 0.9, { version })]
    const { findings, listVersions } = await screenSubject(question, testSources({ entries }).sources)
    expect(findings[0]?.entry.list_version).toBe('un of a day')
    expect(listVersions[0]?.version).toBe('un of a day')
  })

  test('have a source only for official lists', async () => {
    const sanction = {
      programs: ['DRC'],
      legalBasis: 'UNSC 1533',
      interpolUnSpecialNotice: 'https://interpol.int/x',
    }
    const entries = [
      found('un', { reference: 'CDi.001', sanction }),
      found('national', { reference: 'N-1', sanction }, 0.9),
    ]
    const { findings } = await screenSubject(question, testSources({ entries }).sources)
    expect(findings.map(({ hit }) => hit.source)).toEqual([
      {
        official: true,
        reference: 'CDi.001',
        programs: ['DRC'],
        interpol_un_special_notice: 'https://interpol.int/x',
      },
      undefined,
    ])
    expect(findings.map(({ entry }) => entry.sanction?.reference)).toEqual(['CDi.001', 'N-1'])
  })

  test('contain no number of the subject that is not the entry’s own', async () => {
    const { sources } = testSources({ entries: [found('un')] })
    const explained = (score: number | null) => ({
      field: 'identifier' as const,
      subject: 'OP1234567',
      entry: 'OP7654321',
      score,
      effect: 0,
    })
    const search: typeof sources.search = async (subject, options) =>
      (await sources.search(subject, options)).map((match) => ({
        ...match,
        explanation: [explained(null), explained(0), explained(1)],
      }))
    const { findings } = await screenSubject(question, { ...sources, search })
    expect(findings[0]?.entry.explanation.map(({ subject }) => subject)).toEqual([null, null, 'OP1234567'])
  })

  test('are empty below the list manager’s threshold', async () => {
    const entries = [found('un', {}, 0.82)]
    expect(
      (await screenSubject(question, testSources({ entries, threshold: 0.83 }).sources)).findings,
    ).toEqual([])
    expect(
      (await screenSubject(question, testSources({ entries, threshold: 0.82 }).sources)).findings,
    ).toHaveLength(1)
  })
})

describe('jurisdictions', () => {
  test('are one hit for each country, explained by each tie to it', async () => {
    const facts = factsOfCitizen({ ...testCitizen(), nationality: 'COD' })
    const entries = [jurisdiction('COD', 'monitored')]
    const { findings, riskLevel } = await screenSubject(
      { ...question, facts },
      testSources({ entries }).sources,
    )
    expect(findings).toHaveLength(1)
    expect(findings[0]?.hit).toMatchObject({
      category: 'high_risk_jurisdictions',
      match_score: 1,
      matched_name: 'COD',
    })
    expect(findings[0]?.entry.explanation.map(({ field }) => field)).toEqual(['nationality', 'residence'])
    expect(riskLevel).toBe('low')
  })
})

describe('the fraud network', () => {
  test('reports a suspect as a watchlists hit with the case only', async () => {
    const fraudRecord = { suspectIn: [suspect()], victimOn: [] }
    const { findings, fraudSignals } = await screenSubject(question, testSources({ fraudRecord }).sources)
    expect(findings[0]?.hit).toEqual({
      list: 'Confirmed fraud cases of the network',
      category: 'watchlists',
      match_score: 0.9,
      matched_name: 'Nsimba Kiala',
      listed_on: '2026-05-01',
      fraud_case: {
        case_number: 'RDC-FRD-2026-000001',
        type: 'phishing',
        status: 'confirmed',
        role: 'suspect',
      },
    })
    expect(fraudSignals).toEqual({
      confirmed_cases_as_suspect: 1,
      identity_fraud_victim: false,
      last_confirmed_on: '2026-05-01',
    })
  })

  test('reports a victim without a hit and without effect on the score', async () => {
    const fraudRecord = { suspectIn: [], victimOn: ['2026-01-01'] }
    const screening = await screenSubject(question, testSources({ fraudRecord }).sources)
    expect(screening).toMatchObject({
      findings: [],
      riskScore: 0,
      fraudSignals: {
        confirmed_cases_as_suspect: 0,
        identity_fraud_victim: true,
        last_confirmed_on: '2026-01-01',
      },
    })
  })
})

describe('the PEP block', () => {
  const pep = (title: string, jurisdictionOf: string) => ({
    positions: [{ title, jurisdiction: jurisdictionOf, startDate: '2019-01-28', endDate: null }],
    isInternationalOrganization: false,
    relationship: null,
  })

  test('has the level of the most severe hit and the positions of all, each once', async () => {
    const entries = [
      found('national_pep', { reference: 'a', pep: pep('Député national', 'COD') }),
      found('pep', { reference: 'b', pep: pep('Ambassadeur', 'FRA') }),
      found('pep', { reference: 'c', pep: pep('Député national', 'COD') }),
    ]
    const { pep: block } = await screenSubject(question, testSources({ entries }).sources)
    expect(block).toMatchObject({ is_pep: true, level: 'foreign' })
    expect(block.positions.map(({ title }) => title)).toEqual(['Ambassadeur', 'Député national'])
    expect(block.positions[1]).toEqual({
      title: 'Député national',
      jurisdiction: 'COD',
      start_date: '2019-01-28',
      end_date: null,
    })
  })

  test('is empty if no PEP entry matched', async () => {
    const { sources } = testSources({ entries: [found('un')], loaded: ['pep'] })
    expect((await screenSubject(question, sources)).pep).toEqual({
      is_pep: false,
      level: null,
      positions: [],
    })
  })
})
