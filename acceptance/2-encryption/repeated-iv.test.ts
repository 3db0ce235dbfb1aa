import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { validate } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

test('the sandbox warns of an IV that is used twice under one key, and of no other', async () => {
  const application = { ...(await createApplication(dataDir)), base_url: sandbox.base_url }
  const iv = randomBytes(12)
  const warningOf = async (digits: string, options = {}) => {
    const { status, headers } = await validate(application, digits, { scopes: [] }, options)
    expect(status).toBe(200)
    return headers['x-svc-warning']
  }
  expect(await warningOf('0001', { iv })).toBeUndefined()
  expect(await warningOf('0002')).toBeUndefined()
  expect(await warningOf('0002', { iv })).toBe('iv_reused')
  expect(await warningOf('0001')).toBeUndefined()
})
