import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientOf, ok } from '../testing/client.ts'
import { receiptIssuer, receiptResult } from '../testing/issue-receipt.ts'
import { NaniReceiptError, showClaims, verifyReceipt } from '../web.ts'

const { issue, sealAsIs, keys } = receiptIssuer()
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (receipt: string) => {
  const [jwt = '', ...disclosures] = receipt.split('~').slice(0, -1)
  return { jwt, disclosures }
}

describe('verifyReceipt', () => {
  test('reads a receipt of another implementation, and compares the whole result with its hash', async () => {
    const verified = await verifyReceipt(await issue(), keys, { issuer: 'https://api.example' })

    expect(verified).toMatchObject({
      ...{ kid: 'test-key', issuer: 'https://api.example', id: receiptResult.id, livemode: false },
      ...{ service: 'kyc_validation', application: 'app_one' },
      issuedAt: new Date('2026-03-03T09:00:00.000Z'),
      result: receiptResult,
    })
  })

  test('a holder shows two claims, and hides the name', async () => {
    const shown = await showClaims(await issue(), ['result', 'created_at'])

    const { fields, result } = await verifyReceipt(shown, keys)
    expect(fields).toEqual({ result: 'verified', created_at: receiptResult.created_at })
    expect(result).toBeNull()
    expect(partsOf(shown).disclosures).toHaveLength(2)
  })

  test.each([
    [['kyc.basic.age'], { kyc: { basic: { age: 36 } } }],
    [['kyc.basic'], { kyc: { basic: receiptResult.kyc.basic } }],
    [['hits.1'], { hits: [{ list: 'two' }] }],
    [['livemode'], {}],
  ])('%j shows this claim with its parts, and nothing next to it', async (claims, fields) => {
    expect((await verifyReceipt(await showClaims(await issue(), claims), keys)).fields).toEqual(fields)
  })

  test('a claim that the receipt does not have cannot be shown', async () => {
    await expect(showClaims(await issue(), ['kyc.religion'])).rejects.toThrow(RangeError)
  })

  const refused: [string, () => Promise<string>][] = [
    ['another key with the same id', async () => receiptIssuer().issue()],
    ['an unknown key', async () => issue({}, { kid: 'gone' })],
    ['another type', async () => issue({}, { typ: 'JWT' })],
    ['another algorithm', async () => issue({}, { alg: 'none' })],
    ['a critical header', async () => issue({}, { crit: ['b64'], b64: true })],
    ['a missing open claim', async () => issue({ application: 7 })],
    ['a whole result that is not the signed one', async () => issue({ result_sha256: '0'.repeat(64) })],
    ['no end', async () => (await issue()).slice(0, -1)],
    ['no JWT', async () => '~'],
    [
      'an altered payload',
      async () => {
        const { jwt, disclosures } = partsOf(await issue())
        const [header, payload = '', signature] = jwt.split('.')
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
        const altered = encoded({ ...claims, livemode: true })
        return `${[`${header}.${altered}.${signature}`, ...disclosures].join('~')}~`
      },
    ],
    ['a claim that was not signed', async () => `${await issue()}${encoded(['salt', 'religion', 'none'])}~`],
    [
      'a disclosure twice',
      async () => {
        const receipt = await issue()
        return `${receipt}${partsOf(receipt).disclosures[0]}~`
      },
    ],
    [
      'a part of a hidden claim alone',
      async () => {
        const receipt = await issue()
        const { jwt, disclosures } = partsOf(receipt)
        const age = disclosures.filter((text) => Buffer.from(text, 'base64url').toString().includes('"age"'))
        return `${[jwt, ...age.filter((text) => !Buffer.from(text, 'base64url').toString().includes('_sd'))].join('~')}~`
      },
    ],
    ['a disclosure that is not JSON', async () => `${await issue()}AAAA~`],
    ['a key binding', async () => `${await issue()}e30.e30.AAAA`],
    [
      'no signature, with the algorithm none',
      async () => {
        const { jwt, disclosures } = partsOf(await issue())
        const [, payload] = jwt.split('.')
        const header = encoded({ alg: 'none', typ: 'nani-receipt+sd-jwt', kid: 'test-key' })
        return `${[`${header}.${payload}.`, ...disclosures].join('~')}~`
      },
    ],
    [
      'the public key as the secret of an HMAC',
      async () => {
        const { jwt, disclosures } = partsOf(await issue())
        const header = encoded({ alg: 'HS256', typ: 'nani-receipt+sd-jwt', kid: 'test-key' })
        const signed = `${header}.${jwt.split('.')[1]}`
        const secret = Buffer.from(String(keys.keys[0]?.x), 'base64url')
        const signature = createHmac('sha256', secret).update(signed).digest('base64url')
        return `${[`${signed}.${signature}`, ...disclosures].join('~')}~`
      },
    ],
  ]
  test.each(refused)('refuses %s', async (_what, make) => {
    await expect(verifyReceipt(await make(), keys)).rejects.toThrow(NaniReceiptError)
  })

  test('refuses a key of another curve with the same id', async () => {
    const others = { keys: [{ ...keys.keys[0], crv: 'X25519' }] }
    await expect(verifyReceipt(await issue(), others)).rejects.toThrow('is not a key of Ed25519')
  })

  const digestOf = (disclosure: string) => createHash('sha256').update(disclosure).digest('base64url')
  const open = {
    ...{ iss: 'https://api.example', iat: 1, jti: 'kyc_1', livemode: false, service: 'kyc_validation' },
    ...{ application: 'app_one', result_sha256: '0'.repeat(64), _sd_alg: 'sha-256' },
  }
  const [member, element] = [encoded(['salt', 'result', 'verified']), encoded(['salt', { list: 'one' }])]
  const [ofMember, ofElement] = [digestOf(member), digestOf(element)]
  const misplaced: [string, object, string[], string][] = [
    ['a field in the place of a hit', { hits: [{ '...': ofMember }] }, [member], 'wrong place'],
    ['a hit in the place of a field', { _sd: [ofElement] }, [element], 'wrong place'],
    ['a claim in two places', { _sd: [ofMember], kyc: { _sd: [ofMember] } }, [member], 'twice'],
    ['a claim that is open already', { _sd: [ofMember], result: 'not_found' }, [member], 'wrong place'],
    ['a digest that is no text', { _sd: [7] }, [], 'malformed'],
    [
      'an element with more than its digest',
      { hits: [{ '...': ofElement, list: 'x' }] },
      [element],
      'malformed',
    ],
    ['digests of another algorithm', { _sd_alg: 'sha-512', _sd: [ofMember] }, [member], 'not SHA-256'],
  ]
  test.each(misplaced)('refuses %s, although it is signed', async (_what, claims, disclosures, why) => {
    await expect(verifyReceipt(sealAsIs({ ...open, ...claims }, disclosures), keys)).rejects.toThrow(why)
  })

  test.each(['_sd', '...'])('refuses a claim with the name %s', async (name) => {
    const disclosure = encoded(['salt', name, []])
    const receipt = sealAsIs({ ...open, _sd: [digestOf(disclosure)] }, [disclosure])
    await expect(verifyReceipt(receipt, keys)).rejects.toThrow('malformed')
  })

  test('an open claim that a disclosure would replace is refused', async () => {
    const disclosure = encoded(['salt', 'jti', 'kyc_2'])
    const receipt = sealAsIs({ ...open, _sd: [digestOf(disclosure)] }, [disclosure])
    await expect(verifyReceipt(receipt, keys)).rejects.toThrow('wrong place')
  })

  test('refuses another issuer than the expected one', async () => {
    await expect(verifyReceipt(await issue(), keys, { issuer: 'https://other.example' })).rejects.toThrow(
      NaniReceiptError,
    )
  })
})

describe('nani.receipts', () => {
  test('the id says where the receipt is read', async () => {
    const { nani, seen } = await clientOf([ok({ object: 'receipt' }), ok({ object: 'receipt' })])

    await nani.receipts.retrieve('kyc_01')
    await nani.receipts.retrieve('cnr_01')

    expect(seen.map(({ target }) => target)).toEqual([
      '/v1/kyc/validations/kyc_01/receipt',
      '/v1/credit/consents/cnr_01/receipt',
    ])
  })

  test.each(['job_01', 'constructor_01', 'kyc', ''])(
    '"%s" is no id of a result, and is not sent',
    async (id) => {
      const { nani, seen } = await clientOf([])

      await expect(nani.receipts.retrieve(id)).rejects.toThrow(TypeError)
      expect(seen).toEqual([])
    },
  )
})
