/**
 * What a provider made of a message. "unknown": it may have gone out without our hearing of it, so the provider is asked before another try.
 */
export type Outcome =
  | { kind: "sent"; providerId: string; segments: number }
  | { kind: "refused"; code: number; message: string }
  | { kind: "unknown"; message: string };

export const notSetUp = (what: string): Outcome => ({
  kind: "refused",
  code: 500,
  message: `${what} is not set up for this installation.`,
});
