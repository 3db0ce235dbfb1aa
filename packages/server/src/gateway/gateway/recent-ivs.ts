const maxKeys = 256
const maxIvsOfKey = 512

export type RecentIvs = {
  /** Whether this key used this IV not long ago in this process. Remembers the IV. */
  isReused(apiKey: string, iv: string): boolean
}

/**
 * The latest IVs of the keys that called most recently: enough to find a client that repeats its IVs, because such a
 * client repeats them soon. AES-GCM loses its protection when an IV is used twice under one key.
 */
export const recentIvs = (): RecentIvs => {
  const byKey = new Map<string, Set<string>>()
  return {
    isReused(apiKey, iv) {
      let ivs = byKey.get(apiKey)
      if (!ivs) {
        dropOldest(byKey, maxKeys)
        ivs = new Set()
        byKey.set(apiKey, ivs)
      }
      if (ivs.has(iv)) return true
      dropOldest(ivs, maxIvsOfKey)
      ivs.add(iv)
      return false
    },
  }
}

/** Maps and sets keep the order in which their members came. */
const dropOldest = (members: Map<string, unknown> | Set<string>, max: number) => {
  if (members.size >= max) members.delete(members.keys().next().value as string)
}
