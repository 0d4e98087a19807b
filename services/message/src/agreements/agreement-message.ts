import type { PrepareAgreementLinkResponse } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Sender } from "../auto-messages/facts.store.ts";
import { mailBody, type Outgoing } from "../sending/outgoing.ts";

export const LINK_USE = "agreement link";
export const REMINDER_USE = "agreement reminder";

type Parts = {
  recordId: string;
  prepared: PrepareAgreementLinkResponse;
  business: Sender;
  method: MessageMethod;
  useCase: typeof LINK_USE | typeof REMINDER_USE;
  /** Sets this sending of the record's link apart from others. */
  mark: string;
};

/** A message with the link to sign a record; where it goes is for the caller to say. */
export function linkMessage({ recordId, prepared, business, method, useCase, mark }: Parts): Omit<Outgoing, "address"> {
  const again = useCase === REMINDER_USE ? "Reminder: " : "";
  const isMail = method === MessageMethod.EMAIL;
  return {
    businessId: prepared.businessId,
    customerId: prepared.customerId,
    method,
    ...(isMail ? mailBody(prepared.emailBody, business, prepared.emailIsHtml) : { text: `${again}${prepared.smsBody}` }),
    ...(isMail && { subject: `${again}${prepared.emailTitle}` }),
    useCase,
    cause: `${recordId}:${mark}`,
    appointmentId: prepared.appointmentId,
    fromName: business.name,
    replyTo: business.email,
  };
}
