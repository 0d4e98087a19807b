import type { MoneyKind } from "../ledger/ledger.ts";

export type Method = { methodId: string; name: string; kind: MoneyKind; inactive: boolean };

/** What every business has, and keeps. */
export const prefab: readonly { name: string; kind: MoneyKind }[] = [
  { name: "Card", kind: "card" },
  { name: "Cash", kind: "cash" },
  { name: "Check", kind: "check" },
];

const prefabNames: ReadonlyMap<string, MoneyKind> = new Map([
  ["card", "card"],
  ["creditcard", "card"],
  ["cash", "cash"],
  ["check", "check"],
]);

/** What no list of a business's methods has: a client who has some can spend it everywhere. */
export const storeCredit: Method = { methodId: "0", name: "store credit", kind: "credit", inactive: false };

/** Names are the same that read the same: without case, accents, spaces and signs. */
export function plainName(name: string): string {
  const letters = name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return (letters === "" ? name.trim() : letters).toLowerCase();
}

/** The prefab kind a name means; null for one that a business may give its own method. */
export const prefabNamed = (name: string): MoneyKind | null => prefabNames.get(plainName(name)) ?? null;

export const isTaken = (all: readonly { name: string }[], name: string): boolean =>
  prefabNamed(name) !== null ||
  plainName(name) === plainName(storeCredit.name) ||
  all.some((method) => plainName(method.name) === plainName(name));

const isMeant = (method: Method, name: string): boolean => {
  const kind = prefabNamed(name);
  return kind ? method.kind === kind : method.kind === "custom" && plainName(method.name) === plainName(name);
};

/** The method that a payment names by its id, its kind or its own name; null when there is none such, or when id and name say different ones. */
export function methodMeant(all: readonly Method[], asked: { methodId: string; method: string }): Method | null {
  const name = asked.method.trim();
  const byId = all.find((method) => method.methodId === asked.methodId);
  if (asked.methodId !== "0") return byId && (name === "" || isMeant(byId, name)) ? byId : null;
  const kind = prefabNamed(name);
  // A business that has no methods here yet.
  if (kind && all.length === 0) return { methodId: "0", name: kind, kind, inactive: false };
  return all.find((method) => isMeant(method, name)) ?? null;
}

type Sorted = { methodId: string; sort: number };

/** In the order of the ids; methods that are not named follow in their own order. */
export function sortedBy<M extends Sorted>(all: readonly M[], ids: readonly string[]): M[] {
  const place = ({ methodId, sort }: M): number => (ids.includes(methodId) ? ids.indexOf(methodId) : ids.length + sort);
  return [...all].sort((a, b) => place(a) - place(b));
}

/** Whether every other method is closed; at least one stays open. */
export const isLastOpen = <M extends { inactive: boolean }>(all: readonly M[], method: M): boolean =>
  !all.some((other) => other !== method && !other.inactive);
