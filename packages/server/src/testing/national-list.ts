import type { MonitoredWorld } from './monitored-world.ts'

const names = 'Ambeyi Bokungu Celoka Dikete Esombe Fuamba Gizenga Humba Ilondo Kapesa Lokole Matondo'.split(
  ' ',
)

/** The national list of a world. All tests share the lists: each adds its own rows and removes no others. */
export const nationalList = async (world: MonitoredWorld) => {
  const rows = new Set(['N.0,individual,Person Altogether Different,1931,,2020-01-01,'])
  const publish = () => world.publish('national', [...rows])
  await publish()
  await world.cycle()
  let used = 0
  let number = 0
  return {
    rows,
    async add(...added: string[]) {
      for (const row of added) rows.add(row)
      await publish()
    },
    async drop(...dropped: string[]) {
      for (const row of dropped) rows.delete(row)
      await publish()
    },
    /** A name that no other test has. */
    newName() {
      const at = used++
      const [first, second] = [names[at % 12], names[Math.floor(at / 12) % 12]]
      return `${first}${second?.toLowerCase()} Wambozu${names[(at * 5) % 12]?.toLowerCase()} Tshi${names[(at * 7) % 12]?.toLowerCase()}`
    },
    /** A row about `name`, with the columns that follow it: birth dates, nationalities, days. */
    listed: (name: string, more = '1970,COD,2024-05-01,', kind = 'individual') =>
      `N.${++number},${kind},${name},${more}`,
  }
}

export type NationalList = Awaited<ReturnType<typeof nationalList>>
