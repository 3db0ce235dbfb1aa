import type pg from 'pg'
import type { RegisterView } from './register.ts'

/** Finds the citizen of a telephone number. */
export type PhoneHolders = {
  /** The svc_id of the only holder, if the number is verified for that citizen; otherwise null. */
  onlyHolder(number: string, view: RegisterView): Promise<string | null>
}

/** Relatives share telephones. A number of several citizens identifies none of them. */
export const createPhoneHolders = (pool: pg.Pool): PhoneHolders => ({
  async onlyHolder(number, view) {
    const { rows } = await pool.query<{ svc_id: string; verified: boolean }>({
      name: 'register_phone_holders',
      text: `select c.svc_id, c.phone_numbers @> $2::jsonb as verified
             from phone_numbers p join citizens c using (svc_id)
             where p.number = $1 and c.status <> 'deleted'
               and case $3 when 'sandbox' then c.in_sandbox else c.in_production end
             limit 2`,
      values: [number, JSON.stringify([{ number, verified: true }]), view],
    })
    const [only, other] = rows
    return only && !other && only.verified ? only.svc_id : null
  },
})
