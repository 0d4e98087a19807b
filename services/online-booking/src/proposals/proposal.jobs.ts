import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { asTenant, type Ctx, job, sealNumbers, type Tx, writeArrival, writeDay, writeStay } from "@leashline/kit";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { PROPOSAL_LINK } from "@leashline/proto/rules/client-link.ts";
import { command, type DB, query } from "../db.ts";
import { endProposal } from "../requests/proposal/end.ts";
import { saveProposal } from "../requests/proposal/proposal.store.ts";
import { isOpen, type Proposal } from "../requests/proposal/proposal.ts";
import { lockRequest, readRequest } from "../requests/request.store.ts";
import { type RequestRow, reachOf } from "../requests/request.ts";
import { arrivalAsked } from "../settings/arrival.ts";
import { type Business, readBusiness } from "../storefront/shop.store.ts";
import { type Said, type ToldOf, wordsOf } from "./proposal-words.ts";

const SOON_MS = 60_000;
const DAY_MS = 86_400_000;

type Which = { id: string; number: number };

/** The link in the message; it still says what became of the proposal for a month. */
function linkTo({ runtime, companyId }: Ctx, { id, businessId }: RequestRow, { number, answerUntil }: Proposal): string {
  const hours = BigInt(Math.ceil((Date.parse(answerUntil) + 30 * DAY_MS) / 3_600_000));
  const numbers = [BigInt(companyId), BigInt(businessId), BigInt(id), BigInt(number), hours];
  return `${runtime.config.publicUrl}${PROPOSAL_LINK.path}${sealNumbers(runtime.config.signingKey, PROPOSAL_LINK.purpose, numbers)}`;
}

/** Writes to whoever sent the request of a proposal that is made or taken back, each thing once. */
export const tellProposal = job<Which & { what: Said }>("tell-proposal", {
  attempts: 8,
  run: async (given, { id, number, what }) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    const { row, shop } = await query(ctx, async (db) => {
      const row = await readRequest(db, id);
      return { row, shop: row && (await readBusiness(db, row.businessId)) };
    });
    const proposal = row?.proposal;
    // Answered or taken back before anything was said: then nothing is to be said of it.
    if (!shop || !proposal || proposal.number !== number || (what === "proposed" && !isOpen(proposal, Date.now()))) return;
    const { businessId, customerId, customer, verified } = row;
    const { reachPhoneNumber: phoneNumber, reachEmail: email } = reachOf(customer, verified);
    const tenant = asTenant(ctx, { companyId: ctx.companyId, businessId, name: "Online booking" });
    const sent = await tenant.client(MailService).sendToPerson({
      ...{ customerId, phoneNumber, email },
      ...wordsOf(what, toldOf(row, proposal, { business: shop.business, link: linkTo(ctx, row, proposal) })),
      ...{ useCase: "proposed times", dedupeKey: `booking-proposal:${id}:${number}:${what}` },
      uselessAfter: timestampFromDate(new Date(proposal.answerUntil)),
    });
    const waits = sent.textWaitsUntil && timestampDate(sent.textWaitsUntil);
    await command(ctx, async (tx) => {
      const payload = { id, number, what };
      if (waits) tx.schedule(tellProposal, { key: `${id}:${number}-${what}-text`, dueAt: waits, payload, businessId });
      if (what === "proposed" && (sent.texted || sent.emailed)) await noteTold(tx, { id, number });
      return {};
    });
  },
});

/** Whoever was written to is told, too, when it is taken back, also where that was just then. */
async function noteTold(tx: Tx<DB>, { id, number }: Which): Promise<void> {
  const row = await lockRequest(tx, id);
  if (!row?.proposal || row.proposal.number !== number || row.proposal.told) return;
  await saveProposal(tx, id, { ...row.proposal, told: true });
  if (row.proposal.state === "withdrawn") tellTakenBack(tx, row);
}

/** Writes that the times are gone. */
export function tellTakenBack(tx: Tx<DB>, { id, businessId, proposal }: RequestRow): void {
  const number = proposal?.number ?? 0;
  tx.schedule(tellProposal, {
    key: `${id}:${number}-withdrawn`,
    dueAt: new Date(),
    payload: { id, number, what: "withdrawn" },
    businessId,
  });
}

function toldOf(row: RequestRow, proposal: Proposal, { business, link }: { business: Business; link: string }): ToldOf {
  const { arrivalWindow } = arrivalAsked(row);
  const at = ({ date, startTime, endDate }: Pick<RequestRow, "date" | "startTime"> & { endDate?: string | null }) =>
    endDate ? writeStay({ date, endDate }, business) : `${writeDay(date, business)}, ${writeArrival(startTime, arrivalWindow, business)}`;
  const until = Temporal.Instant.fromEpochMilliseconds(Date.parse(proposal.answerUntil)).toZonedDateTimeISO(business.timezoneName);
  return {
    firstName: row.customer.firstName,
    pets: row.pets.map(({ petName }) => petName),
    businessName: business.businessName,
    ...{ isStay: row.endDate !== null, asked: at(row) },
    times: proposal.times.map((time) => `${at(time)}${time.staffName && ` with ${time.staffName.split(" ")[0] ?? ""}`}`),
    note: proposal.note,
    until: `${writeDay(until.toPlainDate().toString(), business)}, ${writeArrival(until.hour * 60 + until.minute, undefined, business)}`,
    link,
  };
}

/** A proposal that nobody answered ends by itself, and its times are free again. Whoever chooses just then is waited for. */
export const expireProposal = job<Which>("expire-proposal", {
  attempts: 12,
  run: async (given, { id, number }) => {
    await command({ ...given, idempotencyKey: "" }, async (tx) => {
      const row = await lockRequest(tx, id);
      if (row?.proposal?.number !== number || row.proposal.state !== "open") return {};
      const { businessId } = row;
      const later = (dueAt: Date) => tx.schedule(expireProposal, { key: `${id}:${number}`, dueAt, payload: { id, number }, businessId });
      if (isOpen(row.proposal, Date.now())) later(new Date(row.proposal.answerUntil));
      else if (row.state === "accepting") later(new Date(Date.now() + SOON_MS));
      else {
        await endProposal(tx, row, "expired");
        tx.log({ entity: "booking_request", id, action: "proposal_expired", businessId, actorName: "Leashline" });
        tx.notify("online_booking.requests", { businessId, ids: [id] });
      }
      return {};
    });
  },
});
