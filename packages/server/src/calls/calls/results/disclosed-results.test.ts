import { expect, test } from 'vitest'
import { resultsOf } from './disclosed-results.ts'

const screening = (id: string) => ({ id, object: 'aml_screening', hits: [{ category: 'pep' }] })
const validation = { id: 'kyc_1', object: 'kyc_validation', result: 'verified', kyc: { basic: { id: 'x' } } }
const job = (result?: unknown) => ({
  id: 'job_1',
  object: 'job',
  status: 'completed',
  ...(result !== undefined && { result }),
})
const event = (object: unknown) => ({ id: 'evt_1', object: 'event', data: { object } })
const list = (...data: unknown[]) => ({ object: 'list', data, next_cursor: null })

test.each([
  ['a result', validation, ['kyc_1']],
  ['a job with its result', job(screening('aml_1')), ['aml_1']],
  ['a job without one', job(), []],
  ['a batch', { id: 'bat_1', object: 'batch', status: 'completed' }, []],
  [
    'a page of results, with one that failed',
    list({ reference: 'a', result: screening('aml_1') }, { reference: 'b', error: { code: 'x' } }),
    ['aml_1'],
  ],
  [
    'a page of events: a job, and a result with its job',
    list(event(job(validation)), event({ job_id: 'job_2', result: screening('aml_2') })),
    ['kyc_1', 'aml_2'],
  ],
  ['one result that occurs twice', list(event(job(validation)), event(job(validation))), ['kyc_1']],
  ['nothing', null, []],
])('%s', (_what, answer, ids) => {
  expect(resultsOf(answer)).toEqual(ids)
})
