import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { GetAcceptedMessageResponse } from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { capitalise } from "../../../../ui/format/text.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";

type How = Pick<GetAcceptedMessageResponse, "methods" | "switchedOff" | "textWaitsUntil">;
type Whom = { readonly name: string; readonly phone: string };
/** A time of the day as the shop writes it. */
type TimeOf = (at: How["textWaitsUntil"]) => string;

/** What whoever asked is called in a sentence. */
export const nameOf = (customer: BookingRequest["customer"]): string => customer?.firstName || "the client";

/** Who asked, as it is written in a sentence. */
export const whomOf = (customer: BookingRequest["customer"], format: Pick<Format, "phone">): Whom => ({
  name: nameOf(customer),
  phone: format.phone(customer?.phoneNumber ?? ""),
});

const verbs: readonly (readonly [MessageMethod, string])[] = [
  [MessageMethod.SMS, "text"],
  [MessageMethod.EMAIL, "email"],
];

const whyNot = ({ switchedOff }: How): string =>
  switchedOff ? "your message for accepted requests is switched off" : "they can’t be texted or emailed";
const instead = ({ phone }: Whom): string => (phone ? `Call ${phone}.` : "Let them know yourself.");

/** Whether whoever asked will hear of a yes, before it is said: by which way, from when, or what to do instead. */
export function willHear(how: How, whom: Whom, { what, timeOf }: { what: string; timeOf: TimeOf }): { text: string; isTold: boolean } {
  const { name } = whom;
  const ways = verbs.filter(([method]) => how.methods.includes(method)).map(([, verb]) => verb);
  if (ways.length === 0) return { text: `${capitalise(name)} won’t get a message: ${whyNot(how)}. ${instead(whom)}`, isTold: false };
  const held = how.textWaitsUntil && ` Your quiet hours hold the text until ${timeOf(how.textWaitsUntil)}.`;
  return { text: `We’ll ${ways.join(" and ")} ${name} the ${what}.${held ?? ""}`, isTold: true };
}

/** The same once it was said; empty where they hear of it at once. */
export function hasHeard(how: How, whom: Whom, timeOf: TimeOf): string {
  if (how.methods.length === 0) return `${capitalise(whom.name)} was not told: ${whyNot(how)}. ${instead(whom)}`;
  return how.textWaitsUntil ? `Your quiet hours hold the text to ${whom.name} until ${timeOf(how.textWaitsUntil)}.` : "";
}
