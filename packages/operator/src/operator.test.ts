import { createCipheriv, randomBytes, scryptSync, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'nani-operator-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const nani = (...args: string[]) =>
  naniIn(
    {
      DATABASE_URL: database.url,
      NANI_MASTER_KEY: testMasterKey,
      NANI_SANDBOX_URL: 'https://sandbox.example',
    },
    ...args,
  )

const naniIn = (env: Record<string, string>, ...args: string[]) => runInMemory(args, { env, cwd: folder })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const create = (...flags: string[]) =>
  json('applications', 'create', '--name', 'Shop', '--environment', 'sandbox', ...flags)
const show = (id: string) => json('applications', 'show', id)

describe('nani applications', () => {
  it('create prints the credentials of a caller, and applies the settings', async () => {
    const issued = await create(
      ...[
        '--services',
        'kyc_validation,age_verification',
        '--scopes',
        'kyc.parents',
        '--purposes',
        'age_gating',
      ],
      ...['--allow-ip', '10.0.0.0/8', '--allow-ip', '::1', '--burst', '7', '--quota', 'kyc_validation=5/day'],
    )
    expect(issued).toEqual({
      base_url: 'https://sandbox.example',
      application_id: expect.stringMatching(/^app_/),
      api_key: expect.stringMatching(/^key_test_[0-9A-Za-z]{24}$/),
      secret_key: expect.stringMatching(/^sk_test_/),
      payload_encryption_key: expect.stringMatching(/^pek_test_/),
    })
    expect(await show(issued.application_id)).toMatchObject({
      name: 'Shop',
      services: ['kyc_validation', 'age_verification'],
      scopes: ['kyc.parents'],
      purposes: ['age_gating'],
      ip_allowlist: ['10.0.0.0/8', '::1'],
      burst_per_second: 7,
      quotas: {
        kyc_validation: { limit: 5, period: 'day' },
        age_verification: { limit: 10_000, period: 'month' },
      },
    })
  })

  it('a list is given with commas, as several values or by repeating the flag, and no part is lost', async () => {
    const { application_id: id } = await create(
      ...['--services', 'kyc_validation', 'age_verification', '--scopes', 'kyc.parents,kyc.emails'],
      ...['--purposes', 'customer_onboarding', '--purposes', 'age_gating', '--scopes', 'kyc.languages'],
    )
    expect(await show(id)).toMatchObject({
      services: ['kyc_validation', 'age_verification'],
      scopes: ['kyc.parents', 'kyc.emails', 'kyc.languages'],
      purposes: ['customer_onboarding', 'age_gating'],
    })
  })

  it('the keys are shown once: neither show nor list has them', async () => {
    const { secret_key, payload_encryption_key, application_id } = await create()
    const shown = JSON.stringify([await show(application_id), await json('applications', 'list')])
    expect(shown).toContain(application_id)
    expect(shown).not.toContain(secret_key)
    expect(shown).not.toContain(payload_encryption_key)
  })

  it('update changes what is said and keeps the rest', async () => {
    const { application_id: id } = await create(
      '--services',
      'kyc_validation',
      '--allow-ip',
      '10.0.0.0/8',
      '192.168.0.0/16',
    )
    expect((await show(id)).ip_allowlist).toEqual(['10.0.0.0/8', '192.168.0.0/16'])
    await json(
      'applications',
      'update',
      id,
      '--name',
      'Bank',
      '--quota',
      'kyc_validation=none',
      '--batch-quota',
      '100',
    )
    await json('applications', 'update', id, '--allow-ip', '')
    expect(await show(id)).toMatchObject({
      name: 'Bank',
      services: ['kyc_validation'],
      ip_allowlist: [],
      quotas: {},
      batch_items_per_day: 100,
    })
    await json('applications', 'update', id, '--batch-quota', 'none')
    expect((await show(id)).batch_items_per_day).toBeNull()
  })

  it('approval is given and withdrawn', async () => {
    const { application_id: id } = await json(
      ...[
        'applications',
        'create',
        '--name',
        'Bank',
        '--environment',
        'production',
        '--services',
        'kyc_validation',
        '--approved',
        ...['--reason', 'Checked on paper.'],
      ],
    )
    expect((await show(id)).approved_services).toEqual(['kyc_validation'])
    await json('applications', 'update', id, '--burst', '9')
    expect((await show(id)).approved_services).toEqual(['kyc_validation'])
    await json('applications', 'update', id, '--no-approved')
    expect((await show(id)).approved_services).toEqual([])
  })

  it('rotate-keys gives another key set to the same application', async () => {
    const old = await create()
    const issued = await json('applications', 'rotate-keys', old.application_id)
    expect(issued.application_id).toBe(old.application_id)
    expect(issued.api_key).not.toBe(old.api_key)
    expect((await show(old.application_id)).api_key).toBe(issued.api_key)
  })

  it('rotate-keys --overlap keeps the old key set valid until a time that show prints', async () => {
    const old = await create()
    const issued = await json('applications', 'rotate-keys', old.application_id, '--overlap', '3d')
    expect((await show(old.application_id)).overlapping_keys).toEqual([
      { api_key: old.api_key, ends_at: issued.old_keys_end_at },
    ])
    const shown = await nani('applications', 'show', old.application_id)
    expect(shown.out).toContain(`${old.api_key} · ends ${issued.old_keys_end_at}`)
    const refused = await nani('applications', 'rotate-keys', old.application_id, '--overlap', '8d')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('up to 7d')
  })

  it('issues, lists and revokes certificates, and never overwrites a private key', async () => {
    const { application_id: id } = await create()
    const out = join(folder, `certificates-${id}`)
    const issued = await json('applications', 'issue-certificate', id, '--out', out)
    expect(issued).toMatchObject({ application_id: id, certificate_file: join(out, 'certificate.pem') })
    const certificate = new X509Certificate(readFileSync(issued.certificate_file))
    expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(issued.thumbprint)
    expect(certificate.verify(new X509Certificate(readFileSync(issued.ca_file)).publicKey)).toBe(true)
    expect(statSync(issued.private_key_file).mode & 0o777).toBe(0o600)

    const again = await nani('applications', 'issue-certificate', id, '--out', out)
    expect(again.code).toBe(1)
    expect((await show(id)).certificates).toHaveLength(1)

    await json('applications', 'revoke-certificate', id, issued.thumbprint)
    expect((await show(id)).certificates[0].revoked_at).toMatch(/Z$/)
    expect((await nani('applications', 'revoke-certificate', id, issued.thumbprint)).code).toBe(1)
  })

  it('says what is known when something is not', async () => {
    const { application_id: id } = await create()
    const wrong = [
      [['applications', 'update', id, '--services', 'telepathy'], 1, 'kyc_validation'],
      [['applications', 'update', id, '--quota', 'kyc_validation=5/hour'], 1, 'kyc_validation=10000/month'],
      [['applications', 'update', id, '--allow-ip', 'here'], 1, 'here'],
      [['applications', 'update', id, '--environment', 'production'], 1, 'another application'],
      [['applications', 'show', 'app_nobody'], 1, 'nani applications list'],
      [['applications', 'create', '--name', 'X', '--environment', 'moon'], 2, 'sandbox, production'],
      [['applications', 'create', '--environment', 'sandbox'], 2, '--name'],
      [['applications', 'update', id, '--burst', 'much'], 2, 'whole number'],
    ] as const
    for (const [args, expected, words] of wrong) {
      const { code, out, err } = await nani(...args)
      expect({ args, code, out }).toEqual({ args, code: expected, out: '' })
      expect(err).toContain(words)
    }
  })

  it('speaks in lines to a person', async () => {
    const { application_id: id } = await create('--services', 'kyc_validation')
    expect((await nani('applications', 'list')).out).toContain(id)
    expect((await nani('applications', 'show', id)).out).toMatch(
      /kyc_validation +0 today, 0 this month; at most 10000 a month/,
    )
    expect((await nani('applications', 'rotate-keys', id)).out).toMatch(/shown only once/)
  })

  // A checkout that was started has a data directory of its own, which is found from any folder.
  it.skipIf(existsSync(join(import.meta.dirname, '../../../.nani')))(
    'without an installation it starts none',
    async () => {
      const { code, err } = await naniIn({}, 'applications', 'list')
      expect(code).toBe(1)
      expect(err).toContain('npm start')
      expect(existsSync(join(folder, '.nani'))).toBe(false)
    },
  )
})

describe('nani register', () => {
  it('generate creates people of the sandbox unless production is named, and show finds them', async () => {
    const report = await json(...['register', 'generate', '--count', '25', '--seed', 'cli'])
    expect(report).toMatchObject({ count: 25, written: 25, refused: 0, environment: 'sandbox' })
    const found = await json('register', 'show', report.examples[0])
    expect(found).toMatchObject({ sandbox: true, production: false, citizen: { svc_id: report.examples[0] } })
    const { out } = await nani('register', 'show', report.examples[0])
    expect(out).toContain(report.examples[0])
    expect(out).toContain('sandbox calls only')
    const { citizens } = await json('register', 'show')
    expect(citizens.sandbox).toBeGreaterThanOrEqual(25)
    const named = ['--environment', 'production', '--count', '1', '--seed', 'named']
    expect(await json('register', 'generate', ...named)).toMatchObject({ environment: 'production' })
    expect((await json('register', 'show')).citizens.production).toBe(citizens.production + 1)
  })

  it('import writes what is right and names the lines that are not', async () => {
    const person = (svc_id: string) => ({
      svc_id,
      full_name: 'Mbuyi Kalala Grâce',
      first_name: 'Grâce',
      last_name: 'Mbuyi',
      date_of_birth: '1991-02-03',
      gender: 'female',
      nationality: 'COD',
      status: 'active',
      certified: true,
      created_at: '2020-01-01T00:00:00Z',
      level_of_assurance: 'LOA3',
    })
    const lines = [
      person('COD-7777-0000-0001'),
      { ...person('COD-7777-0000-0002'), gender: 'unsaid' },
      person('COD-7777-0000-0003'),
    ]
    writeFileSync(join(folder, 'people.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { code, out, err } = await nani('register', 'import', 'people.ndjson')
    expect(code).toBe(1)
    expect(out).toContain('2 citizens, seen by production calls only')
    expect(out).toMatch(/line 2 +.*gender/)
    expect(err).toContain('error records_refused: 1 record of the file was refused.')
    const again = await nani('register', 'import', 'people.ndjson', '--json')
    expect(again.code).toBe(1)
    expect(JSON.parse(again.out).error).toMatchObject({
      ...{ code: 'records_refused', written: 2, refused: 1, finished: true, rejectedFile: null },
      refusals: [{ line: 2, reason: expect.stringContaining('gender') }],
    })
    // Refused records contain personal data, and are written nowhere unless a file is named.
    expect(readdirSync(folder).filter((name) => name.includes('reject'))).toEqual([])
    const written = await nani('register', 'import', 'people.ndjson', '--rejected', 'bad.ndjson')
    expect(written).toMatchObject({ code: 1, err: expect.not.stringContaining('--rejected FILE') })
    expect(readFileSync(join(folder, 'bad.ndjson'), 'utf8')).toContain('COD-7777-0000-0002')
    const onItself = await nani('register', 'import', 'people.ndjson', '--rejected', 'people.ndjson')
    expect(onItself.err).toContain('error value_invalid')
    expect(await json('register', 'show', 'COD-7777-0000-0003')).toMatchObject({
      sandbox: false,
      production: true,
    })
    expect((await nani('register', 'show', 'COD-7777-0000-0002')).code).toBe(1)
    expect((await nani('register', 'import', 'nothing.ndjson')).code).toBe(1)
  })

  it('import --kind businesses writes businesses', async () => {
    const business = {
      legal_name: 'Okapi Transports SARL',
      legal_form: 'SARL',
      registered_on: '2019-04-02',
      identifiers: { rccm: 'CD/KIN/RCCM/19-B-01234' },
    }
    const lines = [business, { ...business, identifiers: { rccm: '19-B-1' } }]
    writeFileSync(join(folder, 'firms.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { code, out } = await nani('register', 'import', 'firms.ndjson', '--kind', 'businesses')
    expect(code).toBe(1)
    expect(out).toContain('1 businesses, seen by production calls only')
    expect(out).toMatch(/line 2 +identifiers.rccm/)
    expect(await json('register', 'show')).toMatchObject({ businesses: 1 })
    // A file of one kind is no file of the other.
    const other = await nani('register', 'import', 'firms.ndjson', '--json')
    expect(JSON.parse(other.out).error).toMatchObject({ written: 0, refused: 2 })
    expect((await nani('register', 'import', 'firms.ndjson', '--kind', 'ships')).code).toBe(2)
  })
})

describe('nani master-key rotate', () => {
  const [before, after] = [1, 2].map(() => randomBytes(32).toString('base64')) as [string, string]
  const under = (key: string, more: Record<string, string>, ...args: string[]) =>
    naniIn({ DATABASE_URL: own.url, NANI_MASTER_KEY: key, ...more }, ...args)
  let own: TestDatabase
  beforeAll(async () => {
    own = await createTestDatabase()
  })
  afterAll(() => own.drop())

  it('exchanges the key: what was sealed opens under the new one alone', async () => {
    const made = await under(
      before,
      {},
      ...['applications', 'create', '--name', 'Shop', '--environment', 'production', '--json'],
    )
    const { application_id } = JSON.parse(made.out)
    const certify = (key: string) =>
      under(key, {}, 'applications', 'issue-certificate', application_id, '--out', key.replaceAll('/', '_'))
    expect((await certify(before)).code).toBe(0)
    expect(await under(before, {}, 'master-key', 'rotate')).toMatchObject({ code: 1, out: '' })
    expect((await under(before, { NANI_NEW_MASTER_KEY: 'short' }, 'master-key', 'rotate')).code).toBe(1)
    // The login that serves calls may not replace the key.
    const appUrl = new URL(own.url)
    appUrl.searchParams.set('options', '-c role=nani_app')
    const asApp = { DATABASE_URL: appUrl.href, NANI_NEW_MASTER_KEY: after }
    const withoutOwner = await under(before, asApp, 'master-key', 'rotate')
    expect(withoutOwner).toMatchObject({ code: 1, out: '' })
    expect(withoutOwner.err).toContain('NANI_OWNER_DATABASE_URL')
    const rotated = await under(before, { NANI_NEW_MASTER_KEY: after }, 'master-key', 'rotate')
    expect(rotated).toMatchObject({ code: 0, err: '' })
    expect(rotated.out).not.toContain(after)
    const acts = (await under(after, {}, 'acts', '--json')).out
    expect(acts).toContain('master_key.rotate')
    expect(acts).not.toContain(after)
    // The authority's key is sealed: it certifies again only when it opens.
    expect((await certify(after)).code).toBe(0)
    const refused = await under(before, {}, 'applications', 'list')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('another master key')
  })
})

describe('nani master-key export', () => {
  it('asks for a master key with DATABASE_URL, and prints the one that an earlier release kept there', async () => {
    const own = await createTestDatabase()
    try {
      const url = new URL(own.url)
      const env = { DATABASE_URL: own.url }
      const refused = await naniIn(env, 'applications', 'list')
      expect(refused.code).toBe(1)
      expect(refused.err).toContain('NANI_MASTER_KEY is required, because DATABASE_URL is set')
      expect(refused.err).toContain('nani master-key export')
      expect((await naniIn(env, 'master-key', 'export')).err).toContain('contains no master key')
      const key = randomBytes(32)
      const [salt, iv] = [randomBytes(16), randomBytes(12)]
      const wrapping = createCipheriv(
        'aes-256-gcm',
        scryptSync(decodeURIComponent(url.password), salt, 32),
        iv,
      )
      const sealed = Buffer.concat([wrapping.update(key), wrapping.final()])
      await own.pool.query(
        `insert into installation_secrets (name, sealed, created_at) values ('wrapped_master_key', $1, now())`,
        [Buffer.concat([salt, iv, wrapping.getAuthTag(), sealed])],
      )
      const exported = await naniIn(env, 'master-key', 'export', '--json')
      expect(JSON.parse(exported.out)).toEqual({ master_key: key.toString('base64') })
      const opened = await naniIn({ ...env, NANI_MASTER_KEY: key.toString('base64') }, 'applications', 'list')
      expect(opened).toMatchObject({ code: 0, err: '' })
    } finally {
      await own.drop()
    }
  })
})

describe('nani acts', () => {
  it('lists who changed an application, under the name that the command was given', async () => {
    const { application_id: id } = await create('--as', 'Amina K.')
    await nani('applications', 'update', id, '--burst', '9')
    const { data } = await json('acts', '--subject', id)
    expect(data).toMatchObject([
      { action: 'applications.update', actor_kind: 'operator', after: { burst_per_second: 9 } },
      { action: 'applications.create', actor_kind: 'operator', actor: 'Amina K.' },
    ])
    expect(data[0].actor).not.toBe('')
    const listed = await nani('acts', '--subject', id)
    expect(listed.out).toMatch(/operator Amina K\. \(\S+\) +applications\.create +app_/)
  })
})
