import { implement } from "@leashline/kit";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { type Message, MessageAuthor } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { toLinkedBusiness } from "../storefront/business.ts";
import { confirmCode, sendCode } from "../visitors/code.ts";
import { oneContact } from "../visitors/contact.ts";
import { mustTakeTexts } from "../visitors/person.ts";
import { lastBooked } from "./again.ts";
import { correct, ownPart } from "./file/correct.ts";
import { fileOf, removeCard } from "./file/file.ts";
import { paperOf, signedOf } from "./file/signed.ts";
import { toLinkedAppointment } from "./linked.mapper.ts";
import { openedFor, openPortal, personOf, portalOf, signedIn, signOut } from "./session.ts";
import { visitsAhead, visitsBefore } from "./visits.ts";
import { askToLeave, classesOf } from "./waiting/classes.ts";
import { takeBack, waitingOf } from "./waiting/requests.ts";
import { leave, waitsOf } from "./waiting/waits.ts";
import { askedOf, write } from "./write.ts";

const toPortalMessage = ({ id, type, subject, messageText, createTime }: Message) => ({
  id,
  own: type === MessageAuthor.CUSTOMER,
  subject,
  text: messageText,
  ...(createTime && { createTime }),
});

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
    const asked =
      opened &&
      (await askedOf(
        opened,
        ahead.map(({ id }) => id),
      ));
    return {
      business: toLinkedBusiness(who.shop),
      people: who.people.map(({ customerId, firstName, lastName }) => ({ personId: customerId, firstName, lastName })),
      personId: person?.customerId ?? "0",
      signedInAs: who.contact.value,
      upcoming: opened ? ahead.map((one) => ({ ...toLinkedAppointment(opened, one), ...asked?.(one.id) })) : [],
      waiting,
    };
  },

  async withdrawPortalRequest({ session, bookingRequestId }, ctx) {
    await takeBack(await signedIn(ctx, session!), bookingRequestId);
    return {};
  },

  async listPortalVisits({ session, ...page }, ctx) {
    const opened = await openPortal(ctx, session!);
    const { visits, nextPageToken } = await visitsBefore(opened, page);
    return { visits: visits.map((one) => toLinkedAppointment(opened, one)), nextPageToken };
  },

  async listPortalMessages({ session, ...page }, ctx) {
    const { shop, link } = await openPortal(ctx, session!);
    const { businessId, customerId } = link;
    const asked = { businessId, customerId, pageToken: page.pageToken, pageSize: page.pageSize };
    const { messages, nextPageToken } = await shop.ctx.client(ClientMessageService).listClientMessages(asked);
    return { messages: messages.map(toPortalMessage), nextPageToken };
  },

  async writeToBusiness({ session, text }, ctx) {
    const message = await write(await openPortal(ctx, session!), text);
    return message ? { message: toPortalMessage(message) } : {};
  },

  async getPortalFile({ session }, ctx) {
    return { file: await fileOf(await openPortal(ctx, session!)) };
  },

  async listPortalAgreements({ session, ...page }, ctx) {
    return await signedOf(await openPortal(ctx, session!), page);
  },

  async getPortalAgreement({ session, agreementRecordId }, ctx) {
    const { fileName, content } = await paperOf(await openPortal(ctx, session!), agreementRecordId);
    return { fileName, content };
  },

  async removePortalCard({ session, cardId }, ctx) {
    await removeCard(await openPortal(ctx, session!), cardId);
    return {};
  },

  async getLastBooked({ session }, ctx) {
    const last = await lastBooked(await openPortal(ctx, session!));
    return last ? { last } : {};
  },

  async getPortalWaits({ session }, ctx) {
    return { waits: await waitsOf(await openPortal(ctx, session!)) };
  },

  async leavePortalWait({ session, waitId }, ctx) {
    await leave(await openPortal(ctx, session!), waitId);
    return {};
  },

  async getPortalClasses({ session }, ctx) {
    return { classes: await classesOf(await openPortal(ctx, session!)) };
  },

  async askToLeaveClass({ session, classPlaceId, text }, ctx) {
    await askToLeave(await openPortal(ctx, session!), classPlaceId, text);
    return {};
  },

  async correctOwnData({ session, corrections }, ctx) {
    const opened = await openPortal(ctx, session!);
    await correct(opened, corrections);
    return await ownPart(opened);
  },
});
