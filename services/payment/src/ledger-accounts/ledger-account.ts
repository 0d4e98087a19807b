import { fail, plainName, plainText } from "@leashline/kit";
import { type Standard, standardChart } from "./chart.ts";

/** What a business calls an account; an empty name or number is the standard one. */
export type OwnName = { account: string; name: string; number: string; description: string; version: number; updateTime: Date | null };

/** An account as it is called at a business. */
export type NamedAccount = Standard & {
  standardName: string;
  standardNumber: string;
  description: string;
  version: number;
  updateTime: Date | null;
};

/** Whether there is such an account, as the ledger has it. */
export const standardOf = (account: string): Standard | undefined => standardChart.find((one) => one.account === account);

/** An account that nobody named yet is at version 1, so that a change of it can be missed too. */
export const unnamed = (account: string): OwnName => ({ account, name: "", number: "", description: "", version: 1, updateTime: null });

const namedAs = (standard: Standard, { name, number, description, version, updateTime }: OwnName): NamedAccount => ({
  ...standard,
  ...{ standardName: standard.name, standardNumber: standard.number, description, version, updateTime },
  name: name || standard.name,
  number: number || standard.number,
});

/** Every account of the ledger, with the names of the business's own where it has some. */
export function chartOf(own: readonly OwnName[]): NamedAccount[] {
  const byAccount = new Map(own.map((one) => [one.account, one]));
  return standardChart.map((standard) => namedAs(standard, byAccount.get(standard.account) ?? unnamed(standard.account)));
}

type Given = { name?: string | undefined; number?: string | undefined; description?: string | undefined };

/** An account's own name after a change of the fields that are named; what is like the standard is kept as the standard. */
export function renamed(before: OwnName, given: Given, fields: ReadonlySet<string>): OwnName {
  const standard = standardOf(before.account);
  const name = fields.has("name") ? plainName(given.name ?? "") : before.name;
  const number = fields.has("number") ? (given.number ?? "") : before.number;
  return {
    ...before,
    name: name === standard?.name ? "" : name,
    number: number === standard?.number ? "" : number,
    description: fields.has("description") ? plainText(given.description ?? "").trim() : before.description,
  };
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Refuses a name or number that another account of the business has, be it its own or the standard one. */
export function mustBeFree(own: readonly OwnName[], next: OwnName): void {
  const all = chartOf([...own.filter(({ account }) => account !== next.account), next]);
  const mine = all.find(({ account }) => account === next.account);
  for (const field of ["name", "number"] as const) {
    const holder = all.find((one) => one !== mine && same(one[field], mine?.[field] ?? ""));
    if (!holder) continue;
    const reason = field === "name" ? "Another account has this name." : `${holder.name} has this number.`;
    throw fail("NAME_IN_USE", { field, reason, message: reason });
  }
}

/** What people call an account: "4000 Sales". */
export const labelOf = ({ number, name }: Pick<NamedAccount, "number" | "name">): string => `${number} ${name}`;
