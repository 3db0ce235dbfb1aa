import { expect, test } from 'vitest'
import { billingSettings } from './settings.ts'

const { topUpUrl } = billingSettings
const page = 'https://pay.example.cd/top-up'

test('the page for top-ups is an https URL, or the console', () => {
  expect(topUpUrl.read({ NANI_TOP_UP_URL: page })).toBe(page)
  expect(topUpUrl.read({})).toBeNull()
  for (const wrong of ['http://pay.example.cd', 'pay.example.cd', 'javascript:alert(1)'])
    expect(() => topUpUrl.read({ NANI_TOP_UP_URL: wrong })).toThrow('NANI_TOP_UP_URL must be an https URL')
})
