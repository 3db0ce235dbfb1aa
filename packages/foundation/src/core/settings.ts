import { Refusal } from './refusal.ts'

/** The value of a setting is not allowed. The message names the allowed values. */
export const invalidSetting = (message: string): Refusal => new Refusal('setting_invalid', message)

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** One environment variable that an operator can set. Documented in docs/operating.md. */
export type Setting<Value> = {
  variable: string
  /** Its meaning in the table of docs/operating.md, which is made from the settings. */
  purpose: string
  /** The default, as that table has it. */
  byDefault: string
  /** The allowed values, as that table has them. */
  values: SettingValues
  /** Its value must appear in no output. It may come from the file that `VARIABLE_FILE` names. */
  secret?: boolean
  /** Throws a Refusal if the value is not allowed. */
  read(environment: EnvironmentVariables): Value
}

/** The kind of the values of a setting, or its least and its greatest value. */
export type SettingValues = 'text' | 'URL' | 'true, false' | { min: number; max: number }

/** The settings of one module, by the name of their value. */
export type Settings = Readonly<Record<string, Setting<unknown>>>

export type ValuesOf<Some extends Settings> = {
  [Name in keyof Some]: Some[Name] extends Setting<infer Value> ? Value : never
}

/** Reads every setting. The first value that is not allowed throws. */
export const readSettings = <Some extends Settings>(
  settings: Some,
  environment: EnvironmentVariables,
): ValuesOf<Some> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, setting.read(environment)]),
  ) as ValuesOf<Some>

/** A variable without a value, or with an empty one, has the default. */
type SettingDescription = {
  variable: string
  purpose: string
  byDefault: string
  secret?: boolean
  values?: SettingValues
}

const textOf = ({ variable }: SettingDescription, environment: EnvironmentVariables): string | null =>
  environment[variable] || null

/** A setting whose text is read by `parse`; the default applies without a text. */
export const parsedSetting = <Value>(
  described: SettingDescription,
  parse: (text: string | null, environment: EnvironmentVariables) => Value,
): Setting<Value> => ({
  values: 'text',
  ...described,
  read: (environment) => parse(textOf(described, environment), environment),
})

export const textSetting = (described: SettingDescription): Setting<string | null> =>
  parsedSetting(described, (text) => text)

export const wholeNumberSetting = <Default extends number | null>({
  initial,
  min = 0,
  max,
  ...described
}: SettingDescription & { initial: Default; min?: number; max: number }): Setting<number | Default> =>
  parsedSetting({ ...described, values: { min, max } }, (text) => {
    if (text === null) return initial
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw invalidSetting(`${described.variable} must be a whole number from ${min} to ${max}, not "${text}".`)
  })

export const yesOrNoSetting = <Default extends boolean | null>({
  initial,
  ...described
}: SettingDescription & { initial(environment: EnvironmentVariables): Default }): Setting<
  boolean | Default
> =>
  parsedSetting({ ...described, values: 'true, false' }, (given, environment) => {
    if (given === null) return initial(environment)
    const text = given.toLowerCase()
    if (!/^(?:true|false|1|0)$/.test(text))
      throw invalidSetting(`${described.variable} must be true or false, not "${text}".`)
    return text === 'true' || text === '1'
  })

/** The certificate of a surface that people open, and its private key. */
export const tlsFileSettings = (prefix: `NANI_${string}`, surface: string, owner = surface) => ({
  certificateFile: parsedSetting(
    {
      variable: `${prefix}_CERTIFICATE_FILE`,
      purpose: `PEM file of the certificate of ${surface}. Without it ${surface} is served over HTTP, for a proxy with TLS or for a trial`,
      byDefault: 'none',
    },
    (path, environment) => {
      if (path && !environment[`${prefix}_KEY_FILE`])
        throw invalidSetting(`${prefix}_CERTIFICATE_FILE needs ${prefix}_KEY_FILE too.`)
      return path
    },
  ),
  keyFile: textSetting({
    variable: `${prefix}_KEY_FILE`,
    purpose: `PEM file of the private key of ${owner}`,
    byDefault: 'none',
  }),
})

/** A secret. The message of a value that is not allowed must not quote it. */
export const secretSetting = (described: SettingDescription): Setting<string | null> =>
  textSetting({ ...described, secret: true })

export const urlSetting = (described: SettingDescription): Setting<string | null> =>
  parsedSetting({ ...described, values: 'URL' }, (text) => {
    if (text === null) return null
    if (!URL.canParse(text)) throw invalidSetting(`${described.variable} is not a URL: "${text}".`)
    return text.replace(/\/+$/, '')
  })
