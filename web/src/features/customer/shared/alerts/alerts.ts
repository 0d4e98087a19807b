import type { ClientOverview } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { type Pet, PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import type { PetCode } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { toMinor } from "../../../../ui/format/money.ts";
import { plural } from "../../../../ui/format/text.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";
import type { ToneName } from "../../../../ui/theme/theme-types.ts";

/** One thing to know before anybody touches the pet or the bill. */
export type Alert = { id: string; tone: ToneName; about: string; text: string };

export type Known = {
  /** The appointment's own alert note. */
  note?: string;
  overview?: Pick<ClientOverview, "lastAlertNote" | "totalOutstandingBalance" | "noShowCount">;
  pets?: readonly Pick<Pet, "petId" | "petName" | "petCodeIds" | "behavior" | "healthIssues" | "vaccineTag" | "lifeStatus" | "warnings">[];
  /** Something has to be signed before the appointment, or before the next one. */
  requiredSign?: boolean;
  /** What that is, by title, where it is known. */
  unsigned?: readonly string[];
  codes?: readonly Pick<PetCode, "id" | "abbreviation" | "description">[];
};

const vaccineWords: Readonly<Record<string, string>> = {
  missing: "A vaccine is missing",
  expired: "A vaccine has expired",
  "expire soon": "A vaccine expires soon",
};
const incidentsOf = (warnings: Pet["warnings"]): string =>
  warnings.length > 0 ? `On record: ${warnings.map((one) => one.incidentTypeName).join(", ")}` : "";

const notSigned = (titles: readonly string[]): string => {
  if (titles.length === 0) return "Not signed";
  return `${titles.length === 1 ? titles[0] : plural(titles.length, "agreement")} not signed`;
};

/** Warnings of the pets first, then what the client and the appointment carry, then money. */
export const alertsOf = (
  { note, overview, requiredSign, unsigned = [], pets = [], codes = [] }: Known,
  format: Pick<Format, "money">,
): Alert[] => {
  const found: Alert[] = [];
  const add = (id: string, tone: ToneName, about: string, text: string | undefined) =>
    text?.trim() && found.push({ id, tone, about, text });
  for (const pet of pets.filter(({ lifeStatus }) => lifeStatus !== PetLifeStatus.PASS_AWAY)) {
    const named = codes.filter(({ id }) => pet.petCodeIds.includes(id)).map((code) => code.description || code.abbreviation);
    add(`code-${pet.petId}`, "bad", pet.petName, named.join(", "));
    add(`incident-${pet.petId}`, "bad", pet.petName, incidentsOf(pet.warnings));
    add(`behavior-${pet.petId}`, "warn", pet.petName, pet.behavior);
    add(`health-${pet.petId}`, "warn", pet.petName, pet.healthIssues);
    add(`vaccine-${pet.petId}`, "warn", pet.petName, vaccineWords[pet.vaccineTag]);
  }
  add("note", "warn", "Appointment", note);
  add("client", "warn", "Client", overview?.lastAlertNote);
  add("no-show", "warn", "Client", overview?.noShowCount ? plural(overview.noShowCount, "no-show") : "");
  add("agreement", "warn", "Agreement", requiredSign || unsigned.length > 0 ? notSigned(unsigned) : "");
  const owes = toMinor(overview?.totalOutstandingBalance) > 0n;
  add("balance", "bad", "Balance", owes ? `Owes ${format.money(overview?.totalOutstandingBalance)}` : "");
  return found;
};
