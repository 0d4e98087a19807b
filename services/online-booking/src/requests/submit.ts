import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type Ctx,
  e164,
  fail,
  fromWireDate,
  inList,
  instantAt,
  notBlank,
  plainName,
  plainText,
  reducePhone,
  type Tx,
} from "@leashline/kit";
import type { AgreedPolicy } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import type { SubmitBookingRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { recover } from "../abandoned/recover.ts";
import { signedWith } from "../agreements/check.ts";
import { addSignatures } from "../agreements/signature.store.ts";
import { briefOf, type Signature } from "../agreements/signature.ts";
import { mustNotAskAgain } from "../classes/asked-already.ts";
import { command, type DB } from "../db.ts";
import { cardFor, keptCard, mustStillCost, orLetGo } from "../payment-groups/card-for.ts";
import { type Given as GivenCard, ownAttempt } from "../payment-groups/pay-first.ts";
import { type ToldBill, toldBill } from "../payment-groups/told-bill.ts";
import { type Told, toldIn } from "../questions/told.ts";
import { arrivalOn } from "../settings/arrival.ts";
import { daysOf, isByDay } from "../stays/daycare.ts";
import { mustNotStayThen } from "../stays/own-stay.ts";
import { agreedFor, mustBeAsSeen, toKept } from "../storefront/agreed.ts";
import { mustBeEvaluated } from "../storefront/evaluated.ts";
import { caresIn, type Offer, type Plan, summaryOf } from "../storefront/plan.ts";
import { type OpenShop, offerOfPage, type Shop } from "../storefront/shop.ts";
import { textConsentOf } from "../storefront/storefront.mapper.ts";
import { addressAsked } from "../visit-addresses/own-addresses.ts";
import type { SaidAddress } from "../visit-addresses/visit-address.ts";
import { asking, returning, sending, takeTurn } from "../visitors/pace.ts";
import { type Asker, askerOf, mustBeTaken, mustNotWaitForMany } from "../visitors/person.ts";
import { requestSentWith } from "../visitors/used-hold.store.ts";
import { mustBeFree, useUp } from "../visitors/used-hold.ts";
import { noteStep } from "../visitors/visit.store.ts";
import { networkKey } from "../visitors/visitor.ts";
import { classAsked, daysAsked, daysIn, type Kept, stayAsked, timeAsked } from "./asked.ts";
import { automateRequest, keepTime, lapsePrepay, tellLate } from "./request.jobs.ts";
import { addRequest, mustRead } from "./request.store.ts";
import { type AskedPet, answerBy, careTypesOf, heldUntil, isVouchedFor, type Person, type RequestRow, statusOf } from "./request.ts";
import { atTheLatest, tellOf, tellRequest } from "./tell.ts";

/** The time is held shortly, then the request stands, then a job makes the hold last: a crash on the way holds no time for nobody. */
type Given = { offers: ReadonlyMap<string, Offer>; vouched: boolean };

export async function submitBooking(shop: OpenShop, request: SubmitBookingRequest, { offers, vouched }: Given) {
  const { ctx } = shop;
  mustBeNamed(request);
  const person = await asDialled(shop, request.customer as Person);
  const asker = await askerOf(shop, person, { token: request.visitorToken, vouched });
  mustBeTaken(shop, asker, caresIn(offers));
  const signed = await signedFor(shop, request, { person, asker, offers, vouched });
  if (!vouched) await command({ ...ctx, idempotencyKey: "" }, (tx) => mayAsk(tx, shop, request, asker));
  const told = toldIn(shop.setting, request, { known: asker.known !== null, onFile: asker.customerId !== "0", vouched });
  const date = fromWireDate(request.date, "date");
  const inClass = request.classId !== "0";
  const byDay = !inClass && !request.endDate && isByDay(offers);
  // Staff who enter it decide when they accept it.
  if (!vouched) await mustBeEvaluated(ctx, { pets: request.pets, offers, date, customerId: asker.customerId });
  if (!vouched && !inClass) await mustNotStayThen(ctx, asker.customerId, request);
  if (!byDay && request.moreDates.length > 0)
    throw fail("PARAMS_INVALID", { field: "moreDates", message: "Only daycare is booked for several days at once." });
  const address = await addressAsked(shop, request.address, { ...request, customerId: asker.customerId, offers, vouched });
  if (!vouched) await command({ ...ctx, idempotencyKey: "" }, (tx) => inOrder(tx, shop, request, asker.contact));
  const asks = inClass ? classAsked : request.endDate ? stayAsked : byDay ? daysAsked : timeAsked;
  const page = await offerOfPage(shop);
  await mustBeFree(ctx, request.holdToken, "card");
  const card = vouched ? null : await cardFor(shop, request, { asker, offers });
  if (card && "consentUrl" in card) return card;
  return await orLetGo(ctx, card, async () => {
    await mustBeFree(ctx, request.holdToken, "time");
    const stranger = !asker.known && !isVouchedFor(asker);
    const kept = await asks(shop, request, { offers, date, customerId: asker.customerId, stranger, vouched });
    await mustStillCost(shop, request, { asker, offers, staffId: kept.held.staffId }, card);
    const held = card?.terms.minor ?? 0n;
    const { seenPolicy } = request;
    // Who saw none agreed to no fee and to no window.
    const agreed = inClass || !seenPolicy ? null : agreedFor(shop, { lines: kept.plan.pets.flat(), offers, held });
    if (agreed && seenPolicy) await orLeaveIt(ctx, kept.held.token, request.holdToken, () => mustBeAsSeen(agreed, seenPolicy));
    const days = byDay ? daysOf(request.date, request.moreDates) : [date];
    const bill = toldBill(page, { plan: kept.plan, offers, dates: days, inClass });
    return await send(shop, { ...request, person }, { asker, told, kept, byDay, date, vouched, card, address, agreed, signed, bill });
  });
}

type Signing = { person: Person; asker: Asker; offers: ReadonlyMap<string, Offer>; vouched: boolean };

/** Before anything is counted or held for them: the page asks for what is missing, and sends it again. */
async function signedFor(shop: Shop, request: SubmitBookingRequest, { person, asker, offers, vouched }: Signing): Promise<Signature[]> {
  const { pets, agreements, startTime, classId } = request;
  const date = fromWireDate(request.date, "date");
  const booking = { customerId: asker.customerId, person, pets, offers, date, startTime, inClass: classId !== "0" };
  return await signedWith(shop, booking, { agreements, vouched }, shop.ctx.caller.ip);
}

/** What was just held for them is free again where they are refused; what they held themselves stays theirs. */
async function orLeaveIt(ctx: Ctx, token: string, before: string, check: () => void): Promise<void> {
  try {
    check();
  } catch (error) {
    if (token !== before) await ctx.client(SlotService).releaseHold({ token });
    throw error;
  }
}

/** Whoever accepts it can keep them all only by a name. */
function mustBeNamed({ customer, pets }: SubmitBookingRequest): void {
  for (const name of ["firstName", "lastName"] as const) notBlank(plainName(customer?.[name] ?? ""), `customer.${name}`);
  for (const [nth, { petName }] of pets.entries()) notBlank(plainName(petName), inList("pets", nth, "petName"));
}

type Sending = {
  asker: Asker;
  told: Told;
  kept: Kept;
  byDay: boolean;
  date: string;
  vouched: boolean;
  card: GivenCard | null;
  agreed: AgreedPolicy | null;
  address: SaidAddress | null;
  signed: Signature[];
  bill: ToldBill;
};

/** What is asked for is kept; now the request goes out. */
async function send(shop: Shop, request: Sent, sending: Sending) {
  const { asker, told, kept, byDay, date, vouched, card, address, agreed, signed, bill } = sending;
  const { ctx } = shop;
  const { held, plan, until, series } = kept;
  const pets = petsOf(request, plan, told);
  const asked = {
    ...requestOf(shop, request, { held, plan, until }, pets),
    // Whoever enters it for somebody else agrees to nothing in their name.
    textConsent: request.agreesToTexts && !vouched ? textConsentOf(shop.business.businessName) : "",
    customerId: asker.customerId,
    answers: JSON.stringify(told.owner),
    verified: asker.verified,
    contact: asker.contact,
    flowId: request.bookingFlowId,
    ...(address && { address: JSON.stringify(address) }),
    ...(agreed && { policy: toKept(agreed) }),
    bill: JSON.stringify(bill),
    ...(signed.length > 0 && { agreements: JSON.stringify(signed.map(briefOf)) }),
    byDay,
    ...(byDay ? daysIn(request) : { date }),
    ...series,
  };
  let made: RequestRow | undefined;
  const keepIt = async (tx: Tx<DB>) => {
    made = await keep(shop, tx, { ...asked, ...(await keptCard(tx, card)), ...(await useUp(tx, request.holdToken)) });
    await addSignatures(tx, made.id, signed);
    return { id: made.id };
  };
  const { id } = await command(ctx, keepIt, { step: "submit" }).catch(async (error) => {
    await keepAnew(ctx, request.holdToken);
    throw error;
  });
  return { statusToken: statusToken(ctx, id), booking: statusOf(made ?? (await mustRead(ctx, id))) };
}

/** Somebody else was faster with the same hold, which was just asked for once more: it is kept for their request again. */
async function keepAnew(ctx: Ctx, token: string): Promise<void> {
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    const sent = token && (await requestSentWith(tx.db, token));
    if (sent) tx.schedule(keepTime, { key: sent.id, dueAt: new Date(), payload: { id: sent.id }, businessId: sent.businessId });
    return {};
  });
}

