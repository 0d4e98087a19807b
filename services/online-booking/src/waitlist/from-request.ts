import { asTenant, type Ctx, fail, type Impl, type Tx, todayIn } from "@leashline/kit";
import type { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { timesOf } from "@leashline/proto/rules/day-services.ts";
import { becameClient } from "../abandoned/recover.ts";
import { command, type DB } from "../db.ts";
import { letPaymentGo } from "../payment-groups/payment.jobs.ts";
import { acceptRequest } from "../requests/accept.ts";
import { clientOf } from "../requests/client-of.ts";
import { releaseTime } from "../requests/request.jobs.ts";
import { toBookingRequest } from "../requests/request.mapper.ts";
import { visible } from "../requests/request.rpc.ts";
import { lockFor, saveMove } from "../requests/request.store.ts";
import { can, chosenIn, type RequestRow } from "../requests/request.ts";
import { tellOnce, tellWaiting } from "../requests/tell.ts";
import { shopOf, visitsClients } from "../storefront/shop.ts";
import { isKnown } from "../visitors/known.ts";
import { columnsOf, keep } from "./entry/entries.ts";
import { validityOf, type WaitPet, wordsOf } from "./entry/waitlist.ts";
import { wished } from "./entry/wish.ts";

export const waitlistHandlers = {
  async moveBookingRequestToWaitlist({ id, message }, ctx) {
    const row = await visible(ctx, id);
    // The pets wait in the line of the class, and with it on the list.
    if (row.classId !== "0") await (row.state === "waitlisted" ? null : acceptRequest(ctx, id, { waitlist: true }));
    else if (row.state !== "waitlisted") await moveToWaitlist(ctx, row, message.trim());
    return { bookingRequest: toBookingRequest(ctx, await visible(ctx, id)) };
  },
} satisfies Partial<Impl<typeof BookingRequestService>>;

/** The client first, whose upsert is once-only by the request; then request and entry at once. */
async function moveToWaitlist(ctx: Ctx, row: RequestRow, message: string): Promise<void> {
  if (!can("waitlist", row.state)) throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  const { companyId, businessId } = { companyId: ctx.companyId, businessId: row.businessId };
  const plain = asTenant({ ...ctx, idempotencyKey: "" }, { companyId, businessId, name: ctx.caller.name });
  const { ctx: shop, business } = await shopOf(plain, businessId);
  const newClient = !(await isKnown(shop, row.customerId));
  const client = await clientOf(asTenant({ ...shop, idempotencyKey: `waitlist-request:${row.id}` }, shop.caller), row, true);
  await command(
    ctx,
    async (tx) =>
      await decide(tx, row.id, { ...client, newClient, message, atClient: visitsClients({ business }) }, todayIn(business.timezoneName)),
    {
      step: "waitlist",
    },
  );
}

type Client = Awaited<ReturnType<typeof clientOf>> & { newClient: boolean; message: string; atClient: boolean };

async function decide(tx: Tx<DB>, id: string, client: Client, today: string): Promise<object> {
  const row = await lockFor(tx, id, "waitlist");
  if (row.state === "waitlisted") return {};
  await tellOnce(tx, id);
  const over = { ...letPaymentGo(tx, row), customerId: client.customerId, decidedAt: new Date(), holdToken: "" };
  const waiting = await saveMove(tx, id, "waitlist", over);
  const entry = await keep(tx, entryOf(row, client, today));
  tellWaiting(tx, waiting, entry.id, client.message);
  await becameClient(tx, waiting);
  const { businessId } = row;
  tx.log({ entity: "booking_request", id, action: "waitlist", businessId, after: { waitlistEntryId: entry.id } });
  tx.notify("online_booking.requests", { businessId, ids: [id] });
  tx.schedule(releaseTime, { key: id, dueAt: new Date(), payload: { id, token: row.holdToken }, businessId });
  return {};
}

/** What they wrote with the request, of the visit and of each pet. */
export const remarksOf = ({ note, pets }: Pick<RequestRow, "note" | "pets">): string =>
  [note, ...pets.map((pet) => (pet.notes ? `${pet.petName}: ${pet.notes}` : ""))].filter(Boolean).join("\n").slice(0, 5000);

/** What an add-on of a stay comes to on one of its days. */
const onOneDay = (minor: string, stayDay: StayDay | undefined, days: Parameters<typeof timesOf>[1]): string =>
  stayDay ? (BigInt(minor) / BigInt(timesOf({ when: stayDay }, days))).toString() : minor;

/** The hours a visit was asked for, in which another one may begin; what is sold by the night or the day waits for its day. */
const hoursOf = ({ startTime, endTime, endDate, byDay }: Pick<RequestRow, "startTime" | "endTime" | "endDate" | "byDay">) =>
  endDate === null && !byDay ? [{ startTime, endTime }] : [];

/** What was asked for, on the day and at the time it was asked for, with whom they named. */
function entryOf(row: RequestRow, { customerId, petIds, addressId, newClient, atClient }: Client, today: string) {
  const { businessId, customer, currency, staffAsked, staffId, date, endDate } = row;
  const nights = endDate === null ? 0 : Temporal.PlainDate.from(date).until(endDate, { largestUnit: "days" }).days;
  const { firstName, lastName } = customer;
  const pets = row.pets.map(
    ({ petName, petType, breed, services }, i): WaitPet => ({
      ...{ petId: petIds[i] ?? "0", petName, petType, breed },
      services: chosenIn(services).map(({ serviceId, name, careType = "GROOMING", minor, duration, rate, addOn, stayDay }) => ({
        serviceId,
        name,
        careType,
        minor: rate ?? onOneDay(minor, stayDay, { from: date, to: endDate ?? date }),
        duration,
        ...(addOn && { addOn }),
      })),
    }),
  );
  const { validFrom, validTill } = validityOf(today, {});
  return {
    ...{ businessId, customerId, firstName, lastName, clientColor: "", currency, bookingRequestId: row.id },
    ...{ newClient, fromOnline: true, addressId, atClient },
    ...{ outOfArea: row.address?.outOfArea ?? false, areaUnknown: row.address?.areaUnknown ?? false },
    note: remarksOf(row),
    ...wished(pets),
    words: wordsOf(firstName, lastName, pets),
    ...columnsOf({
      dates: [date, ...row.moreDates].filter((one) => one >= today),
      nights,
      timeRanges: hoursOf(row),
      staffIds: staffAsked ? [staffId] : [],
    }),
    ...{ validFrom, validTill: [validTill, date, ...row.moreDates].sort().at(-1) ?? validTill },
  };
}
