import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { FraudReportRequest } from '@nani/sdk'
import { Failure } from '../../failure.ts'
import type { Terminal } from '../../terminal.ts'

export type FraudReportOptions = {
  file?: string
  description?: string
  role?: string
  subject?: string
  type?: string
  issuingCountry?: string
  name?: string
  born?: string
  nationality?: string
  phone?: string
  company?: string
  registrationNumber?: string
  companyCountry?: string
  victim?: string[]
  anonymousVictims?: number
  occurredAt?: string
  province?: string
  city?: string
  amount?: string
  channel?: string
  evidence?: string[]
  purpose?: string
  reference?: string
}

type Subject = NonNullable<FraudReportRequest['subject']>
type Evidence = NonNullable<FraudReportRequest['evidence']>[number]

const ofCompanies: readonly string[] = ['rccm', 'id_nat', 'nif']

/** The request of the options. Fields that were not given are left out: the service judges every value. */
export const fraudRequest = async (
  type: string | undefined,
  options: FraudReportOptions,
  terminal: Terminal,
): Promise<FraudReportRequest> => {
  const given = options.file ? await readReport(options.file, terminal) : {}
  const evidence = await Promise.all((options.evidence ?? []).map((text) => evidenceOf(text, terminal)))
  const victims = victimsOf(options)
  return {
    ...given,
    ...defined({
      type,
      description: options.description,
      subject: subjectOf(options),
      victims: victims.length > 0 ? victims : undefined,
      occurred_at: options.occurredAt,
      location: defined({ province: options.province, city: options.city }),
      amount: options.amount === undefined ? undefined : amountOf(options.amount),
      channel: options.channel,
      evidence: evidence.length > 0 ? evidence : undefined,
      purpose: options.purpose,
      reporter_reference: options.reference,
    }),
  } as FraudReportRequest
}

/** Without the members that are undefined; undefined if none remains. */
const defined = (value: Record<string, unknown>): Record<string, unknown> | undefined => {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return members.length > 0 ? Object.fromEntries(members) : undefined
}

const readReport = async (file: string, terminal: Terminal): Promise<Record<string, unknown>> => {
  const path = resolve(terminal.cwd, file)
  const text = await readBytes(path).then((bytes) => bytes.toString('utf8'))
  try {
    const report: unknown = JSON.parse(text)
    if (typeof report === 'object' && report !== null && !Array.isArray(report))
      return report as Record<string, unknown>
  } catch {
    // The message below is for both cases.
  }
  throw new Failure('invalid_value', `${path} is not a JSON object.`)
}

const readBytes = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch {
    throw new Failure('file_not_found', `There is no file ${path}.`)
  }
}

const subjectOf = (options: FraudReportOptions): Subject | undefined => {
  const { subject: value, type = 'svc_id', issuingCountry, company, role } = options
  const isCompany = company !== undefined || (value !== undefined && ofCompanies.includes(type))
  const identifier =
    value === undefined ? undefined : defined({ type, value, issuing_country: issuingCountry })
  const business = defined({
    identifier: isCompany ? identifier : undefined,
    name: company,
    registration_number: options.registrationNumber,
    country: options.companyCountry,
  })
  const subject = defined({
    identifier: isCompany ? undefined : identifier,
    full_name: options.name,
    date_of_birth: options.born,
    nationality: options.nationality,
    phone_number: options.phone,
    business,
  })
  return subject && ({ ...subject, ...defined({ role }) } as Subject)
}

const victimsOf = ({ victim = [], anonymousVictims = 0 }: FraudReportOptions) => [
  ...victim.map((value) => ({ identifier: { type: 'svc_id', value } })),
  ...Array.from({ length: anonymousVictims }, () => ({ anonymous: true })),
]

const amountOf = (text: string): { value: number; currency: string } => {
  const [, value = '', currency = ''] = /^\s*(\d+(?:\.\d+)?)\s*([A-Za-z]{3})\s*$/.exec(text) ?? []
  if (value === '')
    throw new Failure('invalid_value', `"${text}" is not an amount.`, 'Write it as "250000 CDF".')
  return { value: Number(value), currency: currency.toUpperCase() }
}

/** The type of evidence that files with this ending usually are. The service decides by the content. */
const typeOfEnding: Readonly<Record<string, Evidence['type']>> = {
  '.jpg': 'image',
  '.jpeg': 'image',
  '.png': 'image',
  '.pdf': 'document',
  '.csv': 'transaction_log',
  '.mp3': 'audio',
  '.wav': 'audio',
}

/** `file=description`. An address is fetched by the service; a file of this machine is sent. */
const evidenceOf = async (text: string, terminal: Terminal): Promise<Evidence> => {
  const isUrl = /^https?:\/\//i.test(text)
  const at = isUrl ? text.lastIndexOf('=') : text.indexOf('=')
  const file = at < 0 ? text : text.slice(0, at)
  const name = file.split(/[/\\]/).at(-1) ?? file
  const description = at < 0 ? name : text.slice(at + 1)
  const type = typeOfEnding[extname(isUrl ? new URL(file).pathname : file).toLowerCase()]
  if (!type) {
    throw new Failure(
      'invalid_value',
      `The type of evidence of ${name} is unknown.`,
      'Name a file that ends in .jpg, .png, .pdf, .csv, .mp3 or .wav.',
    )
  }
  if (isUrl) return { type, file: { url: file }, description }
  const bytes = await readBytes(resolve(terminal.cwd, file))
  return { type, file: { data: bytes.toString('base64') }, description }
}