/** Before anything is looked at for them; counted again when the request is stored. Whoever is back from their bank goes on with what they asked. */
async function mayAsk(tx: Tx<DB>, { setting: { businessId } }: Shop, request: SubmitBookingRequest, asker: Asker): Promise<object> {
  const { contact: payer, customerId } = asker;
  await mustNotWaitForMany(tx, businessId, payer);
  if (request.classId !== "0") await mustNotAskAgain(tx.db, { businessId, contact: payer, customerId }, request);
  const back = backFrom(tx, businessId, request, payer);
  await (back ? takeTurn(tx, returning, back) : takeTurn(tx, sending, networkKey(tx.ctx)));
  return {};
}

/** What they said is in order: before anything is held or charged for them. */
async function inOrder(tx: Tx<DB>, { setting: { businessId } }: Shop, request: SubmitBookingRequest, payer: string): Promise<object> {
  if (!backFrom(tx, businessId, request, payer)) await takeTurn(tx, asking, networkKey(tx.ctx));
  return {};
}

const backFrom = ({ ctx }: Tx<DB>, businessId: string, { card }: SubmitBookingRequest, payer: string) =>
  ownAttempt(ctx, card?.paymentToken ?? "", { payer, businessId });

type Asked = Parameters<typeof addRequest>[1];

