// Labels of lists and their types. The first match decides.
const types: readonly (readonly [label: RegExp, type: string])[] = [
  [/passport|passeport|pasaporte/i, 'passport'],
  [/travel document/i, 'travel_document'],
  [/driv(?:er|ing)/i, 'driving_licence'],
  [/imo\b|vessel registration|vessel identification/i, 'imo_number'],
  [/mmsi/i, 'mmsi'],
  [/swift|\bbic\b/i, 'swift_bic'],
  [/\blei\b|legal entity identifier/i, 'lei'],
  [/isin/i, 'isin'],
  [/d-?u-?n-?s/i, 'duns'],
  [/digital currency/i, 'crypto_address'],
  [/tail number/i, 'aircraft_tail_number'],
  [
    /tax|v\.?a\.?t\.?|fiscal|\bnit\b|\bruc\b|\brif\b|\br\.?f\.?c\.?|\binn\b|c\.u\.i\.t|\bssn\b|social security/i,
    'tax_number',
  ],
  [
    /national (?:id|foreign)|identification n|identity|\bid card|personal id|cedula|c\.?u\.?r\.?p|d\.n\.i|citizen|numero de identidad|identité|bosnian|kenyan|n\.i\.e\b|electoral|\bssn\b|natid|^id$|national identification/i,
    'national_id',
  ],
  [
    /registr|company|commercial|enterprise|business|trade licen|folio|matricula|\bc\.?r\.? no|license|licence|regnumber|chamber|le number|\bogrn\b/i,
    'registration_number',
  ],
]

/** Converts a label of a list (`National ID No.`, `Passeport`) to a type in lower_snake words. */
export const identifierType = (label: string): string => {
  for (const [form, type] of types) if (form.test(label)) return type
  return (
    label
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\b(?:no|number|#)\b\.?/g, '')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'document'
  )
}
