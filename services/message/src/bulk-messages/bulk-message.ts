import { fail, PLACEHOLDER } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { escapeHtml } from "../wording/html.ts";
import { mustBeFillable, PLACEHOLDERS } from "../wording/placeholders.ts";

/** Why one of the chosen gets none. */
export type Reason = "outOfReach" | "withoutAddress" | "blocked" | "unsubscribed" | "refused" | "notAgreed" | "sameAddress";
export type Way = { method: MessageMethod; includeNotAgreed: boolean };
/** What is known here of a client; who is not known here has no address. */
export type Wishes = {
  customerId: string;
  phoneE164: string;
  email: string;
  isBlockMessage: boolean;
  isUnsubscribed: boolean;
  sendAutoEmail: boolean;
  sendAutoMessage: boolean;
  textsStopped: boolean;
  /** The last thing they said about texts is yes. */
  agreed: boolean;
};
export type Chosen = { customerId: string; isUnsubscribed: boolean };

/** Where a message to many reaches one of them, or why it does not. */
export function wayTo(client: Wishes, { method, includeNotAgreed }: Way): { address: string } | { reason: Reason } {
  if (client.isBlockMessage) return { reason: "blocked" };
  if (client.isUnsubscribed) return { reason: "unsubscribed" };
  if (method === MessageMethod.EMAIL) {
    if (!client.email) return { reason: "withoutAddress" };
    return client.sendAutoEmail ? { address: client.email } : { reason: "refused" };
  }
  if (!client.phoneE164) return { reason: "withoutAddress" };
  if (client.textsStopped || !client.sendAutoMessage) return { reason: "refused" };
  return client.agreed || includeNotAgreed ? { address: client.phoneE164 } : { reason: "notAgreed" };
}

export type Plan = { chosen: number; ids: string[]; left: Record<Reason, number> };

/** Who of the chosen gets it, each address once, and how many do not for which reason. */
export function planFor(chosen: readonly Chosen[], known: ReadonlyMap<string, Wishes>, reached: ReadonlySet<string>, way: Way): Plan {
  const left = { outOfReach: 0, withoutAddress: 0, blocked: 0, unsubscribed: 0, refused: 0, notAgreed: 0, sameAddress: 0 };
  const used = new Set<string>();
  const ids: string[] = [];
  for (const { customerId, isUnsubscribed } of chosen) {
    const reason = reasonFor(customerId, isUnsubscribed);
    if (reason) left[reason]++;
    else ids.push(customerId);
  }
  return { chosen: chosen.length, ids, left };

  function reasonFor(customerId: string, isUnsubscribed: boolean): Reason | undefined {
    if (!reached.has(customerId)) return "outOfReach";
    if (isUnsubscribed) return "unsubscribed";
    const client = known.get(customerId);
    const found = client ? wayTo(client, way) : { reason: "withoutAddress" as const };
    if ("reason" in found) return found.reason;
    const address = found.address.toLowerCase();
    if (used.has(address)) return "sameAddress";
    used.add(address);
    return undefined;
  }
}

const MOST_TEXT = 1_600;
const STOP_WORDS = "Reply STOP to opt out.";
/** What nobody can fill in who writes to many at once: what is about one appointment. */
const notHere = new Set(PLACEHOLDERS.filter(({ needsAppointment }) => needsAppointment).map(({ name }) => name));

function mustFit(field: string, words: string): void {
  mustBeFillable(field, words);
  const name = words.match(PLACEHOLDER)?.find((one) => notHere.has(one));
  if (!name) return;
  throw fail("PARAMS_INVALID", { field, reason: `${name} is different for each appointment, and cannot be filled in here` });
}

/** The subject of an e-mail as it is kept. */
export function subjectOf(given: string): string {
  const subject = given.trim();
  mustFit("subject", subject);
  return subject;
}

/** The words as they are kept; refused where they could not go out so. */
export function wordsOf(given: string, method: MessageMethod, businessName: string): string {
  const wrong = (reason: string) => fail("PARAMS_INVALID", { field: "messageText", reason });
  const words = given.trim();
  if (words === "") throw wrong("write something first");
  mustFit("messageText", words);
  if (method === MessageMethod.EMAIL) return words;
  const most = MOST_TEXT - STOP_WORDS.length - 1 - senderOf(words, businessName).length;
  if (words.length > most) throw wrong(`at most ${most} characters`);
  return words;
}

/** What a text begins with: who sends it, unless its words say so themselves. */
const senderOf = (words: string, businessName: string): string =>
  businessName === "" || [businessName, "{businessName}"].some((name) => words.startsWith(name)) ? "" : `${businessName}: `;

/** As it goes out: by text from whom, and how whoever gets it says that they want no more. */
export function framed(words: string, method: MessageMethod, businessName: string, unsubscribe: string, isHtml = false): string {
  if (method === MessageMethod.EMAIL) {
    const [why, how] = [`You get this because you are a client of ${businessName || "ours"}.`, "To stop these emails:"];
    if (!isHtml) return `${words}\n\n${why} ${how} ${unsubscribe}`;
    return `${words}<p>${escapeHtml(why)} <a href="${escapeHtml(unsubscribe)}">Unsubscribe</a></p>`;
  }
  const said = `${senderOf(words, businessName)}${words}`;
  return /\bSTOP\b/.test(words) ? said : `${said} ${STOP_WORDS}`;
}