const startOf = ({ business }: Shop, { date, startTime }: Asked): Date => instantAt(String(date), Number(startTime), business.timezoneName);

/** Under the lock of whoever asks: of two that go out at once the second one hears of the first. */
async function mustBeNew(tx: Tx<DB>, businessId: string, { contact = "", customerId = "0", classId = "0", pets }: Asked): Promise<void> {
  await mustNotWaitForMany(tx, businessId, contact);
  if (String(classId) === "0") return;
  const whose = { businessId, contact, customerId: String(customerId) };
  await mustNotAskAgain(tx.db, whose, { classId: String(classId), pets: JSON.parse(String(pets)) as AskedPet[] });
}

async function keep(shop: Shop, tx: Tx<DB>, asked: Asked): Promise<RequestRow> {
  const { businessId } = shop.setting;
  if (!isVouchedFor({ verified: asked.verified ?? [] })) await mustBeNew(tx, businessId, asked);
  const { autoAccept } = shop.setting;
  const lateAt = answerBy(new Date(), startOf(shop, asked), shop.setting.requestPromiseHours);
  const row = await addRequest(tx, { ...asked, told: !autoAccept, lateAt });
  const { id } = row;
  tx.schedule(tellLate, { key: id, dueAt: lateAt, payload: { id }, businessId });
  await recover(tx, { businessId, flowId: row.flowId, contact: row.contact, bookingRequestId: id });
  if (row.flowId) await noteStep(tx, { businessId, flowId: row.flowId, step: BookingStep.SUBMIT_APPT });
  tx.log({ entity: "booking_request", id, action: "submit", actorName: "Client", businessId });
  if (row.paymentType === "prepay") tx.schedule(lapsePrepay, { key: id, dueAt: heldUntil(row), payload: { id }, businessId });
  tx.schedule(autoAccept ? automateRequest : keepTime, { key: id, dueAt: new Date(), payload: { id } });
  if (!autoAccept) {
    tellOf(tx, row);
    return row;
  }
  tx.notify("online_booking.requests", { businessId, ids: [id] });
  tx.schedule(tellRequest, { key: id, dueAt: atTheLatest(), payload: { id } });
  return row;
}

