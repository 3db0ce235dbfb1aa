import { amlChecks } from '@nani/contract'
import { describe, expect, test } from 'vitest'
import { listOf } from '../../lists/index.ts'
import { testCitizen } from '../../testing/citizen.ts'
import type { SuspectCase } from './fraud-network.ts'
import { screenSubject } from './screen-subject.ts'
import { factsOfCitizen, factsOfName, factsOfUnknown } from './subject.ts'
import { found, testSources } from './testing/sources.ts'

const nowMs = Date.UTC(2026, 5, 30)
const named = factsOfName({ full_name: 'Nsimba Kiala', date_of_birth: '1980-02-03', nationality: 'AGO' })
const everyList = ['un', 'pep', 'adverse_media', 'watchlist', 'fatf'] as const
const question = { facts: named, checks: amlChecks, environment: 'production', nowMs } as const
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
  test('are those asked for whose list was loaded, in the order of the specification', async () => {
    const { sources } = testSources({ loaded: [...everyList] })
    expect((await screenSubject(question, sources)).checks).toEqual([...amlChecks])
    const two = ['pep', 'sanctions'] as const
    expect((await screenSubject({ ...question, checks: two }, sources)).checks).toEqual(['sanctions', 'pep'])
  })

  test('do not hold one whose list was never loaded, and only its lists are searched', async () => {
    const { sources, asked } = testSources({ loaded: ['un', 'eu'] })
    const { checks, versions } = await screenSubject(question, sources)
    expect(checks).toEqual(['sanctions', 'watchlists'])
    expect(asked.searches[0]?.options.lists).toEqual([listOf('un').number, listOf('eu').number])
    expect(versions.map(({ list }) => list)).toEqual(['un', 'eu'])
  })

  test('watchlists runs without an imported list when the network can know the subject', async () => {
    const { sources, asked } = testSources({ loaded: ['un'] })
    expect((await screenSubject(question, sources)).checks).toContain('watchlists')
    expect(asked.fraud).toHaveLength(1)
    const facts = factsOfName({ full_name: 'Nsimba Kiala' })
    const unknowable = await screenSubject({ ...question, facts }, sources)
    expect(unknowable).toMatchObject({ checks: ['sanctions'], fraudSignals: null })
  })

  test('a subject tied to no country has no jurisdictions to check', async () => {
    const { sources } = testSources({ loaded: [...everyList] })
    const facts = factsOfName({ full_name: 'Nsimba Kiala' })
    const { checks } = await screenSubject({ ...question, facts }, sources)
    expect(checks).not.toContain('high_risk_jurisdictions')
  })

  test('without a certified name nothing is searched by name, and the network still knows the number', async () => {
    const { sources, asked } = testSources({ loaded: [...everyList], entries: [found('un')] })
    const facts = factsOfUnknown('individual', { svcId: 'COD-1111-2222-3333' })
    const screening = await screenSubject({ ...question, facts }, sources)
    expect(screening).toMatchObject({ checks: ['watchlists'], findings: [], versions: [], riskScore: 0 })
    expect(asked.searches).toEqual([])
    expect(asked.fraud).toEqual([
      { svcId: 'COD-1111-2222-3333', rccm: null, names: [], dateOfBirth: null, nationality: null },
    ])
    const nobody = factsOfUnknown('individual', {})
    expect((await screenSubject({ ...question, facts: nobody }, sources)).checks).toEqual([])
  })

  test('fraud signals are null when watchlists was not asked for', async () => {
    const { sources, asked } = testSources({ loaded: [...everyList] })
    const screening = await screenSubject({ ...question, checks: ['pep'] }, sources)
    expect(screening.fraudSignals).toBeNull()
    expect(asked.fraud).toEqual([])
  })
})

describe('hits', () => {
  test('stand by what they weigh, the gravest first; of two alike always in one order', async () => {
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

  test('an entry that stands in the shipped and in the imported list is one hit', async () => {
    const entries = [
      found('un', { reference: 'CDi.001' }, 0.9, { audience: 'sandbox' }),
      found('un', { reference: 'CDi.001' }, 0.9),
      found('eu', { reference: 'CDi.001' }, 0.9),
    ]
    const { findings } = await screenSubject(
      { ...question, environment: 'sandbox' },
      testSources({ entries }).sources,
    )
    expect(findings.map(({ key }) => key)).toEqual(['eu:CDi.001', 'un:CDi.001'])
  })

  test('only official lists carry a source', async () => {
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

  test('tell no number of the subject that is not the entry’s own', async () => {
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

  test('below the list manager’s threshold there is none', async () => {
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
  test('are one hit a country, explained by each tie to it', async () => {
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
  test('a suspect is a watchlists hit with the case and nothing more of it', async () => {
    const standing = { suspectIn: [suspect()], victimOn: [] }
    const { findings, fraudSignals } = await screenSubject(question, testSources({ standing }).sources)
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

  test('being a victim is told, is no hit and raises nothing', async () => {
    const standing = { suspectIn: [], victimOn: ['2026-01-01'] }
    const screening = await screenSubject(question, testSources({ standing }).sources)
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

  test('has the level of the gravest hit and the positions of all, each once', async () => {
    const entries = [
      found('national_pep', { reference: 'a', pep: pep('Député national', 'COD') }),
      found('pep', { reference: 'b', pep: pep('Ambassadeur', 'FRA') }),
      found('pep', { reference: 'c', pep: pep('Député national', 'COD') }),
    ]
    const { pep: told } = await screenSubject(question, testSources({ entries }).sources)
    expect(told).toMatchObject({ is_pep: true, level: 'foreign' })
    expect(told.positions.map(({ title }) => title)).toEqual(['Ambassadeur', 'Député national'])
    expect(told.positions[1]).toEqual({
      title: 'Député national',
      jurisdiction: 'COD',
      start_date: '2019-01-28',
      end_date: null,
    })
  })

  test('is of nobody when no PEP entry matched', async () => {
    const { sources } = testSources({ entries: [found('un')], loaded: ['pep'] })
    expect((await screenSubject(question, sources)).pep).toEqual({
      is_pep: false,
      level: null,
      positions: [],
    })
  })
})
