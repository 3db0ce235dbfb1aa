import type { Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import type { Caller } from './callers.ts'
import { untilLogged } from './databases.ts'
import type { LoadOrder } from './load.ts'
import type { SecondProduct } from './own-register.ts'
import type { Running } from './processes.ts'
import type { Credentials } from './signed-requests.ts'
import { compareInTurns } from './turns.ts'
import type { WithCells } from './with-cells.ts'

/** The product with one database. */
type Measured = {
  product: Running
  platform: Platform
  orderOf(credentials: Credentials, register: pg.Pool): Promise<LoadOrder>
  rounds: number
}

/** All products run all the time, and one of them has calls. What waited for the logs is appended before they are counted. */
const turnWith = (pools: readonly pg.Pool[]) => (name: string, order: LoadOrder) => ({
  name,
  async prepare() {
    await Promise.all(pools.map(untilLogged))
    return order
  },
})

/** The control shows what a second product costs without a register of its own. */
export const measureRegister = async (
  { product: one, platform: { pool }, orderOf, rounds }: Measured,
  [control, separate]: readonly SecondProduct[],
): Promise<void> => {
  if (!control || !separate) throw new Error('the second products did not start')
  const turn = turnWith([pool, control.platform.pool, separate.platform.pool])
  const orderOfSecond = ({ product, platform }: SecondProduct) =>
    orderOf(product.credentials, platform.registerPool)
  await compareInTurns(
    [
      turn('one database', await orderOf(one.credentials, pool)),
      turn('another product (the control)', await orderOfSecond(control)),
      turn('a register of its own', await orderOfSecond(separate)),
    ],
    rounds,
  )
}

/** Two organizations in one database, and two in two cells. */
export const measureCells = async (
  { callers, platform, orderOf, rounds }: Omit<Measured, 'product'> & { callers: readonly Caller[] },
  withCells: WithCells,
): Promise<void> => {
  const turn = turnWith([platform.pool, withCells.platform.pool, ...withCells.cellPools])
  const orderOfAll = async (all: readonly Caller[], register: pg.Pool): Promise<LoadOrder> => {
    const [first, ...others] = all.map(({ credentials }) => credentials)
    if (!first) throw new Error('there is no caller')
    return { ...(await orderOf(first, register)), others }
  }
  await compareInTurns(
    [
      turn('one database', await orderOfAll(callers, platform.registerPool)),
      turn('two cells', await orderOfAll(withCells.callers, withCells.platform.registerPool)),
    ],
    rounds,
  )
}
