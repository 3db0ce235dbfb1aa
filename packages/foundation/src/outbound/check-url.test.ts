import { describe, expect, test } from 'vitest'
import { checkUrl, publicOnly, publicOrLoopback } from './check-url.ts'
import { isPublicAddress } from './public-address.ts'
import { OutboundRefused } from './refused.ts'

const reasonFor = (url: string, policy = publicOnly): string => {
  try {
    checkUrl(url, policy)
    return 'allowed'
  } catch (error) {
    if (error instanceof OutboundRefused) return error.reason
    throw error
  }
}

describe('a network address', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '100.100.100.200', '127.0.0.1', '127.9.9.9'],
    ...['168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1'],
    ...['192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
    ...['100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::'],
    ...['3fff::1', '5f00::1', '4000::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    ...['ff02::1', '2606:4700::1111%eth0', 'no address', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255'],
    ...['172.32.0.0', '192.167.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888', '2001:200::1'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('a URL to call', () => {
  test.each([
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0x7f.1/',
    ],
    ...['https://017700000001/', 'https://0177.0.0.1/', 'https://127.0.0.1./', 'https://①②⑦.0.0.1/'],
    ...[
      'https://[::1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
    ],
    ...['https://[::]/', 'https://0/', 'https://10.0.0.1:8443/', 'https://169.254.169.254/latest/meta-data'],
    ...[
      'https://[fd00:ec2::254]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[2002:7f00:1::]/',
      'https://3232235777/',
    ],
    ...['https://localhost/', 'https://LOCALHOST/', 'https://a.localhost/', 'https://localhost./'],
  ])('%s has no public address', (url) => {
    expect(reasonFor(url)).toBe('address_refused')
  })

  test.each([
    ['http://example.org/', 'insecure_url'],
    ['http://8.8.8.8/', 'insecure_url'],
    ['ftp://example.org/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:1', 'invalid_url'],
    ['example.org', 'invalid_url'],
    ['', 'invalid_url'],
    [`https://example.org/${'x'.repeat(2_048)}`, 'invalid_url'],
    ['https://me@example.org/', 'credentials_in_url'],
    ['https://me:secret@example.org/', 'credentials_in_url'],
    ['https://:secret@example.org/', 'credentials_in_url'],
    ['https://example.org:22/', 'port_refused'],
    ['https://example.org:25/', 'port_refused'],
    ['https://example.org:6667/', 'port_refused'],
    ['https://example.org:0/', 'port_refused'],
  ])('%s is refused: %s', (url, reason) => {
    expect(reasonFor(url)).toBe(reason)
  })

  test.each([
    'https://example.org/hook?a=b',
    'https://example.org:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ])('%s may be called', (url) => expect(reasonFor(url)).toBe('allowed'))

  test('a fragment is removed, because it is never sent', () => {
    expect(checkUrl('https://example.org/hook#part', publicOnly).href).toBe('https://example.org/hook')
  })

  test('with loopback allowed, only this machine can be called by http too', () => {
    for (const url of [
      'http://127.0.0.1:3000/hook',
      'http://localhost:3000/',
      'http://[::1]:3000/',
      'https://127.1/',
    ]) {
      expect(reasonFor(url, publicOrLoopback)).toBe('allowed')
    }
    expect(reasonFor('http://example.org/', publicOrLoopback)).toBe('insecure_url')
    expect(reasonFor('http://8.8.8.8/', publicOrLoopback)).toBe('insecure_url')
    for (const host of [
      '0.0.0.0',
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:127.0.0.1]',
      '[::]',
      '[fe80::1]',
    ]) {
      expect(reasonFor(`http://${host}:3000/`, publicOrLoopback)).toBe('address_refused')
    }
  })
})
