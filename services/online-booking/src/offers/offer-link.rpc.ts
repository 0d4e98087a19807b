import { asTenant, type Ctx, fail, implement, mustHaveClients, Refusal, toTimestamp, unsealNumbers } from "@leashline/kit";
import { OfferLinkService } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { OFFER_LINK } from "@leashline/proto/rules/client-link.ts";
import { command, query } from "../db.ts";
import { arrivalOn } from "../settings/arrival.ts";
import { toLinkedBusiness } from "../storefront/business.ts";
import { type Shop, shopOf } from "../storefront/shop.ts";
import { changing, takeTurn } from "../visitors/pace.ts";
import { bookOffered } from "../waitlist/book.ts";
import { endOffer, type OfferRow, readOffer } from "../waitlist/entry/offer.store.ts";
import { isOpen, stateOf } from "../waitlist/entry/offer.ts";
import { lockFor, readEntries } from "../waitlist/entry/waitlist.store.ts";
import type { EntryRow } from "../waitlist/entry/waitlist.ts";
import { standingOf } from "./booked.ts";

type Opened = { shop: Shop; offer: OfferRow; entry: EntryRow };

const gone = () => fail("NOT_AVAILABLE_ONLINE", { message: "The link has expired or is incomplete. Please call us." });

function goneFor(error: unknown): never {
  throw error instanceof Refusal ? gone() : error;
}

/** The signature of the token says whose tenant it is; the log says that the client did what follows. */
async function open(ctx: Ctx, token: string): Promise<Opened> {
  const [companyId, businessId, id, hours] = unsealNumbers(ctx.runtime.config.signingKey, OFFER_LINK.purpose, token) ?? [];
  if (companyId === undefined || businessId === undefined || id === undefined || Number(hours) * 3_600_000 <= Date.now()) throw gone();
  const tenant = asTenant(ctx, { companyId: `${companyId}`, businessId: `${businessId}`, name: "Client" });
  const found = await query(tenant, async (db) => {
    const offer = await readOffer(db, `${id}`);
    const [entry] = offer ? await readEntries(db, [offer.entryId]) : [];
    return offer && entry ? { offer, entry } : undefined;
  });
  if (!found) throw gone();
  const [shop] = await Promise.all([shopOf(tenant, `${businessId}`), mustHaveClients(tenant, [found.entry.customerId]).catch(goneFor)]);
  return { shop, ...found };
}

const toOffered = async (opened: Opened) => ({
  ...dated(opened),
  ...(await standingOf(opened)),
});

const dated = ({ offer, entry, shop }: Opened) => ({
  date: offer.date,
  startTime: offer.startTime,
  endTime: offer.endTime,
  services: entry.pets.flatMap(({ petName, services }) =>
    services.map(({ name: serviceName }) => ({ petName, serviceName, staffName: nameOf(shop, offer.staffId) })),
  ),
  state: stateOf(offer, Date.now()),
  answerUntil: toTimestamp(offer.answerUntil),
  endDate: offer.endDate ?? "",
  ...arrivalOn(shop.setting, entry.careTypes),
  moves: offer.state === "open" && entry.appointmentId !== "0",
});

const nameOf = ({ staff }: Shop, staffId: string): string => staff.find((one) => one.staffId === staffId)?.firstName ?? "";

async function answer(opened: Opened, accept: boolean): Promise<void> {
  const { shop, offer } = opened;
  if (offer.state === (accept ? "accepted" : "passed")) return;
  if (!isOpen(offer, Date.now())) throw fail("STATE_CONFLICT", { message: "This time is no longer held for you." });
  const { ctx } = shop;
  await command({ ...ctx, idempotencyKey: "" }, (tx) => takeTurn(tx, changing, `offer:${offer.id}`));
  const { id, entryId, date, startTime, staffId, endDate } = offer;
  if (accept) return await bookOffered(ctx, entryId, { date, startTime, staffId, offerId: id, ...(endDate && { endDate }) });
  await command(ctx, async (tx) => {
    const { state } = await lockFor(tx, entryId, "beginBooking");
    if (state !== "waiting" || !(await endOffer(tx, id, "passed")))
      throw fail("STATE_CONFLICT", { message: "This time is no longer held for you." });
    return {};
  });
}

export const offerLinkRpc = implement(OfferLinkService, {
  async getOfferedTime({ token }, ctx) {
    const opened = await open(ctx, token);
    return { business: toLinkedBusiness(opened.shop), offer: await toOffered(opened) };
  },
  async answerOfferedTime({ token, accept }, ctx) {
    await answer(await open(ctx, token), accept);
    return { offer: await toOffered(await open(ctx, token)) };
  },
});
