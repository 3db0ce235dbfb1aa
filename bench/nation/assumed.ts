import type { Assumed } from './simulate.ts'

/** No measurement: machines that can be rented, prices of no provider in particular, and the habits of a country. */
export const assumedMachines: Assumed = {
  coresOfMachine: 16,
  memoryOfMachine: 128e9,
  diskOfMachine: 8e12,
  writesOfMachine: 200e6,
  busiest: 0.5,
  peakOverMean: 3,
  fullest: 0.7,
  detectionSeconds: 10,
  // Of a hundred calls one compares a photograph with a person, and of ten thousand one with all people.
  verifications: 0.01,
  identifications: 0.0001,
  names: 1_000_000,
  monitored: 1_000_000,
  // With the archive (docs/scaling.md).
  keptDays: { results: 31, audit: 33, charges: 93, nonces: 2 },
  usdOfMachine: 400,
  usdOfTerabyte: 60,
}
