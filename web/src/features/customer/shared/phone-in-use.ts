import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { errorCode, errorFact } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { clientName } from "./client-name.ts";

/** Phone number is already in use. */
const PHONE_IN_USE = 30002;
const clients = clientFor(ClientService);

export const isPhoneInUse = (error: unknown): boolean => errorCode(error) === PHONE_IN_USE;

/** Families share phones, so a person may go on; whose the number is they are told, if they may see that client. */
export const askToShare = async (error: unknown): Promise<boolean> => {
  const customerId = errorFact(error, "customerId") ?? "0";
  const known = await clients.getClient({ customerId }).catch(() => undefined);
  const who = known?.client ? clientName(known.client) : "Another client";
  return await confirm({
    title: "Phone number is already in use",
    body: `${who} has this number. Families share phones: add this client too?`,
    action: "Add client",
  });
};

/** For a lead, whoever has the number is most likely the one who called: says whether it is a lead or a client, and offers to open them. Answers whom. */
export const askToOpen = async (error: unknown, phoneNumber: string): Promise<{ customerId: string; isLead: boolean } | undefined> => {
  const customerId = errorFact(error, "customerId");
  if (!customerId) return undefined;
  const { existing: isLead } = await clients.checkPhoneNumberLead({ phoneNumber });
  const open = await confirm({
    title: isLead ? "This phone number is a lead already" : "This phone number belongs to a client",
    body: isLead ? "Open that lead instead of adding another?" : "They are a client of yours already. Open their page?",
    action: isLead ? "Open lead" : "Open client",
  });
  return open ? { customerId, isLead } : undefined;
};
