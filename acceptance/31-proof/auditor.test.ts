import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDirectory } from '../../testing/machine/scratch.ts'
import { type CrashableInstallation, crashableInstallation } from '../13-promises/crashable-installation.ts'
import type { Credentials } from '../client/credentials.ts'
import { until, validate } from '../client/kyc.ts'
import { changeDatabase } from '../installation/audit-log.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { copyDataDir } from '../installation/started-data-dir.ts'
import { removalAfter } from './removal-after.ts'
import { forged, hashOfOrigin, leafOf, openCheckpoint, rootOf, verifyProof } from './verify-proof.ts'
import { startWitness, type WitnessProcess } from './witness-process.ts'

/*
 * An auditor has the published key, the public files of the log, and a checkpoint of before. The tests of this file are one story:
 * they run in order, on one installation.
 */

const folder = mkdtempSync(join(scratchDirectory, 'nani-auditor-'))
const logPort = 30_000 + Math.floor(Math.random() * 2_000)
const settings: NodeJS.ProcessEnv = { NANI_LOG_PORT: String(logPort) }

let installation: CrashableInstallation
let application: Credentials
let key = ''
/** The key of the log of production, which has the acts. */
let productionKey = ''
let witness: WitnessProcess
let second: WitnessProcess
/** A checkpoint that the auditor kept in a file. */
const keptFile = join(folder, 'checkpoint.txt')
const made: string[] = []

