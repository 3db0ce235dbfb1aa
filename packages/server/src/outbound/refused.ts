/** Why an address is not called. Stable words: they are shown beside the attempt. */
export type RefusalReason =
  | 'invalid_url'
  | 'insecure_url'
  | 'credentials_in_url'
  | 'port_refused'
  | 'name_not_found'
  | 'address_refused'

/** An address that we do not call, whatever answers there. Nothing was sent. */
export class OutboundRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.name = 'OutboundRefused'
    this.reason = reason
  }
}
