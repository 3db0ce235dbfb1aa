import { expect, inject, test } from 'vitest'
import { send, signedRequest } from '../client/call.ts'
import { errorStatus } from '../client/catalogue.ts'
import { fetchPlainly } from '../client/transport.ts'

const { sandbox } = inject('demo')

type Operation = { responses: Record<string, unknown>; operationId?: string }
type OpenApi = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

const documented = async (): Promise<OpenApi> => {
  const { status, headers, body } = await fetchPlainly(`${sandbox.base_url}/openapi.json`)
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^application\/(json|openapi\+json)/)
  return JSON.parse(body.toString('utf8')) as OpenApi
}

const operations = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method]! })),
  )

test('the document is OpenAPI 3.1 and describes every KYC, Age, KYB, AML, fraud, job and batch endpoint of the specification', async () => {
  const document = await documented()
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.title).toMatch(/Nani/)
  const described = operations(document).map(
    ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
  )
  expect(described).toEqual(
    expect.arrayContaining([
      'POST /v1/kyc/validations',
      'POST /v1/kyc/validations/batches',
      'GET /v1/kyc/validations/{}',
      'POST /v1/age/verifications',
      'POST /v1/age/verifications/batches',
      'GET /v1/age/verifications/{}',
      'POST /v1/kyb/verifications',
      'POST /v1/kyb/verifications/batches',
      'GET /v1/kyb/verifications/{}',
      'POST /v1/aml/screenings',
      'POST /v1/aml/screenings/batches',
      'GET /v1/aml/screenings/{}',
      'GET /v1/aml/screenings/{}/hits/{}',
      'POST /v1/fraud/reports',
      'POST /v1/fraud/reports/batches',
      'GET /v1/fraud/reports/{}',
      'POST /v1/fraud/usurpation-reports',
      'GET /v1/jobs/{}',
      'GET /v1/batches/{}',
      'GET /v1/batches/{}/results',
      'POST /v1/batches/{}/cancel',
    ]),
  )
})

test('every described operation exists: with a signature it never answers as an unknown path or method', async () => {
  for (const { path, method } of operations(await documented())) {
    const target = path.replace(/\{\w+\}/g, 'x_unknown')
    const { status, json } = await send(sandbox, signedRequest(sandbox, method.toUpperCase(), target)).catch(
      // Pages and files are not JSON.
      () => ({ status: 200, json: undefined }),
    )
    expect(status, `${method} ${path}`).not.toBe(405)
    if (path === target) expect(json?.error, `${method} ${path}`).not.toBe('not_found')
  }
})

test('no other method works on a path that is described', async () => {
  const document = await documented()
  for (const [path, item] of Object.entries(document.paths).filter(([name]) => name.startsWith('/v1/')))
    for (const method of methods.filter((name) => !item[name])) {
      const target = path.replace(/\{\w+\}/g, 'x_unknown')
      const answer = await send(sandbox, signedRequest(sandbox, method.toUpperCase(), target))
      const alsoMatches = Object.keys(document.paths).some(
        (other) => other !== path && new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(target),
      )
      if (!alsoMatches) expect([404, 405], `${method} ${path}`).toContain(answer.status)
    }
})

test('the statuses of the error catalogue are described for a KYC validation', async () => {
  const { responses } = (await documented()).paths['/v1/kyc/validations']!.post!
  const statuses = new Set(Object.values(errorStatus).map(String))
  for (const status of ['200', '202', '400', '401', '403', '429', '500', '502'])
    expect(Object.keys(responses)).toContain(status)
  for (const status of Object.keys(responses).filter((name) => /^[45]\d\d$/.test(name)))
    expect([...statuses, '402']).toContain(status)
})

test('a readable reference is served at /docs', async () => {
  const answer = await fetchPlainly(`${sandbox.base_url}/docs`)
  const followed = answer.headers.location
    ? await fetchPlainly(new URL(answer.headers.location, sandbox.base_url).href)
    : answer
  expect(followed.status).toBe(200)
  expect(followed.headers['content-type']).toMatch(/^text\/html/)
})
