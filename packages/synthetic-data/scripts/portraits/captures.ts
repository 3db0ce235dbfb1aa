import type { Capture } from './person.ts'

/** In an office, by the light of a window to the left. */
export const byTheWindow: Capture = {
  seed: 1,
  width: 600,
  height: 800,
  headHeight: 470,
  centre: [300, 375],
  yaw: 4,
  pitch: 1,
  roll: 1,
  smile: 0.1,
  opening: 1,
  gaze: [-3, 0],
  light: { to: [-0.55, 0.6, 1], colour: [1.5, 1.4, 1.25], fill: [0.42, 0.46, 0.52], softness: 0.5 },
  exposure: 1,
  clothes: [0.05, 0.08, 0.16],
  background: { colour: [0.42, 0.44, 0.45], other: [0.2, 0.16, 0.12] },
}

/** At home in the evening, by a lamp on the right; nearer, and with a smile. */
export const byTheLamp: Capture = {
  seed: 8,
  width: 600,
  height: 800,
  headHeight: 520,
  centre: [288, 398],
  yaw: -9,
  pitch: -3,
  roll: -3,
  smile: 0.45,
  opening: 0.9,
  gaze: [6, 1],
  light: { to: [0.8, 0.5, 1.1], colour: [1.35, 1.12, 0.85], fill: [0.36, 0.33, 0.3], softness: 0.4 },
  exposure: 0.95,
  clothes: [0.3, 0.28, 0.26],
  background: { colour: [0.3, 0.24, 0.18], other: [0.6, 0.5, 0.36] },
}

/** Both on one picture: half as large, side by side. */
export const beside = (capture: Capture, x: number): Capture => ({
  ...capture,
  width: 800,
  height: 640,
  headHeight: 320,
  centre: [x, 300],
})

/** Out of doors under a bright sky; the background is far away and green. */
export const outdoors: Capture = {
  seed: 5,
  width: 600,
  height: 800,
  headHeight: 490,
  centre: [308, 390],
  yaw: 8,
  pitch: 0,
  roll: 2,
  smile: 0.3,
  opening: 0.92,
  gaze: [-6, 0],
  light: { to: [-0.2, 0.9, 0.9], colour: [1.3, 1.28, 1.2], fill: [0.62, 0.68, 0.74], softness: 0.8 },
  exposure: 1,
  clothes: [0.42, 0.1, 0.08],
  background: { colour: [0.3, 0.4, 0.26], other: [0.62, 0.68, 0.7] },
}
