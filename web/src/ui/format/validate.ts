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

/** From 0 to 100, with at most so many decimals; empty counts as none. */
export const percent =
  (decimals: number): Check =>
  (value) =>
    value === "" || (new RegExp(`^(?:0|[1-9]\\d?|100)(?:\\.\\d{1,${decimals}})?$`).test(value) && Number(value) <= 100)
      ? undefined
      : "A percentage from 0 to 100";

export const wholePercent: Check = (value) => (/^(?:[1-9]\d?|100)$/.test(value.trim()) ? undefined : "A whole number from 1 to 100");

/** An amount or a share of something. */
export const moreThanZero: Check = (value) => (Number(value) > 0 ? undefined : "More than zero");

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
