import { conflict, forbidden, invalid, missing, type RefusalEntry } from './entry.ts'

/** Refusals of acts on fraud cases: of decisions, objections, false reports and evidence. */
export const fraudCaseRefusals = {
  case_not_found: missing(
    'There is no fraud case with this id or number in the environment.',
    'Check the number and the environment.',
    'Aucun dossier de fraude n’a cet identifiant ou ce numéro dans l’environnement.',
    'Vérifiez le numéro et l’environnement.',
  ),
  case_ambiguous: invalid(
    'Both environments have a case of this number.',
    'Name the environment.',
    'Les deux environnements ont un dossier de ce numéro.',
    'Indiquez l’environnement.',
  ),
  case_status_not_allowed: conflict(
    'The status of the case does not allow the act.',
    'Read the case. The page of the desk lists the acts of each status.',
    'Le statut du dossier ne permet pas cette action.',
    'Relisez le dossier. La page du bureau liste les actions de chaque statut.',
  ),
  case_erased: conflict(
    'The retention of the case has ended, and its key is erased.',
    'No part of the case can be read. Report the fraud again if it continues.',
    'La conservation du dossier est terminée et sa clé est effacée.',
    'Aucune partie du dossier n’est lisible. Signalez de nouveau la fraude si elle continue.',
  ),
  case_is_duplicate: conflict(
    'The other case is itself a duplicate.',
    'Merge into the case that the message names.',
    'L’autre dossier est lui-même un doublon.',
    'Fusionnez avec le dossier que le message indique.',
  ),
  duplicate_of_itself: invalid(
    'A case cannot be a duplicate of itself.',
    'Name another case.',
    'Un dossier ne peut pas être un doublon de lui-même.',
    'Indiquez un autre dossier.',
  ),
  no_proposal: conflict(
    'No decision is proposed for the case.',
    'Propose a decision first.',
    'Aucune décision n’est proposée pour le dossier.',
    'Proposez d’abord une décision.',
  ),
  proposal_exists: conflict(
    'A decision is already proposed for the case.',
    'Accept or reject that proposal first.',
    'Une décision est déjà proposée pour le dossier.',
    'Acceptez ou rejetez d’abord cette proposition.',
  ),
  identity_unclear: conflict(
    'A party of the case does not match the register, and a decision would list it.',
    'Read the comparison of the case. Dismiss the case, or give a reason why it is right despite the mismatch. Both people give it.',
    'Une partie du dossier ne correspond pas au registre, et une décision l’inscrirait.',
    'Lisez la comparaison du dossier. Classez-le, ou donnez la raison pour laquelle il est juste malgré l’écart. Les deux personnes la donnent.',
  ),
  evidence_not_found: missing(
    'The case has no file of evidence at this position.',
    'Read the case. Its files are counted from 0.',
    'Le dossier n’a pas de pièce à cette position.',
    'Relisez le dossier. Ses pièces sont comptées à partir de 0.',
  ),
  evidence_infected: conflict(
    'A scanner found malware in the file. It stays sealed.',
    'Decide without the file, or ask the reporter for another one.',
    'Un antivirus a trouvé un logiciel malveillant dans la pièce. Elle reste scellée.',
    'Décidez sans la pièce, ou demandez-en une autre au déclarant.',
  ),
  evidence_not_rendered: conflict(
    'The file cannot be rendered for viewing.',
    'Save the sealed original, and open it only on an isolated machine.',
    'La pièce ne peut pas être affichée.',
    'Enregistrez l’original scellé et ouvrez-le seulement sur une machine isolée.',
  ),
  scanner_unavailable: conflict(
    'The scanner of NANI_CLAMD did not answer, or refused the file. The file is not served.',
    'Start the scanner, or correct NANI_CLAMD. Then repeat.',
    'L’antivirus de NANI_CLAMD n’a pas répondu, ou a refusé la pièce. Elle n’est pas servie.',
    'Démarrez l’antivirus, ou corrigez NANI_CLAMD. Puis recommencez.',
  ),
  victim_not_found: missing(
    'A chosen victim is anonymous, or the case has no victim at this position.',
    'Read the victims of the case, and choose again.',
    'Une victime choisie est anonyme, ou le dossier n’a pas de victime à cette position.',
    'Relisez les victimes du dossier et choisissez de nouveau.',
  ),
  no_objection: conflict(
    'No objection to the case is open.',
    'Record an objection first.',
    'Aucune opposition au dossier n’est ouverte.',
    'Enregistrez d’abord une opposition.',
  ),
  objection_exists: conflict(
    'An objection to the case is not decided yet.',
    'Decide that objection. Add what is new to the case as a note.',
    'Une opposition au dossier n’est pas encore décidée.',
    'Décidez cette opposition. Ajoutez les éléments nouveaux en note.',
  ),
  uninvolved_person_required: conflict(
    'The person or the account proposed or decided something about the case before.',
    'Ask a supervisor who took part in no decision on the case.',
    'La personne ou le compte a déjà proposé ou décidé quelque chose sur le dossier.',
    'Demandez à un superviseur qui n’a pris part à aucune décision sur le dossier.',
  ),
  supervisor_required: forbidden(
    'Only a supervisor may reopen a decided case.',
    'Ask a supervisor.',
    'Seul un superviseur peut rouvrir un dossier décidé.',
    'Demandez à un superviseur.',
  ),
  service_not_approved: conflict(
    'The service is not approved for the application.',
    'Compare the application and the service.',
    'Le service n’est pas approuvé pour l’application.',
    'Comparez l’application et le service.',
  ),
  service_not_suspended: conflict(
    'The service is not suspended for the application.',
    'There is nothing to give back. Compare the application and the service.',
    'Le service n’est pas suspendu pour l’application.',
    'Il n’y a rien à rétablir. Comparez l’application et le service.',
  ),
  false_report_exists: conflict(
    'The report is marked as false already.',
    'There is nothing to do.',
    'Le signalement est déjà marqué comme faux.',
    'Il n’y a rien à faire.',
  ),
} as const satisfies Record<string, RefusalEntry>

