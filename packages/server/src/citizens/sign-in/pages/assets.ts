import { readFileSync } from 'node:fs'
import { assetPaths } from './layout.ts'

const read = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url))

/** The files that the pages load. */
export const assets: readonly { path: string; contentType: string; content: Buffer }[] = [
  { path: assetPaths.style, contentType: 'text/css; charset=utf-8', content: read('style.css') },
  { path: assetPaths.script, contentType: 'text/javascript; charset=utf-8', content: read('page.js') },
]
