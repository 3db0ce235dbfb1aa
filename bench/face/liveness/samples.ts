import { join } from 'node:path'
import type { Box, Model, RgbImage } from '@nani/engines/face-engine/index.ts'
import { crop, decodeImage, detectFaces } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { between, createDraw, type Draw } from '../coverings.ts'
import { personOf } from '../identities.ts'
import { filesOf, photographsOf, read, readPairs } from '../photographs.ts'
import type { AttackKind } from './attack-kind.ts'
import { photograph } from './camera.ts'
import { readCaptures } from './captures.ts'
import { documentScan, identityCard, photocopy } from './documents.ts'
import { cutPortrait } from './portraits.ts'
import { cutOut, heldPrint, nearPrint } from './prints.ts'
import { pick, toRaster } from './raster.ts'
import { desktopScreen, nearScreen, phoneScreen } from './screens.ts'

/** Similar kinds belong to one family. */
const families: readonly (readonly AttackKind[])[] = [
  [phoneScreen, desktopScreen, nearScreen],
  [heldPrint, nearPrint],
  [cutOut],
  [identityCard, documentScan, photocopy],
]
export const attackKinds: readonly AttackKind[] = families.flat()
export const attackFamilies = families.map((family) => family.map(({ kind }) => kind))
/** Any of these, cut to the face only. */
export const onlyFace = 'only the face of an attack'
export const folds = 4

/** A file as sent by a caller. Its people and its instrument are evaluated in `fold` only. */
export type Sample = {
  isLive: boolean
  kind: string
  instrument: string
  fold: number
  /** The camera or the collection of a captured file. */
  source?: string
  /** It can contain several faces. The one in the centre is the subject. */
  isAboutMiddle?: boolean
  bytes: Buffer
}

const numberOf = (text: string): number => {
  let value = 2_166_136_261
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16_777_619)
  return (value ^ (value >>> 13)) >>> 0
}
const foldOf = (person: string) => numberOf(person) % folds

/** One photograph of each person. */
const people = (): { person: string; file: string }[] => {
  const byPerson = new Map(photographsOf(readPairs()).map((file) => [personOf(file), file]))
  return [...byPerson].map(([person, file]) => ({ person, file }))
}

/** Live: unchanged, in other light, or so close that the head fills the picture. */
export const livePortraits = async function* (every: number): AsyncGenerator<Sample> {
  for (const [index, { person, file }] of people().entries()) {
    if (index % every !== 0) continue
    const draw = createDraw(numberOf(file))
    const which = draw()
    const portrait = await toRaster(sharp(read(file)))
    const [instrument, scene, strength] =
      which < 0.5
        ? ['portrait as it is', portrait, 0]
        : which < 0.75
          ? ['portrait, other light', portrait, 1]
          : [
              'portrait, near',
              cutPortrait(draw, portrait, between(draw, 0.48, 0.75), between(draw, 1, 1.3)),
              draw() < 0.5 ? 0 : 1,
            ]
    const bytes =
      which < 0.3
        ? await sharp(read(file)).resize(640, 640).jpeg({ quality: 92 }).toBuffer()
        : await photograph(draw, scene as RgbImage, strength as number)
    yield {
      isLive: true,
      kind: 'live portrait',
      instrument: instrument as string,
      fold: foldOf(person),
      bytes,
    }
  }
}

/** Live, in bad light. In half of them the head fills the picture. */
export const hardlyLitPortraits = async function* (every: number): AsyncGenerator<Sample> {
  for (const [index, { person, file }] of people().entries()) {
    if (index % every !== 0) continue
    const draw = createDraw(numberOf(`${file} in hard light`))
    const portrait = await openPortrait(file)
    const scene =
      draw() < 0.5 ? portrait : cutPortrait(draw, portrait, between(draw, 0.46, 0.75), between(draw, 1, 1.3))
    yield {
      isLive: true,
      kind: 'live, hard light',
      instrument: 'portrait',
      fold: foldOf(person),
      bytes: await photograph(draw, scene, 'hard'),
    }
  }
}

/** Live, before the camera of a computer. */
export const webcamPortraits = async function* (every: number): AsyncGenerator<Sample> {
  for (const [index, { person, file }] of people().entries()) {
    if (index % every !== 0) continue
    const draw = createDraw(numberOf(`${file} before a computer`))
    const portrait = await openPortrait(file)
    const scene =
      draw() < 0.6 ? portrait : cutPortrait(draw, portrait, between(draw, 0.5, 0.8), between(draw, 1, 1.3))
    const bytes = await photograph(draw, scene, 'webcam')
    yield { isLive: true, kind: 'live, webcam', instrument: 'portrait', fold: foldOf(person), bytes }
  }
}

/** The sandbox people are rendered, and users of the sandbox send them. They count as live, with a small weight. */
export const sandboxPortraits = async function* (copies: number): AsyncGenerator<Sample> {
  for (const name of ['beatrice-enrolled', 'beatrice-today', 'jean-pierre-enrolled', 'jean-pierre-today']) {
    const draw = createDraw(numberOf(name))
    const file = join(import.meta.dirname, '../../../examples/faces', `${name}.jpg`)
    for (let copy = 0; copy < copies; copy++) {
      const scene = await toRaster(sharp(file))
      const bytes = await photograph(draw, scene, copy === 0 ? 0 : 0.5)
      yield {
        isLive: true,
        kind: 'live, rendered',
        instrument: name,
        fold: foldOf(name.replace(/-\w+$/, '')),
        bytes,
      }
    }
  }
}

