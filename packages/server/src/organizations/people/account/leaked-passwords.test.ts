import { expect, test } from 'vitest'
import { requireGoodPassword } from './leaked-passwords.ts'

const codeOf = (password: string) =>
  requireGoodPassword(password, 'amina@example.cd').then(
    () => 'good',
    (error: { code: string }) => error.code,
  )

test.each([
  'short-passw',
  'x'.repeat(129),
  '123456789012',
  'aaaaaaaaaaaaaa',
  'passwordpassword',
  'Password1234',
  'qwertyuiopas',
  'AZERTYUIOPQSDF',
  'administrator',
  'Letmein!!!!!!',
  '!!Amina@example.cd!!',
  'nani-congo-2026',
  'Amina.Kinshasa.1960',
  'console-desk-nani',
])('%s is refused', async (password) => {
  expect(await codeOf(password)).toBe('password_refused')
})

test.each([
  'kalamu-ya-buluu-57',
  'mto mkubwa wa kongo',
  'x9#Lq2!vT0@w',
  '839201746512',
  '8392017a6512',
  'nani-7Qv2xLp9',
  `${'é'.repeat(3)}-bonne-nuit-mboka`,
])('%s is accepted', async (password) => {
  expect(await codeOf(password)).toBe('good')
})
