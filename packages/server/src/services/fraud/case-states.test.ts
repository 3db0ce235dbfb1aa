import { fraudCaseStatuses } from '@nani/contract'
import { expect, test } from 'vitest'
import { findMove, isInNetwork, needsTwoPeople, sandboxOutcome } from './case-states.ts'

test('exactly seven changes of status exist', () => {
  const found = fraudCaseStatuses.flatMap((from) =>
    fraudCaseStatuses.flatMap((to) => (findMove(from, to) ? [`${from} → ${to}`] : [])),
  )
  expect(found).toEqual([
    'received → under_review',
    'under_review → confirmed',
    'under_review → dismissed',
    'under_review → escalated_to_authorities',
    'confirmed → under_review',
    'dismissed → under_review',
    'escalated_to_authorities → under_review',
  ])
})

test('only a supervisor reopens a decided case', () => {
  for (const from of ['confirmed', 'dismissed', 'escalated_to_authorities'] as const)
    expect(findMove(from, 'under_review')?.by).toBe('supervisor')
  expect(findMove('received', 'under_review')?.by).toBe('investigator')
})

test('the cases of the network are the confirmed and the escalated, and they need two people', () => {
  expect(fraudCaseStatuses.filter(isInNetwork)).toEqual(['confirmed', 'escalated_to_authorities'])
  expect(needsTwoPeople('confirmed')).toBe(true)
  expect(needsTwoPeople('escalated_to_authorities')).toBe(true)
  expect(needsTwoPeople('dismissed')).toBe(false)
})

test('the sandbox decides by type, then by party and evidence', () => {
  const report = { type: 'other', hasIdentifiedParty: false, hasEvidence: false }
  expect(sandboxOutcome({ ...report, type: 'money_laundering' })).toBe('escalated_to_authorities')
  expect(sandboxOutcome({ ...report, type: 'terrorist_financing' })).toBe('escalated_to_authorities')
  expect(sandboxOutcome(report)).toBe('dismissed')
  expect(sandboxOutcome({ ...report, hasEvidence: true })).toBe('confirmed')
  expect(sandboxOutcome({ ...report, hasIdentifiedParty: true })).toBe('confirmed')
})
