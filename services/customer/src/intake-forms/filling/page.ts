import { createHmac, randomInt } from "node:crypto";
import { addressLineOf, asTenant, type Ctx, e164, fail, networkOf, sealNumbers, type Tx, unsealNumbers } from "@leashline/kit";
import { WeightUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { type AgreementRow, agreementsById } from "../../agreements/agreement.store.ts";
import { RequiredType } from "../../agreements/agreement.ts";
import { businessesOf, phoneOf } from "../../agreements/records/facts.ts";
import { type DB, type Db, query } from "../../db.ts";
import { type FormRow, findForm } from "../form.store.ts";
import { DAY, HOUR, mustWait } from "./pace.ts";
import { contentOf, ownerOfForm, sentSince } from "./page.store.ts";

const TICKET = "intake form";
export const DAYS = 30;
/** Whoever waits in the lobby sends from one address, and so may a whole town by its carrier's: no people fill in so many, and a program is slowed down. */
const OF_NETWORK = [
  { most: 30, ms: HOUR },
  { most: 150, ms: DAY },
];
/** A tablet that goes from hand to hand, and a program that shows no device at all: the same for its whole network. */
const OF_DEVICE = { most: 20, ms: DAY };
const DEVICE = "intake device";
const NONCES = 2 ** 40;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const closed = () =>
  fail("NOT_FOUND", { field: "formId", message: "This form is not open. Please ask the business for a new link." });

/** Says that somebody began on this version now. Each is another, so that a page that was opened is sent once. */
export const newTicket = ({ runtime }: Ctx, formId: string, version: number): string =>
  sealNumbers(runtime.config.signingKey, TICKET, [BigInt(formId), BigInt(version), BigInt(Date.now()), BigInt(randomInt(NONCES))]);

function begunWith({ runtime }: Ctx, formId: string, ticket: string): { version: number; since: number } | undefined {
  const [form, version, since] = (ticket && unsealNumbers(runtime.config.signingKey, TICKET, ticket)) || [];
  if (version === undefined || since === undefined || form !== BigInt(formId)) return undefined;
  return { version: Number(version), since: Number(since) };
}

/** The version that a ticket of this form is for; 0 for one that is not, or no longer. */
export function versionOfTicket(ctx: Ctx, formId: string, ticket: string): number {
  const begun = begunWith(ctx, formId, ticket);
  return begun && begun.since + DAYS * DAY > Date.now() ? begun.version : 0;
}

/** The version that a ticket of this form was for, however long ago. */
export const versionBegun = (ctx: Ctx, formId: string, ticket: string): number => begunWith(ctx, formId, ticket)?.version ?? 0;

export type OpenForm = { ctx: Ctx; form: FormRow; content: FormContent; versionNumber: number };

/** Opens the page of a form, acting for its company from here on. Whoever began may finish, also when the form was changed or archived since. */
export async function openForm(ctx: Ctx, uuid: string, ticket: string): Promise<OpenForm> {
  const owner = UUID.test(uuid) ? await query(ctx, (db) => ownerOfForm(db, uuid)) : null;
  if (!owner) throw closed();
  const acting = asTenant(ctx, { companyId: owner.companyId, businessId: owner.businessId, name: "Intake form" });
  const begun = versionOfTicket(ctx, owner.id, ticket);
  return await query(acting, async (db) => {
    const form = await findForm(db, owner.id);
    const versionNumber = begun || (form?.archivedAt ? 0 : (form?.versionNumber ?? 0));
    const content = await contentOf(db, owner.id, versionNumber);
    if (!form || !content) throw closed();
    return { ctx: acting, form, content, versionNumber };
  });
}

/** The form that somebody has begun with this ticket. */
export async function begunForm(ctx: Ctx, uuid: string, ticket: string): Promise<OpenForm> {
  const open = await openForm(ctx, uuid, ticket);
  if (versionOfTicket(open.ctx, open.form.id, ticket)) return open;
  throw fail("NOT_FOUND", { field: "ticket", message: "Please open the form again." });
}

/** What is signed along with a form. What is signed for every booking is asked for with each booking. */
export async function agreementsOfForm(db: Db, ids: readonly string[]): Promise<AgreementRow[]> {
  return (await agreementsById(db, ids)).filter(({ requiredType }) => requiredType !== RequiredType.everyBooking);
}

/** Whose page it is. */
export async function hostOf({ ctx, form }: { ctx: Ctx; form: Pick<FormRow, "businessId"> }) {
  const host = (await businessesOf(ctx, [form.businessId])).get(form.businessId);
  return {
    businessName: host?.businessName ?? "",
    phoneNumber: host ? phoneOf(host) : "",
    dialNumber: host ? await e164(host.phoneNumber, host.countryAlpha2Code) : "",
    address: host ? addressLineOf(host) : "",
    country: host?.countryAlpha2Code ?? "US",
    weightUnit: host?.unitOfWeightType === WeightUnitType.KILOGRAM ? "kg" : "lb",
  };
}

const keyOf = ({ runtime, companyId }: Ctx, what: string): string =>
  createHmac("sha256", runtime.config.signingKey).update(`intake:${companyId}:${what}`).digest("base64url").slice(0, 22);

/** Told apart without being known. */
export const networkKey = (ctx: Ctx): string => keyOf(ctx, networkOf(ctx.caller.ip));

const numberOfDevice = ({ runtime }: Ctx, device: string): bigint | undefined =>
  (device && unsealNumbers(runtime.config.signingKey, DEVICE, device)?.[0]) || undefined;

/** What a device shows from now on; what it shows already, where that is ours. It says nothing of whose it is. */
export const deviceFor = (ctx: Ctx, shown: string): string =>
  numberOfDevice(ctx, shown) === undefined ? sealNumbers(ctx.runtime.config.signingKey, DEVICE, [BigInt(randomInt(1, NONCES))]) : shown;

/** Another in each company. */
export const deviceKey = (ctx: Ctx, shown: string): string => {
  const number = numberOfDevice(ctx, shown);
  return keyOf(ctx, number === undefined ? `without:${networkOf(ctx.caller.ip)}` : `device:${number}`);
};

/** So many forms come from one device, and from one network. */
export async function mustNotSendMore(tx: Tx<DB>, network: string, device: string): Promise<void> {
  for (const bound of OF_NETWORK) await mustWait(tx, `intake:${network}`, bound, (since) => sentSince(tx.db, "network", network, since));
  await mustWait(tx, `intake:${device}`, OF_DEVICE, (since) => sentSince(tx.db, "device", device, since));
}
