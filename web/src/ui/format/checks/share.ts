import type { Check } from "../validate.ts";

/** From 0 to 100, with at most so many decimals; empty counts as none. */
export const percent =
  (decimals: number): Check =>
  (value) =>
    value === "" || (new RegExp(`^(?:0|[1-9]\\d?|100)(?:\\.\\d{1,${decimals}})?$`).test(value) && Number(value) <= 100)
      ? undefined
      : "A percentage from 0 to 100, like 12.5";

export const wholePercent: Check = (value) => (/^(?:[1-9]\d?|100)$/.test(value.trim()) ? undefined : "A whole number from 1 to 100");

/** An amount or a share of something. */
export const moreThanZero: Check = (value) => (Number(value) > 0 ? undefined : "More than zero");
