/** Of answers for programs: should a browser ever show one, it runs nothing and stands in no frame. */
export const programPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers every answer carries that is not a page: for programs, kept by nobody, shown in no frame. Pages and files put their own in their place. */
export function answerHeaders(publicUrl: URL): Record<string, string> {
  return {
    "cache-control": "no-store",
    "content-security-policy": programPolicy,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...httpsOnly(publicUrl),
  };
}

const httpsOnly = (publicUrl: URL): Record<string, string> =>
  publicUrl.protocol === "https:" ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};

/** Headers every page carries. Scripts come from our own files only; styles may be inline, for that is how MUI writes them. */
export function securityHeaders(publicUrl: URL, connectOrigins: readonly string[]): Record<string, string> {
  const socket = `${publicUrl.protocol === "https:" ? "wss" : "ws"}://${publicUrl.host}`;
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", socket, ...connectOrigins].join(" ")}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(self), payment=(self)",
    "cross-origin-opener-policy": "same-origin",
    ...httpsOnly(publicUrl),
  };
}