const validated = async (count: number): Promise<string[]> => {
  const answers = await Promise.all(Array.from({ length: count }, () => validate(application, '0001')))
  const ids = answers.filter(({ status }) => status === 200).map(({ json }) => json.id)
  made.push(...ids)
  return ids
}
const logFile = async (path: string): Promise<Buffer> => {
  const answer = await fetch(`http://127.0.0.1:${logPort}/sandbox/${path}`)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
const publicCheckpoint = async () => openCheckpoint((await logFile('checkpoint')).toString(), key)
type Report = {
  entries: number
  findings: number
  found: { kind: string; entry_id?: string; message: string }[]
}

/** The exit code is 1 if there is a finding. The document of the error follows the one of the report. */
const check = async (...args: string[]): Promise<Report> => {
  const output = await nani(installation.dataDir, 'audit', 'check', '--json', ...args).catch(
    ({ code, stdout }: { code: number; stdout: string }) => {
      expect(code).toBe(1)
      return stdout
    },
  )
  return JSON.parse(`${output.split('\n}\n')[0]}\n}`) as Report
}
const warnings = async (): Promise<string[]> => {
  const answer = await fetch(`${installation.running().demo.sandbox.base_url}/readyz`)
  return ((await answer.json()) as { warnings?: string[] }).warnings ?? []
}
const prove = (id: string) => nani(installation.dataDir, 'audit', 'prove', id)
const proved = (id: string) =>
  until(
    () => prove(id).catch(() => ''),
    (text) => text !== '',
  )

beforeAll(async () => {
  installation = await crashableInstallation(settings)
  await installation.start()
  const keys = await Promise.all(
    ['sandbox', 'production'].map((name) =>
      nani(installation.dataDir, 'audit', 'key', '--environment', name),
    ),
  )
  key = keys[0]?.trim() ?? ''
  productionKey = keys[1]?.trim() ?? ''
  witness = await startWitness(join(folder, 'witness'), {
    ...{ name: 'witness.example.cd', logs: keys.map((one) => one.trim()) },
  })
  settings.NANI_WITNESSES = `${witness.key} ${witness.url}`
  await installation.running().stop()
  await installation.restart({ NANI_WITNESSES: settings.NANI_WITNESSES })
  application = await installation.createApplication()
})

afterAll(async () => {
  await witness?.stop()
  await second?.stop()
  await installation?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** The hashes of the first leaves, from the public tiles. */
const publicLeaves = async (size: number): Promise<Buffer[]> => {
  const tiles: Buffer[] = []
  for (let first = 0; first < size; first += 256) {
    const width = Math.min(256, size - first)
    const name = String(first / 256).padStart(3, '0')
    tiles.push(await logFile(`tile/0/${name}${width < 256 ? `.p/${width}` : ''}`))
  }
  const hashes = Buffer.concat(tiles)
  return Array.from({ length: size }, (_, index) => hashes.subarray(index * 32, index * 32 + 32))
}

/** The newest checkpoint that a witness has of the log. */
const checkpointOf = async ({ url }: WitnessProcess): Promise<string> =>
  (await fetch(`${url}/${hashOfOrigin(key)}/checkpoint`)).text()

/** Waits until the witness cosigned a checkpoint of at least this size. */
const witnessedSize = (atLeast: number): Promise<number> =>
  until(
    async () => Number((await checkpointOf(witness)).split('\n')[1]),
    (found) => found >= atLeast,
  )

// Each test begins where the one before it ended.
describe('the story of an auditor', { shuffle: false }, () => {
  test('an auditor proves an entry with the published key alone, also by the command and without an installation', async () => {
    expect(key).toMatch(/^nani-[0-9a-f]{16}\.invalid\/sandbox\+[0-9a-f]{8}\+A/)
    const [id = ''] = await validated(3)
    const proof = await proved(id)
    expect(verifyProof(proof, key)).toMatchObject({
      result_id: id,
      service: 'kyc_validation',
      purpose: 'customer_onboarding',
    })
    expect(() =>
      verifyProof(
        proof.replace(/^extra .*$/m, (line) => forged(line)),
        key,
      ),
    ).toThrow('not in the log')
    const file = join(folder, 'x.tlog-proof')
    writeFileSync(file, proof)
    const verified = await naniJson<{ valid: boolean; entry: unknown }>(
      folder,
      'audit',
      'verify',
      file,
      '--key',
      key,
    )
    expect(verified).toMatchObject({ valid: true, entry: { result_id: id } })
    writeFileSync(
      file,
      proof.replace(/^extra .*$/m, (line) => forged(line)),
    )
    const refused = nani(folder, 'audit', 'verify', file, '--key', key)
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('audit_proof_invalid'),
    })
  })

  test('the public files have the root of the signed checkpoint, and the witness cosigned it', async () => {
    const { size, root } = await publicCheckpoint()
    expect(size).toBeGreaterThan(2)
    expect(size).toBeLessThan(256)
    const tile = await logFile(`tile/0/000.p/${size}`)
    const entries = await logFile(`tile/entries/000.p/${size}`)
    const leaves = Array.from({ length: size }, (_, index) => tile.subarray(index * 32, index * 32 + 32))
    expect(leaves.map((_, index) => leafOf(entries.subarray(index * 34 + 2, index * 34 + 34)))).toEqual(
      leaves,
    )
    expect(rootOf(leaves)).toEqual(root)
    const cosigned = await until(
      () => nani(installation.dataDir, 'audit', 'checkpoint', '--environment', 'sandbox'),
      (text) => text.includes('— witness.example.cd '),
    )
    writeFileSync(keptFile, cosigned)
    expect(await warnings()).toEqual([])
  })

  test('an entry is in the public log within five seconds of its response', async () => {
    const before = (await publicCheckpoint()).size
    const startedMs = performance.now()
    await validated(1)
    await until(publicCheckpoint, ({ size }) => size > before, { timeoutMs: 20_000, everyMs: 50 })
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })

  test('a server that is killed under load loses and repeats no entry', async () => {
    for (let round = 0; round < 3; round++) {
      const load = Promise.allSettled(Array.from({ length: 4 }, () => validated(10)))
      await until(
        async () => made.length,
        (count) => count > 0,
        { everyMs: 20 },
      )
      await installation.kill({ database: round === 2 })
      await load
      await installation.start()
      application = { ...application, base_url: installation.running().demo.sandbox.base_url }
    }
    await validated(2)
    await proved(made.at(-1) as string)
    const report = await check()
    expect(report).toMatchObject({ findings: 0, found: [] })
    expect(await check('--checkpoint', keptFile)).toMatchObject({ findings: 0 })
    const { entries, leaves } = await changeDatabase<{ entries: string; leaves: string }>(
      installation.dataDir,
      `select (select count(*) from audit_entries) as entries,
       (select count(distinct (environment, leaf_index)) from audit_leaves) as leaves`,
    )
    expect([Number(entries), Number(leaves)]).toEqual([report.entries, report.entries])
  })

  test('two processes with a sequencer each write one history: an entry has one leaf, and a size one root', async () => {
    const beside = await startSecondProcess(installation.dataDir, join(folder, 'beside'))
    try {
      const roots = new Map<number, string>()
      for (let round = 0; round < 5; round++) {
        const [id = ''] = await validated(4)
        await proved(id)
        const { size, root } = await publicCheckpoint()
        expect(roots.get(size) ?? root.toString('hex')).toBe(root.toString('hex'))
        roots.set(size, root.toString('hex'))
        expect(rootOf(await publicLeaves(size))).toEqual(root)
      }
      expect(roots.size).toBe(5)
    } finally {
      await beside.stop()
    }
    const report = await check('--checkpoint', keptFile)
    expect(report).toMatchObject({ findings: 0 })
    const counted = await changeDatabase<Record<string, string>>(
      installation.dataDir,
      `select (select count(*) from audit_leaves) as leaves,
         (select count(distinct (application_id, entry_id, day)) from audit_leaves) as entries,
         (select count(*) - count(distinct (environment, size)) from audit_checkpoints) as repeated`,
    )
    expect(counted).toEqual({
      ...{ leaves: String(report.entries), entries: String(report.entries), repeated: '0' },
    })
  })

  test('a changed, a deleted and an added entry are each named', async () => {
    const [changed = '', deleted = '', copied = ''] = await validated(3)
    for (const id of [changed, deleted, copied]) await proved(id)
    await changeDatabase(
      installation.dataDir,
      `update audit_entries set purpose = 'fraud_prevention' where entry_id = $1`,
      [changed],
    )
    await changeDatabase(installation.dataDir, 'delete from audit_entries where entry_id = $1', [deleted])
    await changeDatabase(
      installation.dataDir,
      `insert into audit_entries select (jsonb_populate_record(e,
       jsonb_build_object('entry_id', 'req_added', 'at', e.at - interval '6 hours', 'written_in', null))).*
     from audit_entries e where entry_id = $1`,
      [copied],
    )
    const { findings, found } = await check()
    expect(findings).toBe(3)
    expect(found.map(({ kind, entry_id }) => [kind, entry_id]).sort()).toEqual(
      [
        ['added', 'req_added'],
        ['changed', changed],
        ['removed', deleted],
      ].sort(),
    )
    // Undone as far as it can be, so that the next tests begin without a finding of these.
    await changeDatabase(
      installation.dataDir,
      `update audit_entries set purpose = 'customer_onboarding' where entry_id = $1`,
      [changed],
    )
    await changeDatabase(installation.dataDir, `delete from audit_entries where entry_id = 'req_added'`)
    expect((await check()).found).toMatchObject([{ kind: 'removed', entry_id: deleted }])
  })

  test('a row that is added as if it were old is named, with the checkpoint after which it entered', async () => {
    const [copied = ''] = await validated(1)
    await proved(copied)
    await changeDatabase(
      installation.dataDir,
      `insert into audit_entries select (jsonb_populate_record(e, jsonb_build_object(
         'entry_id', 'req_back_dated', 'at', e.at - interval '6 hours', 'written_in', pg_current_xact_id()::text))).*
       from audit_entries e where entry_id = $1`,
      [copied],
    )
    // Until the sequencer has taken it, it waits.
    const named = async () => (await check()).found.find(({ entry_id }) => entry_id === 'req_back_dated')
    const found = await until(named, (one) => one !== undefined)
    expect(found).toMatchObject({
      kind: 'back_dated',
      message: expect.stringContaining('it entered the log after the checkpoint of'),
    })
  })

  test('an act of an operator is proved, and one that is deleted with its place is named', async () => {
    const { data } = await naniJson<{ data: { number: number; action: string; subject: string }[] }>(
      installation.dataDir,
      'acts',
    )
    const created = data.filter(({ action }) => action === 'applications.create')
    const [kept, deleted] = [created[0]?.number, created[1]?.number]
    const proof = await proved(`act_${kept}`)
    expect(verifyProof(proof, productionKey)).toMatchObject({
      ...{ action: 'applications.create', act_number: Number(kept), subject: created[0]?.subject },
    })
    expect((await check()).found.filter(({ kind }) => kind === 'added')).toEqual([])
    await changeDatabase(installation.dataDir, 'delete from acts where act_number = $1', [deleted])
    expect((await check()).found).toContainEqual(
      expect.objectContaining({ kind: 'removed', entry_id: `act_${deleted}` }),
    )
    const { leaf } = await changeDatabase<{ leaf: string }>(
      installation.dataDir,
      'delete from act_leaves where act_number = $1 returning leaf_index as leaf',
      [deleted],
    )
    expect((await check()).found).toContainEqual(
      expect.objectContaining({ kind: 'removed', environment: 'production', leaf_index: Number(leaf) }),
    )
  })

  /** Of the log before the newest part was removed, and before the backup. */
  let yesterday = ''
  let witnessed = 0

  test('the newest part, removed with its tiles and checkpoints, is noticed by the witness, and by a checkpoint that was kept', async () => {
    await until(
      () => installation.running().stop(),
      () => true,
    )
    yesterday = copyDataDir(installation.dataDir)
    await installation.start()
    application = { ...application, base_url: installation.running().demo.sandbox.base_url }
    const before = (await publicCheckpoint()).size
    await validated(4)
    const { size } = await until(publicCheckpoint, (checkpoint) => checkpoint.size >= before + 4)
    witnessed = await witnessedSize(size)
    expect(await warnings()).toEqual([])

    await changeDatabase(installation.dataDir, removalAfter(before))
    await validated(1)

    expect((await until(publicCheckpoint, (now) => now.size > before)).size).toBeLessThan(witnessed)
    await until(warnings, (names) => names.includes('audit_log'), { timeoutMs: 90_000 })
    writeFileSync(keptFile, await checkpointOf(witness))
    const { found } = await check('--checkpoint', keptFile)
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'history_shortened',
        message: expect.stringContaining(`has a checkpoint of ${witnessed} leaves, and the log has only`),
      }),
    )
  })

  test('the backup of yesterday, restored, is noticed by the witness, with an alarm and a warning', async () => {
    await installation.running().stop()
    await installation.replaceData(yesterday)
    // A second witness has never seen the first history.
    second = await startWitness(join(folder, 'second'), {
      ...{ name: 'second.example.cd', logs: [key, productionKey] },
    })
    await installation.restart({
      NANI_WITNESSES: `${settings.NANI_WITNESSES},${second.key} ${second.url}`,
    })
    application = { ...application, base_url: installation.running().demo.sandbox.base_url }
    expect((await publicCheckpoint()).size).toBeLessThan(witnessed)
    await until(warnings, (names) => names.includes('audit_log'), { timeoutMs: 90_000 })
    const alarms = await naniJson<{ data: { kind: string }[] }>(installation.dataDir, 'alarms', 'list')
    expect(alarms.data.map(({ kind }) => kind)).toContain('audit_log_refused')
    const { found } = await check('--checkpoint', keptFile)
    expect(found.map(({ kind }) => kind)).toContain('history_shortened')
    expect(found.map(({ message }) => message).join()).toContain(`has a checkpoint of ${witnessed} leaves`)
  })

  test('two histories that two witnesses cosigned are distinguished with the published key', async () => {
    await validated(8)
    await until(publicCheckpoint, ({ size }) => size > witnessed)
    const ofSecond = async () => openCheckpoint(await checkpointOf(second), key)
    const cosigned = await until(ofSecond, ({ size }) => size > witnessed)

    // The log signed both. The first witness has another root of fewer leaves.
    const first = openCheckpoint(await checkpointOf(witness), key)
    expect(first.size).toBe(witnessed)
    const leaves = await publicLeaves(cosigned.size)
    expect(rootOf(leaves)).toEqual(cosigned.root)
    expect(rootOf(leaves.slice(0, witnessed))).not.toEqual(first.root)
    const { found } = await check('--checkpoint', keptFile)
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'history_changed',
        message: expect.stringContaining(`has a checkpoint of ${witnessed} leaves with another root`),
      }),
    )
  })
})
