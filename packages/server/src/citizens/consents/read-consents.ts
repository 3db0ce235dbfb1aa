import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type ConsentRecord, recordColumns } from './consent-record.ts'

/** A record of an application. */
export const findRecord = async (
  database: Database,
  applicationId: string,
  recordId: string,
): Promise<ConsentRecord | null> => {
  const { rows } = await database.query<ConsentRecord>({
    name: 'find-consent-record',
    text: `select ${recordColumns} from credit_consents c where c.application_id = $1 and c.record_id = $2`,
    values: [applicationId, recordId],
  })
  return rows[0] ?? null
}

/** A record by its id or by the id of its consent, of any application: for the citizen and for operators. */
export const findAnyRecord = async (
  database: Database,
  id: string,
  citizen: Buffer | null,
): Promise<(ConsentRecord & { sealed_reason: Buffer | null }) | null> => {
  const { rows } = await database.query<ConsentRecord & { sealed_reason: Buffer | null }>({
    name: 'find-any-consent-record',
    text: `select ${recordColumns}, c.sealed_reason from credit_consents c
           where (c.record_id = $1 or c.consent_id = $1) and ($2::bytea is null or c.citizen = $2)
           order by c.application_id limit 1`,
    values: [id, citizen],
  })
  return rows[0] ?? null
}

/** The application of a record, by the id of the record or of its consent. */
export const applicationOfConsent = async (database: Database, id: string): Promise<string | null> => {
  const { rows } = await database.query<{ application_id: string }>({
    name: 'application-of-consent',
    text: 'select application_id from credit_consents where record_id = $1 or consent_id = $1 order by 1 limit 1',
    values: [id],
  })
  return rows[0]?.application_id ?? null
}

/** Who asks, as a citizen and an operator read it. */
type Asking = { application_name: string; logo_hash: string | null; organization_name: string }
export type NamedRecord = ConsentRecord & Asking

const askingColumns = 'a.name as application_name, a.logo_hash, o.name as organization_name'

export const readNames = async (
  database: Database,
  { application_id }: Pick<ConsentRecord, 'application_id'>,
): Promise<Asking> => {
  const { rows } = await database.query<Asking>({
    name: 'consent-names',
    text: `select ${askingColumns}
           from applications a join organizations o using (organization_id) where a.application_id = $1`,
    values: [application_id],
  })
  if (!rows[0]) throw new Error(`there is no application ${application_id}`)
  return rows[0]
}

export type RecordFilter = {
  environment: Environment | null
  applicationId: string | null
  citizen: Buffer | null
  status: string | null
  limit: number
}

/** Records of all applications, the newest first. Ids have real time, which no test clock moves. */
export const listRecords = async (
  database: Database,
  { environment, applicationId, citizen, status, limit }: RecordFilter,
): Promise<NamedRecord[]> => {
  const { rows } = await database.query<NamedRecord>({
    name: citizen ? 'list-consents-of-citizen' : 'list-consents',
    text: `select ${recordColumns}, ${askingColumns}
           from credit_consents c
           join applications a on a.application_id = c.application_id
           join organizations o on o.organization_id = a.organization_id
           where ($1::text is null or c.environment = $1) and ($2::text is null or c.application_id = $2)
             and ${citizen ? 'c.citizen = $3' : '$3::bytea is null'} and ($4::text is null or c.status = $4)
           order by substr(c.record_id, 5) collate "C" desc limit $5`,
    values: [environment, applicationId, citizen, status, limit],
  })
  return rows
}

/** A score that was returned under a consent. It says nothing about the score. */
export type ConsentUse = {
  consent_id: string
  result_id: string
  used_at: Date
  application_id: string
  application_name: string
  organization_name: string
}

/** The uses of the consents of a citizen, the newest first. */
export const listUsesOf = async (
  database: Database,
  citizen: Buffer,
  { environment, consentId, limit }: { environment: Environment; consentId: string | null; limit: number },
): Promise<ConsentUse[]> => {
  const { rows } = await database.query<ConsentUse>({
    name: 'list-consent-uses',
    text: `select u.consent_id, u.result_id, u.used_at, u.application_id, a.name as application_name,
             o.name as organization_name
           from credit_consent_uses u
           join applications a on a.application_id = u.application_id
           join organizations o on o.organization_id = a.organization_id
           where u.citizen = $1 and u.environment = $2 and ($3::text is null or u.consent_id = $3)
           order by u.used_at desc, u.result_id desc limit $4`,
    values: [citizen, environment, consentId, limit],
  })
  return rows
}
