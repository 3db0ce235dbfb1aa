/**
 * The pages load nothing from another origin, have no script of their own, and cannot be framed. They call the sandbox, if
 * it listens. Only the pages that take portraits may use the camera.
 */
export const securityHeaders = (
  sandboxUrl: string | null,
  { usesCamera = false } = {},
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    // Sound of evidence, which the server has written again.
    'media-src blob:',
    "font-src 'self'",
    ["connect-src 'self'", ...(sandboxUrl === null ? [] : [new URL(sandboxUrl).origin])].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': `camera=(${usesCamera ? 'self' : ''}), microphone=(), geolocation=()`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})
