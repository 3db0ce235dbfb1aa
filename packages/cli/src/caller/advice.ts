import type { NaniError } from '@nani/sdk'

const told = (context: Record<string, unknown>, field: string) => String(context[field] ?? '…')

/** What to do next, by error code; what the message alone says well enough is not here. */
const next: Record<string, (context: Record<string, unknown>) => string> = {
  connection_failed: () => 'Is Nani running there? "npm start" starts it.',
  invalid_answer: () => 'Something between here and the service altered the answer, or it is not Nani.',
  wait_timeout: () => 'It goes on: ask again with the same id.',
  invalid_api_key: () =>
    'Check that key and address are of the same environment, and that the key was not rotated.',
  invalid_signature: () => 'Check secret_key; in the sandbox the answer says which lines were signed.',
  timestamp_out_of_window: () => 'Set this machine’s clock by NTP.',
  certificate_required: () => 'Production needs certificate_file and private_key_file in the credentials.',
  certificate_mismatch: () =>
    'Issue one for this application: nani applications issue-certificate ID --out DIR',
  ip_not_allowed: () => 'Add the address: nani applications update ID --allow-ip CIDR',
  production_access_required: ({ field }) =>
    field === 'liveness'
      ? 'Leave out --no-liveness, or allow it: nani applications update ID --omit-liveness'
      : 'Approve the application: nani applications update ID --approved',
  image_quality_insufficient: ({ problems }) =>
    `Take it again: ${Array.isArray(problems) ? problems.join(', ').replaceAll('_', ' ') : 'sharp, well lit, facing the camera'}.`,
  no_face_detected: () => 'Take it again, with the face in the middle and upright.',
  multiple_faces_detected: () => 'Take it again, of one person alone.',
  liveness_failed: () => 'Take it of the person, not of a document, a print or a screen.',
  image_unreachable: () => 'Send the file itself, or an https address that anybody can read.',
  service_not_enabled: () => 'Enable it: nani applications update ID --services …',
  purpose_not_approved: () =>
    'Approve it (nani applications update ID --purposes …) or choose another --purpose.',
  scope_not_granted: (context) =>
    `Grant ${told(context, 'scope')} (nani applications update ID --scopes …) or leave it out of --scopes.`,
  invalid_identifier: () => 'Compare the value with the format of its --type: svc_id is COD-0000-0000-0000.',
  invalid_request: (context) => `Look at ${told(context, 'field')}.`,
  rate_limited: () => 'Wait a second and try again.',
  quota_exceeded: (context) =>
    `The quota is renewed at ${told(context, 'reset_at')}; to raise it: nani applications update ID --quota …`,
  job_not_found: () => 'Jobs are kept for 30 days, and only their own application sees them.',
  batch_not_found: () => 'Batches are kept for 30 days, and only their own application sees them.',
}

/** One line of advice for a failed call. */
export const adviceFor = (error: NaniError): string => {
  const advice = next[error.code]?.(error.context)
  if (advice) return advice
  if (error.retryable) return 'It is safe to try again.'
  return error.requestId ? `The server’s log has more under ${error.requestId}.` : ''
}
