import { expect, test } from 'vitest'
import {
  presentMigrations,
  presentRights,
  releasedMigrations,
  releasedRights,
  whyNotUpgradable,
} from './released-schema.ts'

test('every migration comes after those of the last release, which are unchanged', () => {
  expect(releasedMigrations().length).toBeGreaterThan(100)
  expect(whyNotUpgradable(releasedMigrations(), presentMigrations())).toBeNull()
})

test('other rights than those of the last release come with a migration', () => {
  // A process of the last release knows by it that it may not revoke what it does not know.
  if (presentRights() !== releasedRights())
    expect(presentMigrations().length).toBeGreaterThan(releasedMigrations().length)
})

const released = ['001-a.sql 11', '007-b.sql 22', '010-c.sql 33']

test.each<[why: string | null, present: string[]]>([
  [null, released],
  [null, [...released, '011-d.sql 44']],
  [
    '008-d.sql comes before 010-c.sql, which is released. Give it the next free number.',
    ['001-a.sql 11', '007-b.sql 22', '008-d.sql 44', '010-c.sql 33'],
  ],
  [
    '007-b.sql was changed after its release. Restore it, and add another migration.',
    ['001-a.sql 11', '007-b.sql 23', '010-c.sql 33'],
  ],
  ['010-c.sql is released, and is missing.', ['001-a.sql 11', '007-b.sql 22']],
  ['007-b.sql is released, and is missing.', ['001-a.sql 11', '010-c.sql 33', '011-d.sql 44']],
])('planted: %s', (why, present) => {
  expect(whyNotUpgradable(released, present)).toBe(why)
})
