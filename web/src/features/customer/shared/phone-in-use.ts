import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { errorCode, errorFact } from "../../../ui/feedback/call-errors.ts";
import { choose, confirm } from "../../../ui/feedback/confirm.ts";
import { clientName } from "./client-name.ts";

/** Phone number is already in use. */
const PHONE_IN_USE = 30002;
const clients = clientFor(ClientService);

export const isPhoneInUse = (error: unknown): boolean => errorCode(error) === PHONE_IN_USE;

type Held = { customerId: string; isLead: boolean };
export type Holder = Held & { name: string };

/** Whose the number is, for those who may see that client. */
export const holderOf = async (error: unknown): Promise<Holder | undefined> => {
  const customerId = errorFact(error, "customerId") ?? "0";
  const known = await clients.getClient({ customerId }).catch(() => undefined);
  return known?.client && { customerId, name: clientName(known.client), isLead: known.client.type === ClientType.LEAD };
};

/** Families share phones, so a person may go on, or open whom the number belongs to. */
export const askToShare = async (error: unknown): Promise<"add" | Held | undefined> => {
  const holder = await holderOf(error);
  const answer = await choose({
    title: "Phone number is already in use",
    body: `${holder?.name ?? "Another client"} has this number. Families share phones: add this client too?`,
    action: "Add client",
    ...(holder && { other: `Open ${holder.name}` }),
  });
  if (answer === "other") return holder;
  return answer ? "add" : undefined;
};

/** For a lead, whoever has the number is most likely the one who called: says whether it is a lead or a client, and offers to open them. Answers whom. */
export const askToOpen = async (error: unknown, phoneNumber: string): Promise<Held | undefined> => {
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
