import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into a process, it makes the start fail for a reason that the product does not expect.
Object.assign(fs, { mkdir: () => Promise.reject(new Error('no place for Mbuyi, COD-1234-5678-9012')) })
syncBuiltinESMExports()
