import { Refusal } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { addressFor, type Reachable } from "../sending/outgoing.ts";
import { type Setting, UseCase } from "./auto-message.ts";
import type { Addressee } from "./facts.store.ts";

type Wishes = Pick<Addressee, "sendAutoEmail" | "sendAutoMessage" | "apptReminderByList" | "unconfirmedReminderBy">;
type Asked = Pick<Setting, "useCase" | "clientReceive">;

/** What a client can choose of: a call is made by people. */
const SENT: readonly MessageMethod[] = [MessageMethod.SMS, MessageMethod.EMAIL];

/** How a client asked to be reminded; whoever has not confirmed after the first may be asked in another way. Empty where they did not say. */
function chosenBy({ apptReminderByList, unconfirmedReminderBy }: Wishes, useCase: UseCase): MessageMethod[] {
  const oneOf = (ways: readonly number[]) => SENT.filter((method) => ways.includes(method));
  if (useCase !== UseCase.FIRST_REMINDER && useCase !== UseCase.SECOND_REMINDER) return [];
  const again = useCase === UseCase.SECOND_REMINDER ? oneOf([unconfirmedReminderBy]) : [];
  return again.length > 0 ? again : oneOf(apptReminderByList);
}

function takes(client: Wishes, method: MessageMethod): boolean {
  if (method === MessageMethod.SMS) return client.sendAutoMessage;
  return method !== MessageMethod.EMAIL || client.sendAutoEmail;
}

/**
 * The ways an automatic message takes: as the client chose, else as the business did, less what the client does not want. A choice that reaches them nowhere is none: an
 * appointment that nobody was reminded of is worse than a reminder by the other way.
 */
export function waysFor(setting: Asked, client: Wishes & Reachable): MessageMethod[] {
  const chosen = chosenBy(client, setting.useCase).filter((method) => takes(client, method));
  return reachable(client, chosen, false).length > 0 ? chosen : setting.clientReceive.filter((method) => takes(client, method));
}

/** The same by hand where nobody says how: what is sent by itself is left out of it. */
export function usualWays(setting: Asked, client: Wishes & Reachable): MessageMethod[] {
  const chosen = chosenBy(client, setting.useCase);
  return reachable(client, chosen, false).length > 0 ? chosen : setting.clientReceive;
}

/** Addresses for the ways that work. By hand, a client whom none of them reaches is an error; by itself, it is simply not sent. */
export function reachable(client: Reachable, ways: MessageMethod[], byHand: boolean): { method: MessageMethod; address: string }[] {
  const found: { method: MessageMethod; address: string }[] = [];
  let first: Refusal | undefined;
  for (const method of ways) {
    try {
      found.push({ method, address: addressFor(client, method) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
    }
  }
  if (byHand && found.length === 0 && first) throw first;
  return found;
}
