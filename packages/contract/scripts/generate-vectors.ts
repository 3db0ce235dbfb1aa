import { writeFileSync } from 'node:fs'
import { buildVectors } from './build-vectors.ts'

// npm run vectors -w @nani/contract
writeFileSync(new URL('../vectors.json', import.meta.url), `${JSON.stringify(buildVectors(), null, 2)}\n`)
