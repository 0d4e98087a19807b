import { fail, inList } from "@leashline/kit";
import { MergeField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { type ClientColumns, type ClientRow, clientTypes, type StoredClient } from "../clients/client.ts";

export const undoDays = 30;
type Column = keyof ClientColumns & keyof ClientRow;

const columnsOf: Partial<Record<MergeField, readonly Column[]>> = {
  [MergeField.NAME]: ["firstName", "lastName", "ownerUnknown"],
  [MergeField.PHONE_NUMBER]: ["phoneNumber", "phoneKey"],
  [MergeField.EMAIL]: ["email"],
  [MergeField.BIRTHDAY]: ["birthday"],
  [MergeField.PHOTO]: ["avatarPath"],
  [MergeField.COLOR]: ["clientColor"],
  [MergeField.REFERRAL_SOURCE]: ["referralSourceId"],
  [MergeField.PREFERRED_STAFF]: ["preferredGroomerId"],
  [MergeField.PREFERRED_TIMES]: ["preferredFrequencyDay", "preferredFrequencyType", "preferredDay", "preferredTime"],
  [MergeField.PREFERRED_LOCATION]: ["preferredBusinessId"],
  [MergeField.PREFERRED_TIP]: ["preferredTip"],
  [MergeField.REMINDER_WAYS]: ["apptReminderByList", "unconfirmedReminderBy"],
};
/** Whoever of the two said no is still taken at their word. */
const refusals = ["isBlockMessage", "isBlockOnlineBooking", "isUnsubscribed"] as const;
const consents = ["sendAutoEmail", "sendAutoMessage", "sendAppAutoMessage"] as const;

/** The winner's columns that change. */
export function takenOver(winner: ClientRow, loser: ClientRow, take: readonly MergeField[]): ClientColumns {
  const next: Record<string, unknown> = {};
  for (const field of take) for (const column of columnsOf[field] ?? []) next[column] = loser[column];
  for (const column of refusals) next[column] = winner[column] || loser[column];
  for (const column of consents) next[column] = winner[column] && loser[column];
  if (loser.type === clientTypes.customer) next.type = loser.type;
  if (winner.importKey === "" && loser.importKey !== "") next.importKey = loser.importKey;
  return changed(next, winner);
}

/** What of new columns is new. */
export const changed = (next: Record<string, unknown>, current: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(next).filter(([column, value]) => !same(value, current[column as keyof typeof current])));

/** What goes back when a merge is undone: a column that somebody changed since stays as they left it. */
export const untouched = (current: object, { before, after }: Change): Record<string, unknown> =>
  Object.fromEntries(Object.entries(before).filter(([column]) => same(current[column as keyof typeof current], after[column])));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Columns as they were, and as the merge left them. */
type Change = { before: Record<string, unknown>; after: Record<string, unknown> };
export type PetChange = Change & { petId: string };
/** A vaccination of a pet that is left. */
export type VaccineChange = Change & { id: string };

/** What has to come back when a merge is undone and no other table says. */
export type Kept = Change & {
  /** Tags that the winner had not. */
  tagIds: string[];
  /** Addresses and contacts that came first until the merge. */
  addressIds: string[];
  contactIds: string[];
  /** Clients who had become the loser before. */
  earlier: string[];
  pets: MergedPet[];
  /** Pets that came along as they are. */
  petIds: string[];
  /** What pets that are left took from those that went; merges made before that could be chosen have none. */
  petChanges?: PetChange[];
  /** Contacts that were made of the email and phone number that are not the winner's; merges from before that have none. */
  besides?: { id: string; email: string; phoneNumber: string }[];
  vaccines?: VaccineChange[];
};
export type MergedPet = { petId: string; petName: string; intoPetId: string; intoPetName: string };
type Pet = { id: string; clientId: string; petName: string };

/** Which pets become one; each of the loser's once, and each into one of the winner's. */
export function petsToMerge(asked: readonly { petId: string; intoPetId: string }[], pets: readonly Pet[], ids: Ids): MergedPet[] {
  const named = new Set<string>();
  return asked.map(({ petId, intoPetId }, index) => {
    const [pet, into] = [pets.find(({ id }) => id === petId), pets.find(({ id }) => id === intoPetId)];
    if (pet?.clientId !== ids.loserId || named.has(petId))
      throw fail("PARAMS_INVALID", { field: inList("pets", index, "petId"), reason: "each pet of the client who goes can be named once" });
    if (into?.clientId !== ids.winnerId)
      throw fail("PARAMS_INVALID", { field: inList("pets", index, "intoPetId"), reason: "this is no pet of the client who stays" });
    named.add(petId);
    return { petId, petName: pet.petName, intoPetId, intoPetName: into.petName };
  });
}
export type Ids = { winnerId: string; loserId: string };

export const undoUntil = (madeAt: Date): Date => new Date(madeAt.getTime() + undoDays * 86_400_000);

/** As others show somebody. */
export const shownOf = ({ id, firstName, lastName, clientColor }: StoredClient) => ({ customerId: id, firstName, lastName, clientColor });
