import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { htmlOfText, htmlOfWords, letter } from "../wording/html.ts";

type Notice = {
  subject: string;
  text: string;
  useCase: string;
  cause: string;
  replyTo?: string;
  /** Where it is looked at. */
  link?: string;
  forget?: boolean;
};

/** Where staff look at what they are told of. */
export const screens = {
  requests: "/online_booking/requests",
  unfinished: "/online_booking/abandon_list",
  waitlist: "/waitingList",
  submissions: "/intake_form/submissions",
  agreementsOf: (customerId: string): string => `/client/${customerId}/agreements`,
  appointment: (id: string): string => `/calendar/grooming?appointment=${id}`,
  bill: (orderId: string): string => `/calendar/grooming?bill=${orderId}`,
} as const;

const seeIt = (link: string): string => `See it in Leashline: ${link}`;

/** A mail to a business's own address. */
export const noticeMail = (business: Sender, { replyTo = "", text, link, ...notice }: Notice): Outgoing => ({
  ...notice,
  text: [text, link && seeIt(link)].filter(Boolean).join("\n\n"),
  businessId: business.businessId,
  customerId: "0",
  method: MessageMethod.EMAIL,
  address: business.email,
  html: letter(`${htmlOfWords(text)}${link ? htmlOfText(seeIt(link)) : ""}`, business),
  fromName: business.name,
  replyTo,
});
