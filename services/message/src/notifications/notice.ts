import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { htmlOfText, letter } from "../wording/html.ts";

type Notice = { subject: string; text: string; useCase: string; cause: string; replyTo?: string };

/** A mail to a business's own address. */
export const noticeMail = (business: Sender, { replyTo = "", ...notice }: Notice): Outgoing => ({
  ...notice,
  businessId: business.businessId,
  customerId: "0",
  method: MessageMethod.EMAIL,
  address: business.email,
  html: letter(htmlOfText(notice.text), business),
  fromName: business.name,
  replyTo,
});
