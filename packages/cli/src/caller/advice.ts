import type { NaniError } from '@nani/sdk'

const contextText = (context: Record<string, unknown>, field: string) => String(context[field] ?? '…')

/** The next step for an error code. Codes whose message is sufficient are not listed. */
const next: Record<string, (context: Record<string, unknown>) => string> = {
  connection_failed: () => 'Start Nani at this address ("npm start"), or correct base_url.',
  invalid_answer: () => 'A proxy altered the response, or the server is not Nani. Check base_url.',
  wait_timeout: () => 'The work continues on the server. Ask again with the same id.',
  invalid_api_key: () =>
    'Check that the key and the URL belong to the same environment, and that the key was not rotated.',
  invalid_signature: () =>
    'Check secret_key. In the sandbox the response contains the lines that the server signed.',
  timestamp_out_of_window: () => 'Synchronise the clock of this machine with NTP.',
  certificate_required: () => 'Production needs certificate_file and private_key_file in the credentials.',
  certificate_mismatch: () =>
    'Issue a certificate for this application: nani applications issue-certificate ID --out DIR',
  ip_not_allowed: () => 'Add the address: nani applications update ID --allow-ip CIDR',
  production_access_required: ({ field }) =>
    field === 'liveness'
      ? 'Omit --no-liveness, or allow it: nani applications update ID --omit-liveness'
      : 'Approve the application: nani applications update ID --approved --reason WHY',
  image_quality_insufficient: ({ problems }) =>
    `Take it again: ${Array.isArray(problems) ? problems.join(', ').replaceAll('_', ' ') : 'sharp, well lit, facing the camera'}.`,
  no_face_detected: () => 'Take another photograph, with the face upright and in the middle.',
  multiple_faces_detected: () => 'Take another photograph, of one person only.',
  liveness_failed: () => 'Photograph the person, not a document, a print or a screen.',
  image_unreachable: () => 'Send the file, or a public https URL.',
  service_not_enabled: () => 'Enable the service: nani applications update ID --services …',
  purpose_not_approved: () =>
    'Approve it (nani applications update ID --purposes …) or choose another --purpose.',
  scope_not_granted: (context) =>
    `Grant ${contextText(context, 'scope')} (nani applications update ID --scopes …) or omit it from --scopes.`,
  invalid_identifier: () => 'Compare the value with the format of its --type: svc_id is COD-0000-0000-0000.',
  invalid_request: (context) => `Look at ${contextText(context, 'field')}.`,
  rate_limited: () => 'Wait a second and retry.',
  quota_exceeded: (context) =>
    `The quota is renewed at ${contextText(context, 'reset_at')}. To raise it: nani applications update ID --quota …`,
  job_not_found: () => 'Jobs are stored for 30 days, and only their application can read them.',
  batch_not_found: () => 'Batches are stored for 30 days, and only their application can read them.',
}

/** One line of advice for a failed call. */
export const adviceFor = (error: NaniError): string => {
  const advice = next[error.code]?.(error.context)
  if (advice) return advice
  if (error.retryable) return 'You can retry safely.'
  return error.requestId ? `The server’s log has more under ${error.requestId}.` : ''
}
