import { expect, test } from 'vitest'
import { applicationRefusals } from './applications.ts'
import { auditLogRefusals } from './audit-log.ts'
import { fraudCaseRefusals, fraudCaseSentences } from './fraud-cases.ts'
import { refusals } from './index.ts'
import { installationRefusals } from './installation.ts'
import { pageRefusals, peopleRefusals } from './people.ts'
import { serviceRefusals } from './services.ts'

test('no code of staff is in two parts, of which one would hide the other', () => {
  const parts = [
    ...[applicationRefusals, fraudCaseRefusals, installationRefusals],
    ...[pageRefusals, peopleRefusals, serviceRefusals, auditLogRefusals],
  ]
  const codes = parts.flatMap((part) => Object.keys(part))
  expect(codes.toSorted()).toEqual(Object.keys(refusals.staff).toSorted())
})

test('the sentence of a case belongs to a code', () => {
  const unknown = Object.keys(fraudCaseSentences).filter((code) => !(code in refusals.staff))
  expect(unknown).toEqual([])
})
