/** Field checks that every form shares (core §5). They answer the message to show, or undefined. */
export type Check = (value: string) => string | undefined;

export const email: Check = (value) => (value === "" || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) ? undefined : "Invalid email");

export const url: Check = (value) => {
  if (value === "") return undefined;
  if (!/^https?:\/\//.test(value)) return "The url should start with http:// or https://";
  try {
    return new URL(value).hostname ? undefined : "invalid url";
  } catch {
    return "invalid url";
  }
};

export const required =
  (what: string): Check =>
  (value) =>
    value.trim() === "" ? `${what} is required` : undefined;

/** The first complaint of several checks. */
export const all =
  (...checks: Check[]): Check =>
  (value) => {
    for (const check of checks) {
      const complaint = check(value);
      if (complaint) return complaint;
    }
    return undefined;
  };
