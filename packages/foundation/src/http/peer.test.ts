import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressList } from '../core/index.ts'
import { resolvePeer } from './peer.ts'

const certificate = Buffer.from('trusted certificate')
const sha256 = (der: Buffer) => createHash('sha256').update(der).digest('hex')
const header = (der: Buffer) => `:${der.toString('base64')}:`
const proxies = addressList(['10.0.0.0/8', '2001:db8:ffff::/48'])

const peerOf = (remoteAddress: string, headers: Record<string, string> = {}) =>
  resolvePeer({ socket: { remoteAddress }, headers } as unknown as IncomingMessage, proxies, (der) =>
    der.toString().startsWith('trusted'),
  )

describe('address lists', () => {
  const includes = (networks: string[], address: string) => addressList(networks).includes(address)

  test.each<[string, string[], string, boolean]>([
    ['an address alone', ['203.0.113.7'], '203.0.113.7', true],
    ['its neighbour', ['203.0.113.7'], '203.0.113.8', false],
    ['a network', ['203.0.113.0/24'], '203.0.113.255', true],
    ['outside of it', ['203.0.113.0/24'], '203.0.114.0', false],
    ['a network with host bits', ['203.0.113.77/24'], '203.0.113.1', true],
    ['everything', ['0.0.0.0/0'], '198.51.100.1', true],
    ['IPv4 mapped into IPv6', ['203.0.113.0/24'], '::ffff:203.0.113.9', true],
    ['mapped, in capitals', ['203.0.113.0/24'], '::FFFF:203.0.113.9', true],
    ['mapped, in hex', ['203.0.113.0/24'], '::ffff:cb00:7109', true],
    ['mapped, outside', ['203.0.113.0/24'], '::ffff:203.0.114.9', false],
    ['IPv6', ['2001:db8::/32'], '2001:db8:1::1', true],
    ['IPv6 outside', ['2001:db8::/32'], '2001:db9::1', false],
    ['IPv6 in another spelling', ['2001:db8::1'], '2001:0DB8:0:0:0:0:0:1', true],
    ['link-local with a zone', ['fe80::/10'], 'fe80::1%eth0', true],
    ['IPv4 against IPv6 networks', ['2001:db8::/32'], '203.0.113.9', false],
    ['nothing listed', [], '203.0.113.9', false],
    ['no address at all', ['0.0.0.0/0', '::/0'], 'unknown', false],
    ['nothing', ['0.0.0.0/0', '::/0'], '', false],
  ])('%s', (_name, networks, address, expected) => {
    expect(includes(networks, address)).toBe(expected)
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/9',
    '10.0.0/8',
    '10.0.0.256',
    '010.0.0.1/8',
    '2001:db8::/129',
    '2001:db8::g/32',
    'fe80::1%eth0/64',
    'example.org',
    '10.0.0.0/0x8',
    ' 10.0.0.0/8',
    '',
  ])('"%s" is refused with its name', (network) => {
    expect(() => addressList(['203.0.113.0/24', network])).toThrow(RangeError)
    expect(() => addressList([network])).toThrow(`"${network}"`)
  })
})

describe('an unknown peer', () => {
  test('is identified by the connection only; its headers are ignored', () => {
    const claims = { 'client-cert': header(certificate), 'x-forwarded-for': '203.0.113.9' }
    expect(peerOf('198.51.100.1', claims)).toEqual({
      address: '198.51.100.1',
      thumbprint: null,
      certificateTrusted: false,
      certificateExpiresAtMs: null,
    })
    expect(peerOf('::ffff:198.51.100.1', claims).address).toBe('198.51.100.1')
  })
})

describe('a configured proxy', () => {
  test.each<[string, string | undefined, string]>([
    ['one hop', '203.0.113.9', '203.0.113.9'],
    ['what the caller claims left of it', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
    ['a chain of our proxies', '192.0.2.1, 203.0.113.9, 10.1.1.1,10.2.2.2', '203.0.113.9'],
    ['a proxy mapped into IPv6', '203.0.113.9, ::ffff:10.1.1.1', '203.0.113.9'],
    ['IPv6', '2001:db8::7, 2001:db8:ffff::1', '2001:db8::7'],
    ['with a port', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '[2001:db8::7]:4711', '2001:db8::7'],
    ['IPv6 in brackets', '[2001:db8::7]', '2001:db8::7'],
    ['only proxies: the farthest', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['nothing', undefined, '10.0.0.1'],
    ['empty', '', '10.0.0.1'],
    ['empty hops', ' , ', '10.0.0.1'],
    ['no address', 'unknown', '10.0.0.1'],
    ['no address before a proxy of ours', '203.0.113.9, unknown, 10.2.2.2', '10.2.2.2'],
    ['a header to inject', '203.0.113.9"; drop', '10.0.0.1'],
  ])('forwards the address: %s', (_name, forwarded, address) => {
    expect(peerOf('10.0.0.1', forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }).address).toBe(
      address,
    )
  })

  test('forwards the certificate, which is checked again', () => {
    expect(peerOf('10.0.0.1', { 'client-cert': header(certificate) })).toMatchObject({
      thumbprint: sha256(certificate),
      certificateTrusted: true,
    })
    const foreign = Buffer.from('of another authority')
    expect(peerOf('10.0.0.1', { 'client-cert': header(foreign) })).toMatchObject({
      thumbprint: sha256(foreign),
      certificateTrusted: false,
    })
  })

  test.each([
    ['none', undefined],
    ['without colons', certificate.toString('base64')],
    ['two in one', `${header(certificate)}, ${header(certificate)}`],
    ['no base64', ':***:'],
    ['empty', '::'],
    ['longer than any certificate', `:${'A'.repeat(20_000)}:`],
  ])('an invalid certificate header: %s', (_name, value) => {
    const headers: Record<string, string> = value === undefined ? {} : { 'client-cert': value }
    expect(peerOf('10.0.0.1', headers)).toMatchObject({ thumbprint: null, certificateTrusted: false })
  })
})