/** Whole scenes of the data set with people, cut around each in several widths. */
export const liveScenes = async function* (model: Model, copies: number): AsyncGenerator<Sample> {
  const files = [...filesOf('multi'), ...filesOf('live').filter((file) => /person|genuine/.test(file))]
  for (const file of files) {
    const draw = createDraw(numberOf(file))
    const scene = await decodeImage(read(file))
    const found = (await detectFaces(model, scene)).filter(({ box }) => box.height > 60)
    for (const { box } of found.slice(0, 6)) {
      for (let copy = 0; copy < copies; copy++) {
        const cut = cutAround(draw, scene, box)
        yield {
          isLive: true,
          kind: 'live scene',
          isAboutMiddle: true,
          instrument: file,
          fold: foldOf(file),
          bytes: await photograph(draw, cut, draw() < 0.5 ? 0 : 0.6),
        }
      }
    }
  }
}

/** The face as a detector frames it, or slightly more. */
const cutNear = (draw: Draw, scene: RgbImage, { left, top, width, height }: Box): RgbImage => {
  const side = Math.min(scene.width, scene.height, height * between(draw, 1.05, 1.6))
  const place = (middle: number, most: number) => Math.min(Math.max(0, middle - side / 2), most - side)
  const [x0, y0] = [place(left + width / 2, scene.width), place(top + height / 2, scene.height)]
  return crop(scene, { a: 1, b: 0, x0, y0 }, Math.round(side), Math.round(side))
}

const cutAround = (draw: Draw, scene: RgbImage, box: Box): RgbImage => {
  const ratio = pick(draw, [0.75, 1, 1.33])
  const tall = Math.min(scene.height, scene.width / ratio, box.height * between(draw, 1.5, 6))
  const wide = tall * ratio
  const left = box.left + box.width / 2 - wide * between(draw, 0.4, 0.6)
  const top = box.top + box.height / 2 - tall * between(draw, 0.35, 0.5)
  const toSource = {
    a: 1,
    b: 0,
    x0: Math.round(Math.min(Math.max(0, left), scene.width - wide)),
    y0: Math.round(Math.min(Math.max(0, top), scene.height - tall)),
  }
  return crop(scene, toSource, Math.round(wide), Math.round(tall))
}

/**
 * Files of `captures.csv` with one person, in several sizes and compressions. All files of one source are in one fold.
 */
export const captures = async function* (copies: number): AsyncGenerator<Sample> {
  for (const { file, isLive, label, source } of readCaptures()) {
    const draw = createDraw(numberOf(file))
    for (let copy = 0; copy < copies; copy++) {
      const scene = await toRaster(
        sharp(read(file)).autoOrient().resize(1280, 1280, { fit: 'inside', withoutEnlargement: true }),
      )
      yield {
        isLive,
        kind: isLive ? 'captured live' : `captured ${label}`,
        instrument: file,
        source,
        fold: foldOf(source),
        bytes: await photograph(draw, scene, copy === 0 ? 0 : 0.3),
      }
    }
  }
}

/**
 * Attacks of every kind with portraits of the people of the fold. Some are in bad light, and some are cut to the face,
 * as some live samples are.
 */
export const attacks = async function* (
  model: Model,
  each: number,
  kinds = attackKinds,
  camera: 'any' | 'webcam' = 'any',
): AsyncGenerator<Sample> {
  const all = people()
  for (const { kind, instruments, make } of kinds) {
    for (const [at, instrument] of instruments.entries()) {
      const fold = at % folds
      const mine = all.filter(({ person }) => foldOf(person) === fold)
      const draw = createDraw(numberOf(kind + instrument + (camera === 'any' ? '' : camera)))
      for (let count = 0; count < each; count++) {
        const portrait = await openPortrait(pick(draw, mine).file)
        const room = await toRaster(sharp(read(pick(draw, mine).file)))
        const scene = await make(draw, instrument, portrait, room)
        const [face] = draw() < 0.2 ? await detectFaces(model, scene) : []
        const sent = face ? cutNear(draw, scene, face.box) : scene
        const bytes = await photograph(draw, sent, camera === 'webcam' ? camera : draw() < 0.2 ? 'hard' : 0.6)
        yield face
          ? { isLive: false, kind: onlyFace, instrument: `${kind}: ${instrument}`, fold, bytes }
          : { isLive: false, kind, instrument, fold, bytes }
      }
    }
  }
}

/** Some portraits have black bars at the edge of the picture. A print would not include them. */
const openPortrait = async (file: string): Promise<RgbImage> => {
  const bare = await sharp(read(file)).trim({ background: '#000', threshold: 12 }).toBuffer()
  return toRaster(sharp(bare).resize(500, 500, { fit: 'cover' }))
}
