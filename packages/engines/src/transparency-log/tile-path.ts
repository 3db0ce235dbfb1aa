import { tileWidth } from './tiles.ts'

/** A resource of the log under its prefix (C2SP tlog-tiles). */
export type TileResource = { level: number | 'entries'; tile: number; width: number }

/** The path of a tile, for example `tile/0/x001/x234/067.p/8`. */
export const tilePath = ({ level, tile, width }: TileResource): string => {
  const groups: string[] = []
  let rest = tile
  do {
    groups.unshift(String(rest % 1_000).padStart(3, '0'))
    rest = Math.floor(rest / 1_000)
  } while (rest > 0)
  const index = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${index}${width < tileWidth ? `.p/${width}` : ''}`
}

const shape = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/
const maxLevel = 63

/** The resource of a path. Null if the path is not exactly the path of a resource. */
export const readTilePath = (path: string): TileResource | null => {
  const found = shape.exec(path)
  if (!found) return null
  const [, name = '', index = '', partial] = found
  const level: TileResource['level'] = name === 'entries' ? name : Number(name)
  const tile = Number(index.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? tileWidth : Number(partial)
  if (width < 1 || (partial !== undefined && width >= tileWidth)) return null
  if (level !== 'entries' && level > maxLevel) return null
  const resource = { level, tile, width }
  return tilePath(resource) === path ? resource : null
}
