import { type Ctx, dateIn, decimalsOf, displayPhone } from "@leashline/kit";
import { clientTypes } from "../clients/client.ts";
import type { Overview } from "../clients/overview.store.ts";
import { mayContact } from "../clients/visibility.ts";
import type { ExportRow } from "./export.store.ts";

export const header = [
  ...["First name", "Last name", "Phone", "Email", "Address", "City", "State", "ZIP", "Pets", "Tags", "Status", "Client since"],
  ...["Last appointment", "Next appointment", "Finished appointments", "No-shows", "Paid", "Owes"],
];

/** "12.50" */
function decimal(minor: string, currency: string): string {
  const places = decimalsOf(currency);
  if (places === 0) return minor;
  const digits = minor.replace("-", "").padStart(places + 1, "0");
  return `${minor.startsWith("-") ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const statusOf = ({ type, inactive }: ExportRow): string => (type === clientTypes.lead ? "Lead" : inactive ? "Inactive" : "Active");

/** A client as a line of the file; contact data only for whoever may see it. */
export function toLine(row: ExportRow, known: Overview | undefined, ctx: Ctx): string[] {
  const { zone, country, currency } = ctx.caller;
  const contact = mayContact(ctx);
  const amount = (minor: string | undefined) => decimal(minor ?? "0", known?.currency || currency);
  const { firstName, lastName, pets, tags } = row;
  return [
    firstName,
    lastName,
    ...(contact
      ? [displayPhone(row.phoneNumber, country), row.email, row.address, row.city, row.state, row.zipcode]
      : ["", "", "", "", "", ""]),
    pets,
    tags,
    statusOf(row),
    dateIn(row.createdAt, zone),
    known?.lastVisit ?? "",
    known?.nextVisit ?? "",
    String(known?.finished ?? 0),
    String(known?.noShow ?? 0),
    amount(known?.paidMinor),
    amount(known?.outstandingMinor),
  ];
}
