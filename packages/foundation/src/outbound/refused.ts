/** The reason why an address is not called. A stable word that is shown with the attempt. */
export type RefusalReason =
  | 'invalid_url'
  | 'insecure_url'
  | 'credentials_in_url'
  | 'port_refused'
  | 'name_not_found'
  | 'address_refused'

/** A forbidden address, whatever responds there. No data was sent. */
export class OutboundRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.name = 'OutboundRefused'
    this.reason = reason
  }
}
