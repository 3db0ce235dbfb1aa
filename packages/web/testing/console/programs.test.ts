import { randomBytes } from 'node:crypto'
import { canonicalLineNames, encryption } from '@nani/contract'
import { expect, test } from 'vitest'
import { programs } from '../../src/console/try-it/programs.ts'

/* Acceptance runs each program for which a machine has the language. These tests compare the text of all of them. */

const call = {
  ...{ origin: 'https://sandbox.example.cd', method: 'POST', target: '/v1/kyc/validations?a=1' },
  body: '{}',
}
const written = (name: string, given = call) =>
  programs.find((one) => one.name === name)?.write(given, null) ?? ''

/** The parts of the canonical string, as each program lists them. */
const partsOf: Record<string, RegExp> = {
  TypeScript: /const canonical = \[(.*?)\]\.join\('\\n'\)/s,
  Python: /"\\n"\.join\(\[(.*?)\]\)/s,
  PHP: /implode\("\\n", \[(.*?)\]\);/s,
  Java: /String\.join\("\\n", (.*?)\);/s,
}
/** What a program calls each line of the specification. */
const lineOf = (part: string): string | undefined => {
  const lines: [RegExp, string][] = [
    [/^["']SVC-HMAC-SHA256["']$/, 'scheme'],
    [/^["']POST["']$/, 'method'],
    [/^["']\/v1\/kyc\/validations\?a=1["']$/, 'target'],
    [/^\$?timestamp$/, 'X-SVC-Timestamp'],
    [/^\$?nonce$/, 'X-SVC-Nonce'],
    [/^\$?iv_?text$/i, 'X-SVC-IV'],
    [/^\$?idempotency_?key$/i, 'Idempotency-Key'],
    [/^(?:''|"")$/, 'Prefer'],
    [/^(?:hash|createHash\('sha256'\).*|hash\('sha256', \$body\)|hashlib\.sha256\(.*)$/, 'body SHA-256'],
  ]
  return lines.find(([pattern]) => pattern.test(part))?.[1]
}

test.each(Object.keys(partsOf))('the canonical string of %s has the nine lines in their order', (name) => {
  const [, list = ''] = partsOf[name]?.exec(written(name)) ?? []
  // A comma within the brackets of a function belongs to it.
  const parts = list.split(/,\s*(?![^(]*\))/).map((part) => part.trim())
  expect(parts.map(lineOf)).toEqual([...canonicalLineNames])
})

/** Texts that end a literal, or that a language reads in another way. */
const hostile = [
  String.raw`{"a":"l'été \"x\" \\ $y \${z} {$w}"}`,
  '{"a":"\\n \\u0027 %s #{x}"}\n',
  "'); exit(0); //",
  '\\',
  '<?php ?>',
  '\u{1F600}\u2028',
]

/** A literal in single quotes of PHP: only \\ and \' are escapes. */
const phpValue = (literal: string): string => literal.slice(1, -1).replace(/\\([\\'])/g, '$1')

test.each(hostile)('PHP has the body %j as it was given', (body) => {
  const text = written('PHP', { ...call, body })
  const [literal = ''] = /'(?:[^'\\]|\\.)*'/.exec(text.slice(text.indexOf('$plain = '))) ?? []
  expect(text).toContain(`$plain = ${literal};\n`)
  expect(phpValue(literal)).toBe(body)
})

test('PHP makes a nonce and an idempotency key that are UUIDs of version 4', () => {
  const text = written('PHP')
  const [, pattern = '', form = ''] = /preg_replace\('\/(.*?)\/', '(.*?)', bin2hex/.exec(text) ?? []
  const made = randomBytes(16).toString('hex').replace(new RegExp(pattern), form)
  expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(text).toContain('$nonce = $uuid();')
  expect(text).toContain('$idempotencyKey = $uuid();')
})

test('PHP and Java encrypt by the lengths of the specification, with the tag after the text', () => {
  expect(written('PHP')).toContain(`random_bytes(${encryption.ivBytes})`)
  expect(written('PHP')).toContain("'aes-256-gcm'")
  expect(written('PHP')).toContain('OPENSSL_RAW_DATA')
  expect(written('PHP')).toContain('base64_encode($sealed . $tag)')
  expect(written('Java')).toContain(`new byte[${encryption.ivBytes}]`)
  expect(written('Java')).toContain('"AES/GCM/NoPadding"')
  expect(written('Java')).toContain(`new GCMParameterSpec(${encryption.tagBytes * 8}, iv)`)
})
