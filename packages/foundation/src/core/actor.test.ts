import { expect, test } from 'vitest'
import { type Actor, actorId, type Permission, permits } from './actor.ts'

const actors: Actor[] = [
  { kind: 'application', applicationId: 'app_1' },
  { kind: 'citizen', svcId: 'COD-1' },
  { kind: 'member', personId: 'per_1', organizationId: 'org_1', roles: ['developer'] },
  { kind: 'operator', name: 'amina', roles: ['list_manager', 'auditor'] },
  { kind: 'system', task: 'demo' },
]
const permitted = (permission: Permission) =>
  actors.filter((actor) => permits(permission, actor)).map(({ kind }) => kind)

test('an actor needs its kind, and a person one of the roles', () => {
  expect(permitted({})).toEqual([])
  expect(permitted({ application: true, citizen: true, system: true })).toEqual([
    'application',
    'citizen',
    'system',
  ])
  expect(permitted({ member: ['owner', 'developer'], operator: ['list_manager'] })).toEqual([
    'member',
    'operator',
  ])
  expect(permitted({ member: ['owner'], operator: ['supervisor'] })).toEqual([])
  expect(permitted({ member: [], operator: [] })).toEqual([])
})

test('each kind of actor has an id for the audit log', () => {
  expect(actors.map(actorId)).toEqual(['app_1', 'COD-1', 'per_1', 'amina', 'demo'])
})
