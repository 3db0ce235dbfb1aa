import { isIdle, type Lane, newLane } from './lane.ts'

/** The lanes of this process, in the order of last use. */
export type Lanes = {
  of(applicationId: string): Lane
  all(): Iterable<Lane>
}

const mostIdleLanes = 10_000
const looksAtOnce = 32

/** Forgets idle lanes past the bound, oldest first; what they had learned is learned again. */
export const createLanes = (): Lanes => {
  const lanes = new Map<string, Lane>()
  const makeRoom = () => {
    let looks = 0
    for (const [id, lane] of lanes) {
      if (isIdle(lane)) lanes.delete(id)
      if (lanes.size < mostIdleLanes || ++looks === looksAtOnce) return
    }
  }
  return {
    of(applicationId) {
      let lane = lanes.get(applicationId)
      if (lane) lanes.delete(applicationId)
      else {
        if (lanes.size >= mostIdleLanes) makeRoom()
        lane = newLane(applicationId)
      }
      lanes.set(applicationId, lane)
      return lane
    },
    all: () => lanes.values(),
  }
}
