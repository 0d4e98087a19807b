import { implement } from "@leashline/kit";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { query } from "../db.ts";
import { confirmCode, sendCode } from "../visitors/code.ts";
import { oneContact } from "../visitors/contact.ts";
import { mustTakeTexts } from "../visitors/person.ts";
import { hashOf } from "../visitors/visitor.ts";
import { toLinkedAppointment, toLinkedBusiness } from "./linked.mapper.ts";
import { waitingFor } from "./session.store.ts";
import { openedFor, openPortal, personOf, portalOf, type SignedIn, signedIn, signOut } from "./session.ts";
import { visitsAhead, visitsBefore } from "./visits.ts";

const MOST_WAITING = 20;

async function waitingOf({ shop, contact }: SignedIn) {
  const who = hashOf(shop.ctx, contact.kind, contact.value);
  const rows = await query(shop.ctx, (db) => waitingFor(db, shop.setting.businessId, who, MOST_WAITING));
  return rows.map(({ endDate, ...row }) => ({ ...row, endDate: endDate ?? "" }));
}

export const portalRpc = implement(PortalService, {
  async getPortalDoor({ bookOnlineName }, ctx) {
    return { business: toLinkedBusiness(await portalOf(ctx, bookOnlineName)) };
  },

  async sendPortalCode({ bookOnlineName, phoneNumber, email }, ctx) {
    const shop = await portalOf(ctx, bookOnlineName);
    const contact = await oneContact({ phoneNumber, email }, shop.business.country);
    await mustTakeTexts(shop.business.country, contact, "use your email instead");
    return await sendCode(shop, contact, "signing in");
  },

  async confirmPortalCode({ bookOnlineName, codeToken, code }, ctx) {
    const shop = await portalOf(ctx, bookOnlineName);
    return { visitorToken: await confirmCode(shop.ctx, codeToken, code) };
  },

  async signOutOfPortal({ session }, ctx) {
    await signOut(ctx, session!);
    return {};
  },

  async getPortal({ session }, ctx) {
    const who = await signedIn(ctx, session!);
    const person = personOf(who, session!.personId);
    const opened = person && openedFor(who, person);
    const [ahead, waiting] = await Promise.all([opened ? visitsAhead(opened) : [], waitingOf(who)]);
    return {
      business: toLinkedBusiness(who.shop),
      people: who.people.map(({ customerId, firstName, lastName }) => ({ personId: customerId, firstName, lastName })),
      personId: person?.customerId ?? "0",
      signedInAs: who.contact.value,
      upcoming: opened ? ahead.map((one) => toLinkedAppointment(opened, one)) : [],
      waiting,
    };
  },

  async listPortalVisits({ session, ...page }, ctx) {
    const opened = await openPortal(ctx, session!);
    const { visits, nextPageToken } = await visitsBefore(opened, page);
    return { visits: visits.map((one) => toLinkedAppointment(opened, one)), nextPageToken };
  },
});
