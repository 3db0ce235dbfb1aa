import { expect, test } from 'vitest'
import { triggered } from '../reading-commands.ts'
import { causes } from './trigger.ts'

test('the events that the command names are those that a call causes', () => {
  expect(triggered.toSorted()).toEqual(Object.keys(causes).toSorted())
})
