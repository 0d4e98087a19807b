import type { GetClientDetailResponse } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { MergeField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { addressText } from "../../../ui/format/address.ts";
import { dayToIso } from "../../../ui/format/dates.ts";
import { clientName } from "../shared/client-name.ts";
import { everyWords } from "../shared/every.ts";

/** One field as both records have it; an empty text is nothing. */
export type Side = { field: MergeField; label: string; winner: string; loser: string };
type Words = { phone: (raw: string) => string; day: (iso: string) => string; source: (id: string) => string };
const names: [MergeField, string][] = [
  [MergeField.NAME, "Name"],
  [MergeField.PHONE_NUMBER, "Phone"],
  [MergeField.EMAIL, "Email"],
  [MergeField.PRIMARY_ADDRESS, "Main address"],
  [MergeField.BIRTHDAY, "Birthday"],
  [MergeField.PREFERRED_TIMES, "Comes"],
  [MergeField.REFERRAL_SOURCE, "Heard of you through"],
  [MergeField.COLOR, "Color"],
];

function textsOf(
  { client, addresses, overview }: GetClientDetailResponse,
  { phone, day, source }: Words,
): Partial<Record<MergeField, string>> {
  if (!client) return {};
  const [main] = addresses;
  const days = overview?.expectedFrequencyDays ?? 0;
  return {
    [MergeField.NAME]: clientName(client),
    [MergeField.PHONE_NUMBER]: client.phoneNumber && (client.phoneDisplay || phone(client.phoneNumber)),
    [MergeField.EMAIL]: client.email,
    [MergeField.PRIMARY_ADDRESS]: main ? addressText(main) : "",
    [MergeField.BIRTHDAY]: client.birthday ? day(dayToIso(client.birthday)) : "",
    [MergeField.PREFERRED_TIMES]: days > 0 ? everyWords(days) : "",
    [MergeField.REFERRAL_SOURCE]: client.referralSourceId === "0" ? "" : source(client.referralSourceId),
    [MergeField.COLOR]: client.clientColor,
  };
}

/** The fields of which the one who goes has something else. */
export function sidesOf(winner: GetClientDetailResponse, loser: GetClientDetailResponse, words: Words): Side[] {
  const [one, other] = [textsOf(winner, words), textsOf(loser, words)];
  return names
    .map(([field, label]) => ({ field, label, winner: one[field] ?? "", loser: other[field] ?? "" }))
    .filter((side) => side.loser !== "" && side.winner !== side.loser);
}

/** What only the one who goes has is taken from them, unless somebody chooses otherwise. */
export const missing = (sides: readonly Side[]): MergeField[] => sides.filter(({ winner }) => winner === "").map(({ field }) => field);

/** For each of the one's pets who goes, the pet of the same name and type that the other has; "" for none. */
export const samePets = (winners: readonly Pet[], losers: readonly Pet[]): Record<string, string> => {
  const plain = ({ petName, petType }: Pet): string => `${petName.trim().toLowerCase()} ${petType.toLowerCase()}`;
  return Object.fromEntries(losers.map((pet) => [pet.petId, winners.find((one) => plain(one) === plain(pet))?.petId ?? ""]));
};
