import { constants } from 'node:crypto'

/**
 * TLS 1.3 and, in TLS 1.2, only suites with forward secrecy (ECDHE) and authenticated encryption. CBC, SHA-1 as a
 * MAC and the static RSA key exchange are refused. The server's order decides.
 */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

/**
 * `secureOptions`: a client may not renegotiate, and no session is resumed. Every connection therefore presents and
 * proves its certificate again.
 */
export const tlsPolicy = {
  minVersion: 'TLSv1.2',
  ciphers,
  honorCipherOrder: true,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
} as const
