/** Which text a failed call shows (core §8, growth §8). Pure: the transport brings the parts, the toast shows the result. */
export const DEFAULT_ERROR = "Oops! Something went wrong. Please try again.";
export const BUSY_ERROR = "System busy, please try again later.";
export const OFFLINE_ERROR = "You seem to be offline. Nothing was lost; try again when the connection is back.";

/** What happened, and that nothing was lost by it. */
export const lossless = (message: string): string => (/Nothing was lost/.test(message) ? message : `${message} Nothing was lost.`);

export type Answer = { status: number; body?: { code?: number; message?: string; data?: unknown } };

/** Codes whose text is ours whatever the body says. */
export const LABELS: Readonly<Record<number, string>> = {
  401: "Your session has ended. Please sign in again.",
  20003: "Email or password error, please input correct information.",
  20004: "Account not found",
  20005: "Invalid Code",
  20013: "File size exceeds limit",
  20017: "This is the last way to pay that is switched on. Switch on another one before you delete it.",
  20018: "At least one way to pay stays on. Switch on another one first.",
  20019: "No permission to complete the operation",
  30001: "Email is already in use",
  30002: "Phone number is already in use",
};

/** Non-200 HTTP: the body's message for 4xx, the default for 5xx. HTTP 200 with another body code: see the steps. */
export const errorText = ({ status, body }: Answer, labels: Readonly<Record<number, string>> = LABELS): string => {
  const message = body?.message || undefined;
  if (status !== 200) return status >= 400 && status < 500 && message ? message : DEFAULT_ERROR;
  const code = body?.code;
  if (code === 500) return DEFAULT_ERROR;
  const label = code === undefined ? undefined : labels[code];
  if (label) return label;
  if (code === 400 && typeof body?.data === "string" && body.data) return body.data;
  return message ?? (code === 400 ? "params error" : DEFAULT_ERROR);
};

/** The client list's own wording: the server's message with a capital, or the data string, or a general one. */
export const listFailureText = (body: { message?: string; data?: unknown } | undefined): string => {
  if (body?.message) return body.message.charAt(0).toUpperCase() + body.message.slice(1);
  return typeof body?.data === "string" && body.data ? body.data : DEFAULT_ERROR;
};

/** How long a refund's failure stays: long ones that send people to support stay half a minute (growth §8). */
export const refundFailure = (message: string | undefined): { text: string; seconds: number } => {
  const text = message || BUSY_ERROR;
  return { text, seconds: text.includes("contact support") && text.length >= 80 ? 30 : 4 };
};
