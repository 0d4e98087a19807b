import { type Client, type PreferredTip, TipType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { GetClientDetailResponse } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { MergeField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { addressText } from "../../../ui/format/address.ts";
import { dayToIso } from "../../../ui/format/dates.ts";
import { clientName } from "../shared/client-name.ts";
import { everyWords } from "../shared/every.ts";
import { preferredDays } from "../shared/preferred/preferred-words.ts";

/** One field as both records have it; an empty text is nothing. A picture is its address, a color its code. */
export type Side<F extends number = number> = { field: F; label: string; winner: string; loser: string; shown?: Shown };
/** What is looked at, not read. */
export type Shown = "picture" | "color";
export type Known = { detail: GetClientDetailResponse; tip: PreferredTip | undefined };
export type Words = {
  phone: (raw: string) => string;
  day: (iso: string) => string;
  money: (amount: PreferredTip["amount"]) => string;
  source: (id: string) => string;
  staff: (id: string) => string;
  location: (id: string) => string;
  hours: (hours: readonly number[]) => string;
};
export const mergeFields: readonly [MergeField, string][] = [
  [MergeField.NAME, "Name"],
  [MergeField.PHONE_NUMBER, "Phone"],
  [MergeField.EMAIL, "Email"],
  [MergeField.PRIMARY_ADDRESS, "Main address"],
  [MergeField.BIRTHDAY, "Birthday"],
  [MergeField.PHOTO, "Photo"],
  [MergeField.PREFERRED_STAFF, "Preferred staff member"],
  [MergeField.PREFERRED_LOCATION, "Location"],
  [MergeField.PREFERRED_TIMES, "Preferred times"],
  [MergeField.PREFERRED_TIP, "Usual tip"],
  [MergeField.REMINDER_WAYS, "Reminded by"],
  [MergeField.REFERRAL_SOURCE, "How they heard of us"],
  [MergeField.COLOR, "Color"],
];
const ways: Record<number, string> = { 1: "text", 2: "email", 3: "call" };
const unlessNobody = (id: string, words: (id: string) => string): string => (id === "0" ? "" : words(id) || `No. ${id}`);

function tipText(tip: PreferredTip | undefined, { money }: Words): string {
  if (!tip?.enable) return "";
  return tip.tipType === TipType.AMOUNT ? money(tip.amount) : `${tip.percentage}%`;
}

function reminderText(list: readonly number[], unconfirmed: number): string {
  const said = list.map((way) => ways[way] ?? "").filter(Boolean);
  return [said.join(", "), ways[unconfirmed] && `${ways[unconfirmed]} until confirmed`].filter(Boolean).join("; ");
}

function timesText(days: number, { preferredDay, preferredTime }: Client, { hours }: Words): string {
  return [days > 0 ? everyWords(days) : "", preferredDays(preferredDay), hours(preferredTime)].filter(Boolean).join(", ");
}

function textsOf({ detail: { client, addresses, overview }, tip }: Known, words: Words): Partial<Record<MergeField, string>> {
  if (!client) return {};
  const [main] = addresses;
  return {
    [MergeField.NAME]: clientName(client),
    [MergeField.PHONE_NUMBER]: client.phoneNumber && (client.phoneDisplay || words.phone(client.phoneNumber)),
    [MergeField.EMAIL]: client.email,
    [MergeField.PRIMARY_ADDRESS]: main ? addressText(main) : "",
    [MergeField.BIRTHDAY]: client.birthday ? words.day(dayToIso(client.birthday)) : "",
    [MergeField.PHOTO]: client.avatarPath,
    [MergeField.PREFERRED_STAFF]: unlessNobody(client.preferredGroomerId, words.staff),
    [MergeField.PREFERRED_LOCATION]: unlessNobody(client.preferredBusinessId, words.location),
    [MergeField.PREFERRED_TIMES]: timesText(overview?.expectedFrequencyDays ?? 0, client, words),
    [MergeField.PREFERRED_TIP]: tipText(tip, words),
    [MergeField.REMINDER_WAYS]: reminderText(client.apptReminderByList, client.unconfirmedReminderBy),
    [MergeField.REFERRAL_SOURCE]: client.referralSourceId === "0" ? "" : words.source(client.referralSourceId),
    [MergeField.COLOR]: client.clientColor,
  };
}

/** The fields of which the one that goes has something else. */
export const differing = <F extends number>(
  fields: readonly (readonly [F, string])[],
  one: Partial<Record<F, string>>,
  other: Partial<Record<F, string>>,
  shown: Partial<Record<F, Shown>>,
): Side<F>[] =>
  fields
    .map(([field, label]) => ({ field, label, winner: one[field] ?? "", loser: other[field] ?? "", shown: shown[field] }))
    .filter((side) => side.loser !== "" && side.winner !== side.loser);

export const sidesOf = (winner: Known, loser: Known, words: Words): Side<MergeField>[] =>
  differing(mergeFields, textsOf(winner, words), textsOf(loser, words), { [MergeField.PHOTO]: "picture", [MergeField.COLOR]: "color" });

/** What only the one who goes has is taken from them, unless somebody chooses otherwise. */
export const missing = <F extends number>(sides: readonly Side<F>[]): F[] =>
  sides.filter(({ winner }) => winner === "").map(({ field }) => field);

/** For each of the one's pets who goes, the pet of the same name and type that the other has; "" for none. */
export const samePets = (winners: readonly Pet[], losers: readonly Pet[]): Record<string, string> => {
  const plain = ({ petName, petType }: Pet): string => `${petName.trim().toLowerCase()} ${petType.toLowerCase()}`;
  return Object.fromEntries(losers.map((pet) => [pet.petId, winners.find((one) => plain(one) === plain(pet))?.petId ?? ""]));
};
