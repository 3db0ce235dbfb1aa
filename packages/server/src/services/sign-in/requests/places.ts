import { type Clock, networksOf } from '@nani/foundation/core/index.ts'
import { windowSeconds } from './requests.ts'

/**
 * The places of open sign-ins: begun in the last minute, and not yet ended by a code. Each process counts its own, so that
 * a request costs no statement for it.
 */
export type Places = {
  /** False: no place is free for a further request of this application from this address. */
  take(requestId: string, applicationId: string, address: string): boolean
  /** A citizen has signed in: the place is free again. */
  leave(requestId: string): void
}

export const placeCounts = { ofApplication: 40_000, ofAll: 120_000 }
/** Each of these is a part of the places that are free. */
const shareOfAddress = 1 / 40
const shareOfNetwork = 1 / 20

/**
 * A number of places. A network has at most a part of those that are free, so that the last ones are for networks with
 * few requests. No network alone, nor a few of them, can take them all. A mobile operator with many honest citizens
 * behind one address has enough.
 */
const createRoom = (size: number) => {
  const taken = new Map<string, number>()
  let total = 0
  const add = (networks: readonly string[], step: 1 | -1) => {
    total += step
    for (const network of networks) {
      const count = (taken.get(network) ?? 0) + step
      if (count === 0) taken.delete(network)
      else taken.set(network, count)
    }
  }
  return {
    /** The first network is the address itself, or its /64. */
    hasPlace: (networks: readonly string[]): boolean =>
      networks.every((network, at) => {
        const share = at === 0 ? shareOfAddress : shareOfNetwork
        return (taken.get(network) ?? 0) < Math.ceil((size - total) * share)
      }),
    take: (networks: readonly string[]) => add(networks, 1),
    leave: (networks: readonly string[]) => add(networks, -1),
    isEmpty: () => total === 0,
  }
}

type Room = ReturnType<typeof createRoom>
type PlaceHolder = { applicationId: string; networks: string[]; atMs: number }

export const createPlaces = (clock: Clock, counts = placeCounts): Places => {
  const all = createRoom(counts.ofAll)
  const rooms = new Map<string, Room>()
  /** In the order in which they were taken. */
  const open = new Map<string, PlaceHolder>()

  const leave = (requestId: string) => {
    const taken = open.get(requestId)
    if (!taken) return
    open.delete(requestId)
    all.leave(taken.networks)
    const room = rooms.get(taken.applicationId) as Room
    room.leave(taken.networks)
    if (room.isEmpty()) rooms.delete(taken.applicationId)
  }
  const leaveOver = (nowMs: number) => {
    for (const [requestId, { atMs }] of open) {
      // A clock that was set back must not keep places for longer.
      if (Math.abs(nowMs - atMs) < windowSeconds * 1000) return
      leave(requestId)
    }
  }
  return {
    leave,
    take(requestId, applicationId, address) {
      const atMs = clock.now()
      leaveOver(atMs)
      const networks = networksOf(address)
      const room = rooms.get(applicationId) ?? createRoom(counts.ofApplication)
      if (!all.hasPlace(networks) || !room.hasPlace(networks)) return false
      rooms.set(applicationId, room)
      for (const one of [all, room]) one.take(networks)
      open.set(requestId, { applicationId, networks, atMs })
      return true
    },
  }
}
