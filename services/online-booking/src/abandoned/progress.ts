import { type Ctx, fromWireDate, plainName, type Tx } from "@leashline/kit";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { SaveBookingProgressRequest } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { command, type DB, query } from "../db.ts";
import { type OpenShop, offerOfPage } from "../storefront/shop.ts";
import { shownBy } from "../visitors/confirmed.ts";
import { type Contact, contactsOf, isSame } from "../visitors/contact.ts";
import { beginning, progressing, takeTurn } from "../visitors/pace.ts";
import { clientBy } from "../visitors/person.ts";
import { hashOf, networkKey } from "../visitors/visitor.ts";
import { beginFlow, changeFlow } from "./abandoned.events.ts";
import { askedBefore, lockFlow, readFlow, waitsSince, wasSent } from "./abandoned.store.ts";
import { type AbandonedPerson, type AbandonedPet, customerTypeOf, isLeft, wordsOf } from "./abandoned.ts";
import { planRecovery } from "./recovery.jobs.ts";
import { readRecovery } from "./recovery.store.ts";
import type { Recovery } from "./recovery.ts";

/** So late what a page says may come. */
const LATE_MS = 60_000;
const nobodyYet = { firstName: "", lastName: "", phoneNumber: "", email: "" };

/** Keeps how far somebody came, once something says who they are. */
export async function saveProgress(shop: OpenShop, request: SaveBookingProgressRequest): Promise<void> {
  const ctx: Ctx = { ...shop.ctx, idempotencyKey: "" };
  const typed = request.customer ?? nobodyYet;
  const confirmed = await shownBy(ctx, request.visitorToken);
  const given = (await contactsOf(typed, shop.business.country)).filter(isWhole);
  const contacts = [...given, ...(confirmed && !given.some(({ kind }) => kind === confirmed.kind) ? [confirmed] : [])];
  if (contacts.length === 0) return;
  const shown = contacts.filter((one) => confirmed && isSame(one, confirmed));
  const client = await clientBy(shop, shown[0] ?? contacts[0] ?? null, typed);
  const facts = await factsOf(shop, request, { contacts, shown, client });
  const recovery = await query(ctx, (db) => readRecovery(db, shop.setting.businessId));
  await command(ctx, (tx) => keep(tx, shop, request.bookingFlowId, { facts, recovery }));
}

/** What is half typed is nobody's yet. */
const isWhole = ({ kind, value }: Contact): boolean => kind === "phone" || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);

type Who = { contacts: readonly Contact[]; shown: readonly Contact[]; client: Client | undefined };

async function factsOf(shop: OpenShop, request: SaveBookingProgressRequest, { contacts, shown, client }: Who) {
  const { ctx } = shop;
  const hashes = contacts.map(({ kind, value }) => hashOf(ctx, kind, value));
  const before = await query(ctx, (db) => askedBefore(db, shop.setting.businessId, hashes));
  const { services, addOns } = await offerOfPage(shop);
  const pets = petsOf(request, new Map([...services, ...addOns].map(({ id, name }) => [id, name])));
  const first = pets.flatMap((pet) => pet.services).find(({ serviceId }) => services.some(({ id }) => id === serviceId));
  const customer = personOf(request, contacts, shown.length > 0 ? client : undefined);
  return {
    businessId: shop.setting.businessId,
    step: request.step,
    careType: services.find(({ id }) => id === first?.serviceId)?.careType ?? "",
    customerType: customerTypeOf({ isClient: client !== undefined, askedBefore: before }),
    customerId: client?.customerId ?? "0",
    customer: JSON.stringify(customer),
    verified: shown.map(({ kind }) => kind),
    contacts: hashes,
    pets: JSON.stringify(pets),
    words: wordsOf(customer, pets),
    staffId: shop.staff.some(({ staffId }) => staffId === request.staffId) ? request.staffId : "0",
    date: request.date ? fromWireDate(request.date, "date") : null,
    startTime: request.startTime ?? null,
    note: request.additionalNote,
  };
}

/** As they wrote it; who confirmed before need not write it again. */
function personOf(
  { customer = { ...nobodyYet } as never }: SaveBookingProgressRequest,
  contacts: readonly Contact[],
  known: Client | undefined,
): AbandonedPerson {
  const by = (kind: Contact["kind"]) => contacts.find((one) => one.kind === kind)?.value ?? "";
  return {
    firstName: plainName(customer.firstName) || (known?.firstName ?? ""),
    lastName: plainName(customer.lastName) || (known?.lastName ?? ""),
    phoneNumber: by("phone"),
    email: by("email"),
  };
}

/** What is not on the page is not kept. */
const petsOf = ({ pets }: SaveBookingProgressRequest, names: ReadonlyMap<string, string>): AbandonedPet[] =>
  pets
    .map(({ petName, petType, breed, weight, serviceIds }, index) => ({
      place: index + 1,
      petName: plainName(petName),
      petType,
      breed,
      weight,
      services: serviceIds.flatMap((serviceId) => (names.has(serviceId) ? [{ serviceId, name: names.get(serviceId) ?? "" }] : [])),
    }))
    .filter(({ petName, services }) => petName !== "" || services.length > 0);

type Kept = { facts: Awaited<ReturnType<typeof factsOf>>; recovery: Recovery };

async function keep(tx: Tx<DB>, shop: OpenShop, flowId: string, { facts, recovery }: Kept): Promise<object> {
  const who = networkKey(shop.ctx);
  const { businessId } = facts;
  tx.lock([`flow:${flowId}`]);
  if (await wasSent(tx.db, flowId)) return {};
  await takeTurn(tx, progressing, who);
  const now = new Date();
  const before = await readFlow(tx.db, flowId);
  const seen = { seenAt: now, zone: shop.business.timezoneName };
  if (!before) {
    // What was on its way while they joined the waitlist began no other booking.
    const { customerId } = facts;
    if (customerId !== "0" && (await waitsSince(tx.db, businessId, customerId, new Date(now.getTime() - LATE_MS)))) return {};
    await takeTurn(tx, beginning, who);
    planRecovery(tx, recovery, flowId, seen);
    await beginFlow(tx, { ...facts, flowId, seenAt: now });
    return {};
  }
  if (before.businessId !== businessId || before.status === "recovered") return {};
  const row = await lockFlow(tx, before.id);
  planRecovery(tx, recovery, flowId, seen);
  await changeFlow(tx, row, { ...facts, seenAt: now, wasLeft: isLeft(row, now) });
  tx.notify("online_booking.abandoned", { businessId });
  return {};
}
