/** What one call, person, face and list entry cost. Every figure was measured: measured.json has the command and the date. */
export type Measured = {
  processCpuMsOfCall: number
  databaseCpuMsOfCall: number
  walBytesOfCall: number
  resultBytesOfCall: number
  auditBytesOfCall: number
  chargeBytesOfCall: number
  nonceBytesOfCall: number
  bytesOfPerson: number
  memoryOfProcess: number
  photographCpuMs: number
  bytesOfFaceInMemory: number
  searchMsOfMillionFaces: number
  bytesOfNameInMemory: number
  alertsSeconds: number
  failoverSeconds: number
}

/** What was not measured: the machines that can be rented, their prices, and what a country asks for. */
export type Assumed = {
  coresOfMachine: number
  memoryOfMachine: number
  diskOfMachine: number
  /** Bytes a second that the disk of one machine writes, with its flushes. */
  writesOfMachine: number
  /** The share of the cores and of the writes that the busiest second may use. */
  busiest: number
  /** The rate of the busiest second in the mean of a day. */
  peakOverMean: number
  /** The share of a disk that rows may fill. The log, free space for vacuum and growth need the rest. */
  fullest: number
  /** Seconds until the manager of the cluster notices a lost server, and promotes the standby. */
  detectionSeconds: number
  verifications: number
  identifications: number
  names: number
  monitored: number
  keptDays: { results: number; audit: number; charges: number; nonces: number }
  usdOfMachine: number
  usdOfTerabyte: number
}

export type Country = { people: number; callsPerSecond: number; cells: number | null }

export type Component = {
  name: string
  machines: number
  /** Of all machines together, with the copies. */
  cores: number
  memoryBytes: number
  diskBytes: number
  usdOfMonth: number
}

export type Limit = { resource: string; callsPerSecond: number }

export type Nation = {
  cells: number
  components: Component[]
  total: Omit<Component, 'name'>
  /** The rate at which each resource of one database ends, the lowest first. */
  limits: Limit[]
}

const daySeconds = 86_400
const ceil = (value: number): number => Math.ceil(value - 1e-9)

/** The bytes of rows that a database has when old rows leave as fast as new ones come. */
const keptBytesOf = (measured: Measured, { keptDays }: Assumed, meanCalls: number): number =>
  meanCalls *
  daySeconds *
  (measured.resultBytesOfCall * keptDays.results +
    measured.auditBytesOfCall * keptDays.audit +
    measured.chargeBytesOfCall * keptDays.charges +
    measured.nonceBytesOfCall * keptDays.nonces)

/** What a country needs. Home and the cells have a synchronous standby each, and so has the register. */
export const sizeNation = (measured: Measured, assumed: Assumed, country: Country): Nation => {
  const { people, callsPerSecond: peak } = country
  const mean = peak / assumed.peakOverMean
  const usable = assumed.coresOfMachine * assumed.busiest
  const priced = (component: Omit<Component, 'usdOfMonth'>): Component => ({
    ...component,
    usdOfMonth:
      component.machines * assumed.usdOfMachine + (component.diskBytes / 1e12) * assumed.usdOfTerabyte,
  })

  const photographs = assumed.verifications + assumed.identifications
  const apiCores = (peak * (measured.processCpuMsOfCall + photographs * measured.photographCpuMs)) / 1000
  // One more than needed, because one may be lost at any time.
  const memoryOfApiMachine =
    assumed.coresOfMachine * (measured.memoryOfProcess + assumed.names * measured.bytesOfNameInMemory)
  const tooSmall = Math.max(1, memoryOfApiMachine / assumed.memoryOfMachine)
  const apiMachines = ceil((apiCores / usable) * tooSmall) + 1

  const databaseCores = (peak * measured.databaseCpuMsOfCall) / 1000
  const keptBytes = keptBytesOf(measured, assumed, mean)
  const needed = Math.max(
    1,
    ceil(databaseCores / usable),
    ceil(keptBytes / (assumed.diskOfMachine * assumed.fullest)),
    ceil((peak * measured.walBytesOfCall) / (assumed.writesOfMachine * assumed.busiest)),
  )
  const cells = Math.max(country.cells ?? 0, needed)

  const registerBytes = people * measured.bytesOfPerson
  const registerMachines = Math.max(1, ceil(registerBytes / (assumed.diskOfMachine * assumed.fullest)))

  const faceMemory = people * measured.bytesOfFaceInMemory
  const faceCores = (peak * assumed.identifications * measured.searchMsOfMillionFaces * (people / 1e6)) / 1000
  // Half of the memory of a machine is left to the system and to growth. Every face is on two machines.
  const faceMachines =
    2 * Math.max(ceil(faceMemory / (assumed.memoryOfMachine / 2)), ceil(faceCores / usable))

  const components = [
    priced({
      ...{ name: 'processes', machines: apiMachines, cores: apiCores, diskBytes: 0 },
      memoryBytes: apiMachines * Math.min(memoryOfApiMachine, assumed.memoryOfMachine),
    }),
    priced({
      ...{ name: 'cells', machines: 2 * cells, cores: databaseCores, diskBytes: 2 * keptBytes },
      memoryBytes: 2 * cells * assumed.memoryOfMachine,
    }),
    priced({
      ...{ name: 'register', machines: 2 * registerMachines, cores: 0, diskBytes: 2 * registerBytes },
      memoryBytes: 2 * registerMachines * assumed.memoryOfMachine,
    }),
    priced({
      ...{ name: 'faces', machines: faceMachines, cores: faceCores, diskBytes: 0 },
      memoryBytes: 2 * faceMemory,
    }),
  ]
  const sum = (of: (component: Component) => number): number =>
    components.reduce((total, component) => total + of(component), 0)
  return {
    cells,
    components,
    total: {
      machines: sum(({ machines }) => machines),
      cores: sum(({ cores }) => cores),
      memoryBytes: sum(({ memoryBytes }) => memoryBytes),
      diskBytes: sum(({ diskBytes }) => diskBytes),
      usdOfMonth: sum(({ usdOfMonth }) => usdOfMonth),
    },
    limits: limitsOfOneDatabase(measured, assumed, people),
  }
}

/** The rates of the busiest second at which one database with one standby ends. */
export const limitsOfOneDatabase = (measured: Measured, assumed: Assumed, people: number): Limit[] => {
  const bytesOfOneCall = keptBytesOf(measured, assumed, 1 / assumed.peakOverMean)
  const freeDisk = Math.max(0, assumed.diskOfMachine * assumed.fullest - people * measured.bytesOfPerson)
  return [
    { resource: 'disk of the database', callsPerSecond: freeDisk / bytesOfOneCall },
    {
      resource: 'cores of the database',
      callsPerSecond: (assumed.coresOfMachine * assumed.busiest * 1000) / measured.databaseCpuMsOfCall,
    },
    {
      resource: 'writes of the log of the database',
      callsPerSecond: (assumed.writesOfMachine * assumed.busiest) / measured.walBytesOfCall,
    },
  ].toSorted((one, other) => one.callsPerSecond - other.callsPerSecond)
}
