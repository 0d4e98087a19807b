import { fromMoney, fromWireDate } from "@leashline/kit";
import type { ClassLine, WaitingPet } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { GROUP_CLASS } from "../../classes/class-booking.ts";
import { type EntryRow, type WaitPet, wordsOf } from "../entry/waitlist.ts";
import { wished } from "../entry/wish.ts";

type Pet = { petId: string; petName: string; petType: string; breed: string };
export type Party = { firstName: string; lastName: string; clientColor: string; newClient: boolean; pet: Pet };

/** The last day of a class; whoever waits does so until then. */
export const lastDayOf = ({ groupClass }: ClassLine, today: string): string => {
  const last = groupClass?.sessions.at(-1)?.date;
  return last ? fromWireDate(last, "date") : today;
};

/** One pet's place in the line, as its entry on the list. */
export function entryOf(
  line: ClassLine,
  { enrolment, bookingRequestId }: WaitingPet,
  party: Party,
  { today, note }: { today: string; note: string },
) {
  const { id: classId = "0", businessId = "0", serviceId = "0", name = "", sessions = [] } = line.groupClass ?? {};
  const { minor, currency } = fromMoney(enrolment?.price);
  const [session] = sessions;
  const duration = session ? session.endTime - session.startTime : 0;
  const { pet, ...client } = party;
  const pets: WaitPet[] = [{ ...pet, services: [{ serviceId, name, careType: GROUP_CLASS, minor: minor.toString(), duration }] }];
  return {
    ...{
      businessId,
      classId,
      enrolmentId: enrolment?.id ?? "0",
      customerId: enrolment?.customerId ?? "0",
      bookingRequestId,
      currency,
      note,
    },
    ...{ ...client, fromOnline: bookingRequestId !== "0", words: wordsOf(client.firstName, client.lastName, pets) },
    ...{ ...wished(pets), dates: [], nights: 0, timeRanges: "[]", staffIds: [] },
    ...{ validFrom: today, validTill: lastDayOf(line, today) },
  };
}

type Known = Pick<EntryRow, "enrolmentId" | "state">;

/**
 * What the list lacks of a line, who is on it still that is not in the line any more, and who was taken off it and is in the line again, as leaving is undone.
 * Who is being booked just now is in the class already.
 */
export function differenceOf<E extends Known>({ waiting }: Pick<ClassLine, "waiting">, entries: readonly E[]) {
  const known = new Set(entries.map(({ enrolmentId }) => enrolmentId));
  const inLine = new Set(waiting.map(({ enrolment }) => enrolment?.id ?? "0"));
  return {
    missing: waiting.filter(({ enrolment }) => enrolment && !known.has(enrolment.id)),
    gone: entries.filter(({ enrolmentId, state }) => state === "waiting" && !inLine.has(enrolmentId)),
    back: entries.filter(({ enrolmentId, state }) => state === "removed" && inLine.has(enrolmentId)),
  };
}