type Context = Readonly<Record<string, unknown>>

const partyText = (party: unknown): string => (party === 'subject' ? 'the subject' : `victim ${party}`)

/** The sentence of one case, from its context. Other acts than those on cases have some of these codes, too. */
export const fraudCaseSentences: Partial<Record<string, (context: Context) => string | undefined>> = {
  case_not_found: ({ fraud_case: given }) =>
    given === undefined ? 'There is no such case.' : `There is no case ${given}.`,
  case_ambiguous: ({ fraud_case: given }) => `The sandbox and production have a case ${given}.`,
  case_status_not_allowed: ({ status }) => `The act is not possible while the case is ${status}.`,
  case_erased: () => 'The data of the case is erased.',
  case_is_duplicate: ({ duplicate_of: other }) => `The other case is a duplicate of ${other}.`,
  duplicate_of_itself: () => 'The case and its duplicate are the same case.',
  proposal_exists: ({ by }) => `${by} has already proposed a decision.`,
  second_person_required: ({ by }) =>
    by === undefined ? undefined : `${by} proposed the decision, so another person must decide.`,
  second_account_required: () => 'The proposal was made from the same account of the operating system.',
  identity_unclear: ({ parties }) =>
    `These parties do not match the register: ${[parties].flat().map(partyText).join(', ')}.`,
  victim_not_found: ({ victim, victims }) =>
    `The case has no victim ${victim}. Victims that can be chosen: ${[victims].flat().join(', ') || 'none'}.`,
  objection_exists: ({ by }) => `${by} has already recorded an objection, which is not decided.`,
  uninvolved_person_required: ({ by }) =>
    `${by} took part in a decision on the case. Another person must decide about the objection.`,
  false_report_exists: () => 'Two people have already found that the report is false.',
  reason_required: () => 'The reason or the text is empty.',
  text_too_long: ({ max }) => (max === undefined ? undefined : `The text is longer than ${max} characters.`),
  evidence_not_found: ({ position }) => `The case has no file of evidence ${position}.`,
  evidence_infected: ({ malware }) => `The file contains malware: ${malware}.`,
  evidence_not_rendered: ({ reason }) => `The file cannot be rendered: ${reason}.`,
  scanner_unavailable: ({ reason }) => `The file could not be scanned: ${reason}.`,
}
