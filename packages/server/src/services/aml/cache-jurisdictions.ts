import type { ListReader } from '../../risk/lists/index.ts'

type Find = ListReader['findJurisdictions']

/** Countries and environments are few. A caller who sends many combinations gains nothing. */
const maxRemembered = 512

/**
 * The entries of jurisdictions at one change of the lists never differ, so that they are read once. A new change of the
 * lists forgets them.
 */
export const cacheJurisdictions = (find: Find): Find => {
  let remembered = new Map<string, ReturnType<Find>>()
  let latest = -1
  return (countries, environment, change) => {
    if (change > latest || remembered.size >= maxRemembered) {
      remembered = new Map()
      latest = Math.max(latest, change)
    }
    if (change !== latest) return find(countries, environment, change)
    const key = JSON.stringify([environment, countries.toSorted()])
    const known = remembered.get(key)
    if (known) return known
    const reading = find(countries, environment, change)
    const of = remembered
    of.set(key, reading)
    // A read that failed is tried again by the next call.
    reading.catch(() => of.delete(key))
    return reading
  }
}
