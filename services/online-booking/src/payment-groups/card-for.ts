import { type Ctx, fail, refusalForGood, type Tx } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { SubmitBookingRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { DB } from "../db.ts";
import { daysOf } from "../stays/daycare.ts";
import { visitsOf } from "../stays/visits.ts";
import type { Offer } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import type { Asker } from "../visitors/person.ts";
import { type Consent, changed, type Given, payFirst } from "./pay-first.ts";
import { letGoNow, releasePayment } from "./payment.jobs.ts";
import { isRequested } from "./payment-group.store.ts";
import { type Terms, termsFor } from "./terms.ts";

type Asking = { asker: Asker; offers: ReadonlyMap<string, Offer>; staffId: string };

async function termsOf(shop: Shop, request: SubmitBookingRequest, { asker, offers, staffId }: Asking): Promise<Terms | null> {
  const { pets, date: startDate, endDate, startTime, endTime } = request;
  const inClass = request.classId !== "0";
  const times = endDate && !inClass ? { startDate, endDate, startTime, endTime } : undefined;
  const dates = times || inClass ? [] : daysOf(startDate, request.moreDates);
  const visits = await visitsOf(shop, { pets, staffId, times, days: 1, dates, rooms: request, customerId: asker.customerId }, offers);
  return await termsFor(shop, { known: asker.known, visits, inClass, offers });
}

/** What the group of whoever asks wants of a card; null where it wants nothing. */
export async function cardFor(shop: Shop, request: SubmitBookingRequest, of: Omit<Asking, "staffId">): Promise<Given | Consent | null> {
  const { card, staffId } = request;
  const terms = await termsOf(shop, request, { ...of, staffId: card?.staffId ?? staffId });
  return terms && (await payFirst(shop, card, { terms, payer: of.asker.contact }));
}

/** Whoever the time is held with may have another price than it was worked out with. */
export async function mustStillCost(shop: Shop, request: SubmitBookingRequest, of: Asking, given: Given | null): Promise<void> {
  if (given?.terms.type !== "prepay" || of.staffId === "0" || of.staffId === request.card?.staffId) return;
  const terms = await termsOf(shop, request, of);
  if (terms?.minor !== given.terms.minor) throw changed();
}

/** A card is let go of when what it was asked for is refused. */
export async function orLetGo<T>(ctx: Ctx, given: Given | null, doing: () => Promise<T>): Promise<T> {
  try {
    return await doing();
  } catch (error) {
    if (given && refusalForGood(error)) await letGoNow(ctx, given.ref);
    throw error;
  }
}

const nothing = { paymentType: "", paymentRef: "" } as const;

/** What the request keeps of its card; one card comes with one request. */
export async function keptCard(tx: Tx<DB>, given: Given | null) {
  if (!given) return nothing;
  const { ref, terms, brand, last4 } = given;
  tx.lock([`booking-payment:${ref}`]);
  if (await isRequested(tx.db, ref))
    throw fail("STATE_CONFLICT", { field: "card.paymentToken", message: "This card came with a request that was sent already." });
  tx.unschedule(releasePayment, ref);
  return {
    ...{ paymentType: terms.type, paymentRef: ref, paymentPolicy: terms.policy, cardBrand: brand, cardLast4: last4 },
    ...{ prepayMinor: terms.minor.toString(), prepayRate: terms.rate },
    prepayStatus: terms.type === "prepay" ? PrepayStatus.REQUIRE_CAPTURE : PrepayStatus.UNSPECIFIED,
  };
}
