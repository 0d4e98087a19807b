import type { Plain } from "../types.ts";

// Reads what a service answers in JSON, which leaves out what is empty and names what the contract numbers.

export type Read<T> = (value: unknown) => T;

export const text: Read<string> = (value) => (typeof value === "string" ? value : "");
/** A long number, which travels as text. */
export const id: Read<string> = (value) => text(value) || "0";
export const number: Read<number> = (value) => Number(value ?? 0);
export const flag: Read<boolean> = (value) => value === true;
export const big: Read<bigint> = (value) => BigInt((value as string | undefined) ?? 0);

export const list =
  <T>(one: Read<T>): Read<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(one) : [];

/** What may be absent. */
export const maybe =
  <T>(one: Read<T>): Read<T | undefined> =>
  (value) =>
    value === undefined ? undefined : one(value);

/** Each field of a message by its name. */
export const fields =
  <T>(readers: { [K in keyof Plain<T>]-?: Read<Plain<T>[K]> }): Read<Plain<T>> =>
  (value) => {
    const given = (value ?? {}) as Record<string, unknown>;
    return Object.fromEntries(Object.entries<Read<unknown>>(readers).map(([name, read]) => [name, read(given[name])])) as Plain<T>;
  };

/** "PRICE_UNIT_PER_NIGHT" as the number that the code goes by; 0 for what is not known here. */
export const named =
  <E extends number>(numbers: Readonly<Record<string, string | E>>, prefix: string): Read<E> =>
  (value) =>
    (numbers[text(value).slice(prefix.length)] ?? 0) as E;
