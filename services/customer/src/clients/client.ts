import { fail, plainName } from "@leashline/kit";
import type { Insertable, Selectable } from "kysely";
import type { Client as ClientTable } from "../db.gen.ts";

export type ClientRow = Selectable<ClientTable>;
export type ClientColumns = Partial<Omit<Insertable<ClientTable>, "companyId" | "id">>;

/** A client as stored, with what belongs to it. */
export type StoredClient = ClientRow & {
  tagIds: string[];
  primaryAddressId: string;
  primaryContactId: string;
  finishedCount: number;
};

export const clientTypes = { lead: 1, customer: 2 } as const;
const dayFactors: Record<number, number> = { 1: 1, 2: 7, 3: 30 };

/** Days between visits: frequency times the day factor of its unit, day 1, week 7, month 30 (core §9). */
export const frequencyDays = (count: number, unit: number): number => count * (dayFactors[unit] ?? 0);

/** Names without what nobody sees in them; one of them is needed. */
export function tidyNames(patch: ClientColumns, current?: Pick<ClientRow, "firstName" | "lastName">): ClientColumns {
  const first = plainName(patch.firstName ?? current?.firstName ?? "");
  const last = plainName(patch.lastName ?? current?.lastName ?? "");
  if (first === "" && last === "") throw fail("PARAMS_INVALID", { field: "client.firstName", reason: "a first or last name is needed" });
  return { ...patch, firstName: first, lastName: last };
}

export const fullName = (client: { firstName: string; lastName: string }): string => `${client.firstName} ${client.lastName}`.trim();

export type Tip = { enable: boolean; tipType: number; percentage: number; amountMinor: string };

/** What a client gives who never said so (core §9): not enabled, 30 percent or 15 of the currency. */
export const defaultTip = (decimals: number): Tip => ({
  enable: false,
  tipType: 0,
  percentage: 30,
  amountMinor: (15n * 10n ** BigInt(decimals)).toString(),
});
