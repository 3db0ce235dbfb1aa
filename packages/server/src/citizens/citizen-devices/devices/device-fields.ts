import type { SignatureFields } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { DeviceSignature } from './device-key.ts'
import { citizenContext, type DeviceRow, nameContext } from './device-row.ts'

/** The signature of an input, of either kind. */
export const deviceSignatureOf = ({ signature, webauthn }: SignatureFields): DeviceSignature => {
  if (signature !== undefined) return { signature }
  if (webauthn === undefined) throw new Refusal('value_invalid', 'The input has no signature.')
  const { id, rawId, type, response } = webauthn
  const { clientDataJSON, authenticatorData, signature: signed } = response
  return {
    webauthn: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature: signed },
    },
  }
}

/** The most bytes of a request with a photograph. */
export const maxImageBytes = 12 * 1024 * 1024

/** The bytes of a photograph in base64. */
export const imageBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0) throw new Refusal('value_invalid', 'The photograph is empty.')
  return bytes
}

type SealedDevice = Pick<DeviceRow, 'device_id' | 'sealed_citizen'>

export const svcIdOf = ({ device_id, sealed_citizen }: SealedDevice, vault: Vault): string =>
  vault.open(sealed_citizen, citizenContext(device_id)).toString()

/** The citizen of a device, for the log. */
export const holderOf = (device: SealedDevice, vault: Vault): Actor => ({
  ...{ kind: 'citizen', svcId: svcIdOf(device, vault), deviceId: device.device_id },
})

export const nameOf = (
  { device_id, sealed_name }: Pick<DeviceRow, 'device_id' | 'sealed_name'>,
  vault: Vault,
) => vault.open(sealed_name, nameContext(device_id)).toString()