const petsOf = ({ pets }: SubmitBookingRequest, plan: Plan, told: Told): AskedPet[] =>
  pets.map(({ petName, petType, breed, weight, notes, coatType }, i) => ({
    coatType,
    answers: told.pets[i]?.answers ?? [],
    weightNotice: told.pets[i]?.weightNotice ?? "",
    petName: plainName(petName),
    petType,
    breed: plainText(breed),
    weight,
    notes: plainText(notes),
    services: (plan.pets[i] ?? []).map(({ rate, parts: _, minorOn, rooms, ...s }) => ({
      ...s,
      minor: s.minor.toString(),
      ...(rate !== undefined && { rate: rate.toString() }),
      ...(rooms && { rooms: rooms.map((room) => ({ ...room, each: room.each.toString() })) }),
      ...(minorOn && { minorOn: Object.fromEntries(Object.entries(minorOn).map(([day, minor]) => [day, minor.toString()])) }),
    })),
  }));

/** A number is written the same whether it was typed with its country's code or without. */
export async function asDialled({ business }: Shop, person: Person): Promise<Person> {
  const number = await e164(reducePhone(person.phoneNumber), business.country);
  return { ...person, phoneNumber: number || person.phoneNumber };
}

type Sent = SubmitBookingRequest & { person: Person };

function requestOf(shop: Shop, request: Sent, { held, plan, until }: Kept, pets: readonly AskedPet[]) {
  const { firstName, lastName, phoneNumber, email } = request.person;
  const staff = shop.staff.find((s) => s.staffId === held.staffId);
  const { arrivalWindow } = arrivalOn(shop.setting, careTypesOf(pets));
  return {
    businessId: shop.setting.businessId,
    holdToken: held.token,
    staffId: held.staffId,
    staffName: staff ? `${staff.firstName} ${staff.lastName}`.trim() : "",
    staffAsked: request.staffId !== "0" && held.staffId !== "0" && until.endDate === null,
    startTime: request.startTime,
    endTime: until.endTime,
    endDate: until.endDate,
    lodgingTypeId: request.lodgingTypeId,
    customer: JSON.stringify({ firstName: plainName(firstName), lastName: plainName(lastName), phoneNumber, email }),
    pets: JSON.stringify(pets),
    summary: [summaryOf(pets.map((p) => ({ name: p.petName, services: p.services.map((s) => s.name) }))), until.summary]
      .filter(Boolean)
      .join(", "),
    currency: shop.business.currencyCode,
    total: plan.minor.toString(),
    note: plainText(request.additionalNote),
    arrivalBefore: arrivalWindow?.before ?? 0,
    arrivalAfter: arrivalWindow?.after ?? 0,
  };
}

const mac = (ctx: Ctx, id: string): Buffer =>
  createHmac("sha256", ctx.runtime.config.signingKey).update(`booking:${ctx.companyId}:${id}`).digest();

/** Opens one request's status to whoever holds it; made again from the id, so it is stored nowhere. */
export const statusToken = (ctx: Ctx, id: string): string => `${id}.${mac(ctx, id).toString("base64url")}`;

export function readStatusToken(ctx: Ctx, token: string): string | null {
  const [id = "", proof = ""] = token.split(".");
  if (!/^\d{1,18}$/.test(id)) return null;
  const given = Buffer.from(proof, "base64url");
  const expected = mac(ctx, id);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
