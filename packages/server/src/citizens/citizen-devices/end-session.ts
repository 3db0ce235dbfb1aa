import { closed, noResult } from '@nani/contract'
import Type from 'typebox'
import { defineAct, ofSurface } from '../../gateway/acts/index.ts'
import type { DeviceContext } from './device-needs.ts'
import { holderOf } from './devices/device-fields.ts'
import { signOutRate } from './enrolment/stranger.ts'
import { endSessionOf } from './sessions.ts'

const input = Type.Object({ session_secret: Type.Union([Type.String(), Type.Null()], ofSurface) }, closed)

/** Signs out. A browser without a session gets the same answer. */
export const endSession = defineAct({
  name: 'sessions.end',
  sentence: { en: 'Signs out', fr: 'Se déconnecte' },
  actors: { system: true },
  input,
  output: noResult,
  refusals: ['too_many_attempts'],
  routes: { citizen: 'DELETE /session' },
  rateLimit: signOutRate,
  async perform({ client, input: { session_secret: secret }, needs }: DeviceContext<typeof input>) {
    const ended = secret === null ? null : await endSessionOf(client, secret)
    return {
      result: {},
      ...(ended && { provenActor: holderOf(ended, needs.vault) }),
      entry: { subject: ended?.device_id ?? 'none' },
    }
  },
})
