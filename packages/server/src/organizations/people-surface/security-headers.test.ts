import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

test.each([
  ['no', false, 'camera=()'],
  ['the own', true, 'camera=(self)'],
])('pages have %s camera where they take portraits: %s', (_, usesCamera, policy) => {
  expect(securityHeaders(null, { usesCamera })['Permissions-Policy']).toContain(policy)
})

test('without a choice, no page has the camera', () => {
  expect(securityHeaders(null)['Permissions-Policy']).toContain('camera=()')
})
