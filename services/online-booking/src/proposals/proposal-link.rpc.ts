import { asTenant, type Ctx, fail, implement, mustHaveClients, Refusal, toMoney, unsealNumbers } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { ProposalLinkService } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";
import { PROPOSAL_LINK } from "@leashline/proto/rules/client-link.ts";
import { query } from "../db.ts";
import { toProposal } from "../requests/proposal/proposal.mapper.ts";
import { readRequest } from "../requests/request.store.ts";
import { chosenIn, tellsBill } from "../requests/request.ts";
import { arrivalAsked } from "../settings/arrival.ts";
import { toLinkedBusiness } from "../storefront/business.ts";
import { shopOf } from "../storefront/shop.ts";
import { answerProposed, type Opened } from "./answer.ts";

const gone = () => fail("NOT_AVAILABLE_ONLINE", { message: "The link has expired or is incomplete. Please call us." });

function goneFor(error: unknown): never {
  throw error instanceof Refusal ? gone() : error;
}

/** The signature of the token says whose tenant it is; the log says that the client did what follows. */
async function open(ctx: Ctx, token: string): Promise<Opened> {
  const numbers = unsealNumbers(ctx.runtime.config.signingKey, PROPOSAL_LINK.purpose, token) ?? [];
  const [companyId, businessId, id, number, hours] = numbers.map(String);
  if (!companyId || !businessId || !id || !number || Number(hours) * 3_600_000 <= Date.now()) throw gone();
  const tenant = asTenant(ctx, { companyId, businessId, name: "Client" });
  const row = await query(tenant, (db) => readRequest(db, id));
  if (!row?.proposal) throw gone();
  const known = row.customerId === "0" ? undefined : mustHaveClients(tenant, [row.customerId]).catch(goneFor);
  const [shop] = await Promise.all([shopOf(tenant, businessId), known]);
  return { shop, row, number: Number(number) };
}

const { OPEN, WITHDRAWN, CLOSED } = BookingProposalState;

/** As its client sees it: nothing of what is taken back or no longer up to them. */
function proposalFor({ shop, row, number }: Opened) {
  if (row.proposal?.number !== number) return { state: WITHDRAWN };
  const proposal = toProposal(row.proposal, row.currency, Date.now());
  // Decided otherwise a moment ago, of which this is the last to hear.
  const state = proposal.state === OPEN && !["submitted", "accepting"].includes(row.state) ? CLOSED : proposal.state;
  if (state === WITHDRAWN || state === CLOSED) return { state };
  return { ...proposal, state, times: proposal.times.map((time) => ({ ...time, staffName: firstNameOf(shop, time) })) };
}

const firstNameOf = ({ staff }: Opened["shop"], { staffId, staffName }: { staffId: string; staffName: string }): string =>
  staff.find((one) => one.staffId === staffId)?.firstName ?? staffName.split(" ")[0] ?? "";

/** What is deleted is not answered. */
async function isCanceled({ shop: { ctx }, row: { appointmentId } }: Opened): Promise<boolean> {
  if (appointmentId === "0") return false;
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  return (appointments[0]?.status ?? AppointmentStatus.CANCELLED) === AppointmentStatus.CANCELLED;
}

async function toProposed(opened: Opened) {
  const { row } = opened;
  const { date: askedDate, startTime: askedStartTime, endDate: askedEndDate } = row.asked ?? row;
  const askedEndTime = row.endDate === null ? askedStartTime + row.endTime - row.startTime : (row.asked?.endTime ?? row.endTime);
  return {
    proposal: proposalFor(opened),
    ...{ askedDate, askedStartTime, askedEndTime, askedEndDate: askedEndDate ?? "" },
    services: row.pets.flatMap(({ petName, services }) => chosenIn(services).map(({ name: serviceName }) => ({ petName, serviceName }))),
    ...(tellsBill(row) && { askedPrice: toMoney(row.asked?.total ?? row.total, row.currency) }),
    ...arrivalAsked(row),
    bookedNoMore: row.proposal?.number === opened.number && row.proposal.state === "accepted" && (await isCanceled(opened)),
  };
}

export const proposalLinkRpc = implement(ProposalLinkService, {
  async getProposedTimes({ token }, ctx) {
    const opened = await open(ctx, token);
    return { business: toLinkedBusiness(opened.shop), proposed: await toProposed(opened) };
  },
  async answerProposedTimes({ token, time, note }, ctx) {
    await answerProposed(await open(ctx, token), { time, note });
    return { proposed: await toProposed(await open(ctx, token)) };
  },
});
