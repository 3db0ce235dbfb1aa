/** What `nani_app` may do with the rows of a table, in addition to reading them. */
export type RowRights = {
  insert?: false
  /** The columns that it may update, or all. */
  update?: 'all' | readonly string[]
  delete?: true
}

const addOnly: RowRights = {}

/** The tables of accounts have the same form, and so the same rights, in each realm. */
export const accountRights = (realm: 'member' | 'operator'): Record<string, RowRights> =>
  Object.fromEntries(
    Object.entries<RowRights>({
      accounts: {
        update: ['password_hash', 'sealed_totp', 'pending_totp', 'totp_step', 'password_changed_at'],
      },
      attempts: addOnly,
      browsers: { update: ['last_used_at'], delete: true },
      passkeys: { update: ['sign_count', 'last_used_at'], delete: true },
      password_resets: { delete: true },
      recovery_codes: { update: ['used_at'], delete: true },
      repeated_requests: addOnly,
      sessions: { update: ['second_factor_at', 'challenge', 'last_seen_at'], delete: true },
      sign_ins: addOnly,
    }).map(([table, rights]) => [`${realm}_${table}`, rights]),
  )
