import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Nani } from '@nani/sdk'

type Demo = {
  base_url: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
  ca_file: string
  certificate_file: string
  private_key_file: string
}

/** The credentials of production of the demo application. */
export const demoOf = (dataDir: string): Demo =>
  JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8')).production

export const clientOf = (demo: Demo, baseUrl = demo.base_url): Nani =>
  new Nani({
    baseUrl,
    apiKey: demo.api_key,
    secretKey: demo.secret_key,
    payloadEncryptionKey: demo.payload_encryption_key,
    certificate: {
      certificate: readFileSync(demo.certificate_file, 'utf8'),
      privateKey: readFileSync(demo.private_key_file, 'utf8'),
      ca: readFileSync(demo.ca_file, 'utf8'),
    },
  })
