import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { type Answer, callRpc } from "./call.ts";
import type { Walker } from "./callers.ts";
import type { Company, World } from "./company.ts";
import { idsUsed, nowhere } from "./strangers.ts";
import { requestFor, shortName } from "./walk.ts";

/** What belongs to a client, by the names that requests use. */
export const clientsThings = [
  ...[
    "customer_id",
    "pet_id",
    "customer_note_id",
    "customer_address_id",
    "customer_contact_id",
    "vaccine_binding_id",
    "winner_id",
    "loser_id",
    "other_customer_id",
    "merge_id",
    "incident_id",
    "proof_id",
    "into_pet_id",
  ],
  ...[
    "appointment_id",
    "ticket_id",
    "ignore_appointment_id",
    "order_id",
    "invoice_id",
    "order_line_item_id",
    "payment_id",
    "transaction_id",
    "dispute_id",
    "card_id",
    "change_id",
  ],
];
/** What is no client's, but of a location. */
export const locationsThings = [
  ...["waitlist_entry_id", "wait_list_id", "stay_waitlist_id"],
  "import_id",
  "thread_id",
  "message_id",
  "drawer_id",
  "adjustment_id",
  "payout_id",
  "tip_payout_id",
  "intake_form_id",
  "intake_submission_id",
  "class_id",
  "session_id",
  "missed_session_id",
  "enrolment_id",
];

/** An answer without the ids asked for, the times other calls take meanwhile, and what was made up for the call. */
function plain({ status, text }: Answer, ids: readonly string[]): string {
  const readable = text
    .replaceAll(/"value":"[^"]*",?/g, "")
    .replaceAll(/"nextFree":\[[^\]]*\],?/g, "")
    .replaceAll(/(walk[ a-z-]*|token-)\d+/gi, "walk");
  return ids.reduce((so, id) => so.replaceAll(new RegExp(`(?<![0-9])${id}(?![0-9])`, "g"), "#"), `${status} ${readable}`);
}

/**
 * Somebody names what belongs to a client they do not reach, each thing by itself and all at once, beside ids that nothing has. What comes back, described,
 * where the two can be told apart.
 */
export async function reachesBeyond(
  world: World,
  method: ContractMethod,
  company: Company,
  walker: Walker,
  things: readonly string[],
): Promise<string[]> {
  const used = idsUsed(world, method, company).filter((name) => things.includes(name));
  const none = Object.fromEntries(things.map((name) => [name, nowhere]));
  const known = { ...company.known, ...none, business_id: walker.businessId ?? "" };
  const found: string[] = [];
  for (const some of used.length > 1 ? [...used.map((name) => [name]), used] : [used]) {
    if (some.length === 0) continue;
    const real = Object.fromEntries(some.map((name) => [name, company.known[name] ?? ""]));
    const ask = (ids: object) => callRpc(world.url, method.path, requestFor(world, method, { ...known, ...ids }), walker);
    const ids = [...Object.values(real), nowhere];
    // What a call leaves behind may change the next answer, so a missing thing is asked for before and after.
    const [before, foreign, after] = [plain(await ask({}), ids), plain(await ask(real), ids), plain(await ask({}), ids)];
    if (foreign !== before && foreign !== after)
      found.push(`${shortName(method)} by ${some.join(" and ")} for ${walker.name}: ${foreign} but ${after}`);
  }
  return found;
}

/** Reads in which somebody who reaches nothing of a client sees the client's name. */
export async function tellsName(world: World, method: ContractMethod, company: Company, walker: Walker): Promise<string[]> {
  const known = { ...company.known, business_id: walker.businessId ?? "" };
  const answer = await callRpc(world.url, method.path, requestFor(world, method, known), walker);
  return answer.text.includes(`${company.mark}son`) ? [`${shortName(method)} for ${walker.name}`] : [];
}
