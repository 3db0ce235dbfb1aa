import pg from 'pg'
import { correctCitizen } from '../correct-citizen.ts'
import { correctingNeeds, correction, officer, type TwoDatabases } from './correcting.ts'

/*
 * A process that executes a correction as the second person, and is killed at one moment. It kills itself, so that each moment is
 * met every time.
 */

/** `sent`: the statement was sent, and no answer is read. */
export type Moment = { place: 'home' | 'register'; statement: 'commit' | 'delete'; sent: boolean }
export type KilledOrder = TwoDatabases & { svcId: string; moment: Moment }

const killAt = ({ place, statement, sent: isSent }: Moment, register: string) => {
  const send = pg.Client.prototype.query
  const kill = () => process.kill(process.pid, 'SIGKILL')
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : ''
    const at = new URL(register).pathname === `/${this.database}` ? 'register' : 'home'
    const isMoment = at === place && text.startsWith(statement)
    if (isMoment && !isSent) kill()
    const sent = Reflect.apply(send, this, given)
    if (isMoment) kill()
    return sent
  } as typeof send
}

process.once('message', async ({ svcId, moment, ...databases }: KilledOrder) => {
  const { needs } = correctingNeeds(databases)
  killAt(moment, databases.register)
  await correctCitizen(officer('Odile'), correction(svcId), needs)
})
process.send?.('ready')
