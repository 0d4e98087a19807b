import { fail, type Impl, type Tx, todayIn, tooManyTries } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { JoinWaitlistRequest, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { becameClient, recover } from "../abandoned/recover.ts";
import { addWaiting } from "../agreements/signature.store.ts";
import type { Signature } from "../agreements/signature.ts";
import { command, type DB } from "../db.ts";
import { clientOf } from "../requests/client-of.ts";
import { type Person, reachOf } from "../requests/request.ts";
import { asDialled } from "../requests/submit.ts";
import { refuse } from "../stays/stay.ts";
import { mustBeEvaluated } from "../storefront/evaluated.ts";
import { caresIn } from "../storefront/plan.ts";
import { offersOf, openShop, type Shop, visitsClients, weighed } from "../storefront/shop.ts";
import { addressAsked } from "../visit-addresses/own-addresses.ts";
import type { SaidAddress } from "../visit-addresses/visit-address.ts";
import { asking, sending, takeTurn } from "../visitors/pace.ts";
import { type Asker, askerOf, mustBeTaken } from "../visitors/person.ts";
import { ownHold } from "../visitors/used-hold.ts";
import { networkKey } from "../visitors/visitor.ts";
import { columnsOf, keep } from "./entry/entries.ts";
import { signedToWait } from "./entry/signed.ts";
import { tellJoined } from "./entry/tell-joined.ts";
import { waitsOfClient } from "./entry/waitlist.store.ts";
import { wishOf } from "./entry/wish.ts";
import { validityFor, type Wanted, wantedOf } from "./wanted-days.ts";

const MOST = 5;
const DAY_S = 86_400;

export const joinHandlers = {
  async joinWaitlist(request, ctx) {
    mustBeRanges(request);
    const shop = await openShop(ctx, request.bookOnlineName);
    const person = await asDialled(shop, request.customer as Person);
    const asker = await askerOf(shop, person, { token: request.visitorToken, vouched: false });
    const offers = await offersOf(shop, request.pets);
    mustBeTaken(shop, asker, caresIn(offers));
    const signed = await signedToWait(shop, request, { person, asker, offers });
    await command({ ...shop.ctx, idempotencyKey: "" }, async (tx) => ({ next: await takeTurn(tx, sending, networkKey(shop.ctx)) }));
    const wanted = wantedOf(shop, request, { pets: await weighed(shop, request.pets), offers });
    // Whoever could not be booked would have offers that are of no use to them, and keep others from them.
    const [date = todayIn(shop.business.timezoneName)] = [...wanted.dates].sort();
    mustHaveNoHours(request, wanted);
    await mustBeEvaluated(shop.ctx, { pets: request.pets, offers, date, customerId: asker.customerId });
    const address = await addressAsked(shop, request.address, { ...request, customerId: asker.customerId, offers, vouched: false });
    await command({ ...shop.ctx, idempotencyKey: "" }, async (tx) => ({ next: await takeTurn(tx, asking, networkKey(shop.ctx)) }));
    const validTill = await join(shop, request, { person, asker, wanted, address, signed });
    const token = await ownHold(shop.ctx, request.holdToken);
    if (token) await shop.ctx.client(SlotService).releaseHold({ token });
    return { validTill };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;

function mustBeRanges({ timeRanges }: JoinWaitlistRequest): void {
  if (timeRanges.every(({ startTime, endTime }) => startTime <= endTime)) return;
  throw fail("PARAMS_INVALID", { field: "timeRanges", reason: "must not end before they begin" });
}

/** A stay has an hour of arrival that the shop says, and none that it may begin at. */
function mustHaveNoHours({ timeRanges }: JoinWaitlistRequest, { family }: Wanted): void {
  if (family === "stays" && timeRanges.length > 0) throw refuse("timeRanges", "Boarding and daycare are waited for by the day.");
}

type Joining = { person: Person; asker: Asker; wanted: Wanted; address: SaidAddress | null; signed: readonly Signature[] };

/** The client as a request would make them, then their place: once for one call, however often it is tried. */
async function join(shop: Shop, request: JoinWaitlistRequest, { person, asker, wanted, address, signed }: Joining): Promise<string> {
  const { ctx, business, setting } = shop;
  const { businessId } = setting;
  const pets = request.pets.map((pet) => ({ ...pet, answers: [], services: [] }));
  const { customerId, known, verified, contact } = asker;
  // Whoever has no place leaves nothing in their file.
  if (customerId !== "0") await command(ctx, (tx) => mustHavePlace(tx, businessId, customerId), { step: "place" });
  const asking = { id: "0", businessId, customerId, customer: person, verified, pets, answers: [], address };
  const client = await clientOf(ctx, asking, false);
  const asked = request.pets.map(({ serviceIds }, nth) => ({
    petId: client.petIds[nth] ?? "0",
    serviceList: serviceIds.map((serviceId) => ({ serviceId })),
  }));
  const { client: kept, ...wish } = await wishOf(ctx, business, client.customerId, asked, wanted.family);
  const validity = validityFor(todayIn(business.timezoneName), wanted.dates);
  const timeRanges = request.timeRanges.map(({ startTime, endTime }) => ({ startTime, endTime }));
  const staffIds = request.staffId === "0" || wanted.family === "stays" ? [] : [request.staffId];
  const { firstName, lastName, clientColor } = kept;
  const entry = {
    ...{ businessId, customerId: client.customerId, firstName, lastName, clientColor, currency: business.currencyCode },
    ...{ newClient: known === null, fromOnline: true, note: noteOf(request), addressId: client.addressId },
    ...{ outOfArea: address?.outOfArea ?? false, areaUnknown: address?.areaUnknown ?? false, atClient: visitsClients(shop) },
    ...wish,
    ...columnsOf({ ...wanted, timeRanges, staffIds }),
    ...validity,
  };
  await command(
    ctx,
    async (tx) => {
      await mustHavePlace(tx, businessId, client.customerId);
      const { id } = await keep(tx, { ...entry, signedAs: await addWaiting(tx, signed) }, { tell: true });
      tellJoined(tx, id, entry, { ...person, ...reachOf(person, verified) });
      await recover(tx, { businessId, flowId: "", contact, bookingRequestId: "0" });
      await becameClient(tx, { businessId, contact, customerId: client.customerId });
      return { id };
    },
    { step: "wait" },
  );
  return validity.validTill;
}

async function mustHavePlace(tx: Tx<DB>, businessId: string, customerId: string): Promise<object> {
  tx.lock([`waits:${businessId}:${customerId}`]);
  const waits = await waitsOfClient(tx.db, businessId, customerId, MOST);
  if (waits.length >= MOST) throw tooManyTries(DAY_S, "You are already on our waitlist for five visits. Please call us.");
  return {};
}

const noteOf = ({ additionalNote, pets }: JoinWaitlistRequest): string =>
  [additionalNote.trim(), ...pets.map(({ petName, notes }) => (notes ? `${petName}: ${notes}` : ""))]
    .filter(Boolean)
    .join("\n")
    .slice(0, 5000);
