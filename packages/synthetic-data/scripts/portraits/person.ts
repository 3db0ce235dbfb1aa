/** Linear light, 0 to 1. */
export type Colour = readonly [number, number, number]

/** The constant properties of a person in all photographs. Lengths are relative to half the height of a head. */
export type Person = {
  seed: number
  skin: Colour
  lip: Colour
  iris: Colour
  hair: {
    colour: Colour
    thickness: number
    /** Where the forehead ends. */
    line: number
    /** How far down it hangs at the sides: 0 is to the ears, 1 to the shoulders. */
    length: number
    curl: number
  }
  brow: { thickness: number; height: number; tilt: number; strength: number }
  /** 0 is shaven, 1 a full beard. */
  beard: number
  head: { width: number; cheekbones: number; cheeks: number; jaw: number; chin: number; chinWidth: number }
  eyes: { apart: number; width: number; opening: number; tilt: number; depth: number; height: number }
  nose: { width: number; length: number; bridge: number; tip: number; hump: number }
  mouth: { width: number; upper: number; lower: number; height: number }
  /** 0 is young, 1 is old: folds, and how uneven the skin is. */
  age: number
}

/** The properties of one photograph: expression and light. Angles in degrees. `to` points from the face. */
export type Capture = {
  seed: number
  width: number
  height: number
  /** Of the head, in pixels. */
  headHeight: number
  centre: readonly [number, number]
  yaw: number
  pitch: number
  roll: number
  smile: number
  /** 1 is as the person's eyes usually are. */
  opening: number
  gaze: readonly [number, number]
  light: { to: readonly [number, number, number]; colour: Colour; fill: Colour; softness: number }
  exposure: number
  clothes: Colour
  background: { colour: Colour; other: Colour }
}
