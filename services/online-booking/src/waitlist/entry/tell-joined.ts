import type { Tx } from "@leashline/kit";
import { WaitlistJoinedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../../db.ts";
import { summaryOf } from "../../storefront/plan.ts";
import type { EntryRow, TimeRange, WaitPet } from "./waitlist.ts";

/** As it is written to its row. */
type Entry = { businessId: string; customerId: string; careTypes: string[]; pets: string; timeRanges: string; note: string } & Pick<
  EntryRow,
  "dates" | "nights" | "validTill"
>;
type Joiner = { firstName: string; lastName: string; reachPhoneNumber: string; reachEmail: string };

/** Whoever joined hears that they wait, and the shop that somebody does. */
export function tellJoined(tx: Tx<DB>, waitListId: string, entry: Entry, joiner: Joiner): void {
  const { businessId, customerId, careTypes, dates, nights, note, validTill } = entry;
  const { firstName, lastName, reachPhoneNumber, reachEmail } = joiner;
  const pets = JSON.parse(entry.pets) as WaitPet[];
  const about = { waitListId, businessId, customerId, firstName, lastName, reachPhoneNumber, reachEmail, careTypes };
  const wish = { dates, nights, timeRanges: JSON.parse(entry.timeRanges) as TimeRange[], note, validTill };
  const services = pets.flatMap(({ petName, services }) => services.map(({ name }) => ({ petName, serviceName: name })));
  const summary = summaryOf(pets.map(({ petName: name, services }) => ({ name, services: services.map((one) => one.name) })));
  tx.emit(WaitlistJoinedSchema, { ...about, ...wish, services, summary }, { key: `waitlist:${waitListId}` });
}
