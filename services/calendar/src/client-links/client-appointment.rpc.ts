import { businessesOf, type Ctx, fail, implement, sealNumbers } from "@leashline/kit";
import {
  ClientAppointmentService,
  type GetUpcomingUrlRequest,
} from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { CLIENT_LINK, CLIENT_LINK_PATH, linkUntil, numbersOfLink } from "@leashline/proto/rules/client-link.ts";
import { isKnownClient } from "../appointments/client-appointments.store.ts";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { countByPet } from "./pet-count.store.ts";

export const clientAppointmentRpc = implement(ClientAppointmentService, {
  getUpcomingUrl: async (request, ctx) => ({ url: await upcomingUrl(ctx, request) }),

  async countByPet({ customerId }, ctx) {
    const today = todayAt(await businessOf(ctx, ctx.businessId), Date.now());
    return await query(ctx, async (db) => ({
      counts: await countByPet(db, { customerId, today, at: businessesOf(ctx, "0") }),
      firstVisit: !(await isKnownClient(db, customerId)),
    }));
  },
});

/** The page of all that lies ahead, signed as the links in the client's messages are. */
async function upcomingUrl(ctx: Ctx, { businessId, customerId }: GetUpcomingUrlRequest): Promise<string> {
  const [{ client }] = await Promise.all([
    ctx.client(VisitPartyService).getVisitParty({ customerId, petIds: [] }),
    businessOf(ctx, businessId),
  ]);
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const now = Date.now();
  const link = { companyId: ctx.companyId, businessId, customerId, appointmentId: "0", until: linkUntil(now, now) };
  const { publicUrl, signingKey } = ctx.runtime.config;
  return `${publicUrl}${CLIENT_LINK_PATH}${sealNumbers(signingKey, CLIENT_LINK, numbersOfLink(link))}`;
}
