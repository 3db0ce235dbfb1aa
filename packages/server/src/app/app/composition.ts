import type { Settings, ValuesOf } from '@nani/foundation/core/index.ts'
import type { Module, OpenedModule, ReadinessName, WarningName } from '@nani/foundation/platform/index.ts'
import type { DescribedEndpoint, Service } from '../../calls/calls/index.ts'
import type { Surface } from './surface.ts'

/** What modules contribute to lists that other modules read. */
export type Contributed = {
  services: readonly Service[]
  endpoints: readonly DescribedEndpoint[]
  surfaces: readonly Surface[]
  metrics: readonly NonNullable<OpenedModule['metrics']>[number][]
  retention: readonly NonNullable<OpenedModule['retention']>[number][]
  keptDays: readonly (readonly [table: string, days: number])[]
  hourly: readonly NonNullable<OpenedModule['hourly']>[number][]
  readiness: readonly (readonly [ReadinessName, () => boolean])[]
  warnings: readonly (readonly [WarningName, () => boolean])[]
}

/** The parts of a module of the server. */
type Parts<Provides extends object> = OpenedModule & {
  provides?: Provides
  services?: readonly Service[]
  endpoints?: readonly DescribedEndpoint[]
  surfaces?: readonly Surface[]
}

export type Running<Context> = { context: Context; stop(): Promise<void> }

/** Modules in the order in which they are opened. `Context` is what a further module may need. */
export type Composition<Platform, Context, Config> = {
  settings: Settings
  // biome-ignore lint/complexity/noBannedTypes: a module without settings or values adds nothing
  use<Own extends Settings = {}, Provides extends object = {}>(
    module: Module<Context & { contributed: Contributed }, Own, Parts<Provides>>,
  ): Composition<Platform, Context & Provides, Config & ValuesOf<Own>>
  /**
   * Opens every module and starts them. If one fails, those that are open are stopped. `works`: whether this process also
   * does the work that any process may do.
   */
  open(platform: Platform, config: Config, works?: boolean): Promise<Running<Context>>
}

type AnyModule = Module<never, Settings, Parts<object>>

// biome-ignore lint/complexity/noBannedTypes: no setting is read yet
export const composition = <Platform extends object>(): Composition<Platform, Platform, {}> => compose([])

const compose = <Platform extends object, Context, Config>(
  modules: readonly AnyModule[],
): Composition<Platform, Context, Config> => ({
  settings: Object.assign({}, ...modules.map(({ settings }) => settings)),
  use: (module) => compose([...modules, module as AnyModule]),
  async open(platform, config, works = true) {
    const opening = openingOf(platform, config, works)
    try {
      for (const module of modules) await opening.open(module)
      for (const start of opening.starts) await start()
    } catch (error) {
      await opening.stop()
      throw error
    }
    return { context: opening.context as Context, stop: opening.stop }
  },
})

const openingOf = (platform: object, config: unknown, works: boolean) => {
  const contributions = createContributions()
  const context: Record<string, unknown> = { ...platform }
  const starts: (() => Promise<void> | void)[] = []
  const stops: (() => Promise<void> | void)[] = []
  return {
    context,
    starts,
    async open({ name, open }: AnyModule) {
      const needs = { ...context, contributed: contributions.readBy(name) }
      const { provides, start, work, stop, ...parts } = await open(needs as never, config as never)
      if (start) starts.push(start)
      if (work && works) starts.push(work)
      if (stop) stops.push(stop)
      contributions.add(name, parts)
      for (const [key, value] of Object.entries(provides ?? {})) {
        if (key in context) throw new Error(`module ${name} provides ${key}, which exists already`)
        context[key] = value
      }
    },
    /** One that fails does not keep the others running. */
    async stop() {
      const failures: unknown[] = []
      for (const stop of stops.splice(0).reverse()) {
        try {
          await stop()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Modules did not stop')
    },
  }
}

/**
 * The lists, which a module reads when it opens. A contribution after that would be lost, so that the process does not
 * start.
 */
const createContributions = () => {
  const lists: Record<keyof Contributed, unknown[]> = {
    ...{ services: [], endpoints: [], surfaces: [], readiness: [], warnings: [] },
    ...{ metrics: [], retention: [], keptDays: [], hourly: [] },
  }
  const readers = new Map<string, string>()
  return {
    add(name: string, parts: object) {
      for (const [part, values] of Object.entries(parts)) {
        if (!(part in lists)) throw new Error(`module ${name} has an unknown part: ${part}`)
        const added: unknown[] = Array.isArray(values) ? values : Object.entries(values)
        const reader = readers.get(part)
        if (reader && added.length > 0)
          throw new Error(`module ${name} contributes ${part} after module ${reader} read them`)
        lists[part as keyof Contributed].push(...added)
      }
    },
    readBy(name: string): Contributed {
      const view = {}
      for (const [part, values] of Object.entries(lists)) {
        const get = () => {
          if (!readers.has(part)) readers.set(part, name)
          return [...values]
        }
        Object.defineProperty(view, part, { get, enumerable: true })
      }
      return view as Contributed
    },
  }
}
