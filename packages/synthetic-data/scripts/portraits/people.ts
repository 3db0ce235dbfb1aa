import type { Person } from './person.ts'

/** Two invented people of the sandbox, as different as a recogniser can detect. */
export const jeanPierre: Person = {
  seed: 16,
  skin: [0.2, 0.105, 0.068],
  lip: [0.17, 0.07, 0.055],
  iris: [0.06, 0.03, 0.015],
  hair: { colour: [0.012, 0.009, 0.008], thickness: 0.06, line: 0.66, length: 0, curl: 0.9 },
  brow: { thickness: 0.0357, height: 0.155, tilt: 0.002, strength: 0.897 },
  beard: 0.8,
  head: { width: 1.088, cheekbones: 0.175, cheeks: 0.144, jaw: 0.44, chin: 0.0422, chinWidth: 0.153 },
  eyes: { apart: 0.292, width: 0.254, opening: 0.101, tilt: 0.0421, depth: 0.001, height: 0.021 },
  nose: { width: 0.197, length: 0.0264, bridge: -0.0253, tip: 0.0339, hump: 0.0007 },
  mouth: { width: 0.267, upper: 0.0517, lower: 0.0434, height: -0.588 },
  age: 0.76,
}

export const beatrice: Person = {
  seed: 6,
  skin: [0.27, 0.145, 0.095],
  lip: [0.27, 0.07, 0.065],
  iris: [0.05, 0.025, 0.012],
  hair: { colour: [0.012, 0.009, 0.008], thickness: 0.12, line: 0.6, length: 0.9, curl: 0.5 },
  brow: { thickness: 0.0205, height: 0.196, tilt: 0.0271, strength: 0.83 },
  beard: 0,
  head: { width: 0.921, cheekbones: 0.167, cheeks: 0.179, jaw: 0.345, chin: -0.033, chinWidth: 0.118 },
  eyes: { apart: 0.28, width: 0.27, opening: 0.0959, tilt: -0.0069, depth: 0.0265, height: -0.0118 },
  nose: { width: 0.1, length: 0.0064, bridge: 0.0334, tip: -0.0031, hump: 0.0297 },
  mouth: { width: 0.225, upper: 0.0427, lower: 0.0718, height: -0.65 },
  age: 0.393,
}
