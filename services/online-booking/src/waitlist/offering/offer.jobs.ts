import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { asTenant, awakeAt, type Ctx, fromMoney, job, sealNumbers, writeArrival, writeDay, writeMoney } from "@leashline/kit";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import type { ArrivalWindow } from "@leashline/proto/rules/arrival-window.ts";
import { OFFER_LINK } from "@leashline/proto/rules/client-link.ts";
import { command, type Db, query } from "../../db.ts";
import { arrivalOn } from "../../settings/arrival.ts";
import { settingOf } from "../../settings/kept-setting.ts";
import { readBusiness } from "../../storefront/shop.store.ts";
import { type Place, placeFrom } from "../entry/class-place.ts";
import { endOffer, heldText, type OfferRow, readOffer } from "../entry/offer.store.ts";
import { lockFor, readEntries } from "../entry/waitlist.store.ts";
import { type EntryRow, isPlace } from "../entry/waitlist.ts";
import { readOfferSetting } from "./offer-setting.store.ts";
import { type Said, type ToldOf, wordsOf } from "./offer-words.ts";

const SOON_MS = 60_000;
const DAY_MS = 86_400_000;

/** The link in the message; it still says what became of the offer for a month. */
export function offerLink({ runtime, companyId }: Ctx, { id, businessId, answerUntil }: OfferRow): string {
  const hours = BigInt(Math.ceil((answerUntil.getTime() + 30 * DAY_MS) / 3_600_000));
  const token = sealNumbers(runtime.config.signingKey, OFFER_LINK.purpose, [BigInt(companyId), BigInt(businessId), BigInt(id), hours]);
  return `${runtime.config.publicUrl}${OFFER_LINK.path}${token}`;
}

/** Writes to the client of an offer, each thing once. */
export const tellOffer = job<{ id: string; what: Said; emailed?: boolean }>("tell-offer", {
  attempts: 8,
  run: async (given, { id, what }) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    const found = await query(ctx, async (db) => {
      const offer = await readOffer(db, id);
      const [entry] = offer ? await readEntries(db, [offer.entryId]) : [];
      const shop = offer && (await readBusiness(db, offer.businessId));
      return offer && entry && shop ? { offer, entry, business: shop.business } : undefined;
    });
    // Answered or taken back before anything was said: then nothing is to be said of it.
    if (!found || (what === "offered" && found.offer.state !== "open")) return;
    const { offer, entry, business } = found;
    const held = what === "offered" ? undefined : await query(ctx, (db) => heldText(db, tellOffer.name, textKey(id, "offered"), offer));
    // They were not told of it by text, and are not of its end: who got no e-mail of it either hears nothing.
    if (held && !held.emailed) return;
    const tenant = asTenant(ctx, { companyId: ctx.companyId, businessId: offer.businessId, name: "Waitlist" });
    const { arrivalWindow } = arrivalOn(await settingOf(tenant, offer.businessId), entry.careTypes);
    const told = toldOf(offer, entry, { business, link: offerLink(ctx, offer), arrivalWindow });
    const costs = what === "offered" && isPlace(entry) ? costsOf(await placeFrom(tenant, entry, offer), business) : "";
    const said = wordsOf(what, { ...told, costs });
    const named = { useCase: "waitlist offer", dedupeKey: `waitlist-offer:${id}:${what}` };
    const over = what === "offered" ? { uselessAfter: timestampFromDate(uselessFrom(offer)) } : {};
    const letter = { customerId: entry.customerId, ...said, ...named, ...over };
    const { emailed, textWaitsUntil } = await tenant.client(MailService).sendToPerson(letter);
    if (!textWaitsUntil || held) return;
    const later = { key: textKey(id, what), dueAt: timestampDate(textWaitsUntil), businessId: offer.businessId };
    // It goes out when the quiet hours end, unless the offer is over by then.
    await command(ctx, async (tx) => {
      tx.schedule(tellOffer, { ...later, payload: { id, what, emailed } });
      return {};
    });
  },
});

const textKey = (id: string, what: Said): string => `${id}-${what}-text`;

/** What staff offer by hand the quiet hours do not hold back: it is of no use any later. */
const uselessFrom = ({ freedTimeId, answerUntil }: OfferRow): Date => (freedTimeId === "0" ? new Date() : answerUntil);

type Business = NonNullable<Awaited<ReturnType<typeof readBusiness>>>["business"];

function costsOf({ sessions, price }: Place, business: Business): string {
  const many = sessions > 1 ? [`${sessions} sessions`] : [];
  return [...many, ...(price && fromMoney(price).minor > 0n ? [writeMoney(price, business)] : [])].join(", ");
}

type Telling = { business: Business; link: string; arrivalWindow: ArrivalWindow | undefined };

function toldOf(offer: OfferRow, entry: EntryRow, { business, link, arrivalWindow }: Telling): Omit<ToldOf, "costs"> {
  const until = Temporal.Instant.fromEpochMilliseconds(offer.answerUntil.getTime()).toZonedDateTimeISO(business.timezoneName);
  const at = (date: string, minutes: number, arrival?: ArrivalWindow) =>
    `${writeDay(date, business)}, ${writeArrival(minutes, arrival, business)}`;
  return {
    firstName: entry.firstName,
    pets: entry.pets.map(({ petName }) => petName),
    businessName: business.businessName,
    when: offer.endDate
      ? `${writeDay(offer.date, business)} to ${writeDay(offer.endDate, business)}`
      : at(offer.date, offer.startTime, arrivalWindow),
    className: isPlace(entry) ? (entry.pets[0]?.services[0]?.name ?? "") : "",
    until: at(until.toPlainDate().toString(), until.hour * 60 + until.minute),
    link,
  };
}

/** An offer that nobody answered ends by itself, and its time is free again. Who says yes just then is waited for. */
export const endWhenOver = job<{ id: string }>("end-offer", {
  attempts: 12,
  run: async (given, { id }) => {
    await command({ ...given, idempotencyKey: "" }, async (tx) => {
      const offer = await readOffer(tx.db, id);
      if (offer?.state !== "open") return {};
      // The entry first, as whoever books them locks it.
      const entry = await lockFor(tx, offer.entryId, "beginBooking");
      const { businessId } = offer;
      const later = { businessId, payload: { id } };
      if (entry.state === "booking") tx.schedule(endWhenOver, { key: id, dueAt: new Date(Date.now() + SOON_MS), ...later });
      else if (await endOffer(tx, id, "expired"))
        tx.schedule(tellOffer, {
          key: `${id}-expired`,
          dueAt: await outOfQuiet(tx.db, offer),
          payload: { id, what: "expired" },
          businessId,
        });
      return {};
    });
  },
});

/** What comes of an offer that went out by itself is not told in the quiet hours either. */
async function outOfQuiet(db: Db, { businessId, freedTimeId }: OfferRow): Promise<Date> {
  if (freedTimeId === "0") return new Date();
  const shop = await readBusiness(db, businessId);
  return awakeAt(await readOfferSetting(db, businessId), new Date(), shop?.business.timezoneName ?? "UTC");
}
