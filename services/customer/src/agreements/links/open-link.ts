import { asTenant, type Ctx, fail, sealNumbers, toTimestamp, unsealNumbers } from "@leashline/kit";
import {
  AGREEMENT_LINK,
  type AgreementLink,
  agreementLinkOfNumbers,
  linkUntil,
  numbersOfAgreementLink,
} from "@leashline/proto/rules/client-link.ts";
import { whoIs } from "../../clients/client.read.ts";
import { command, type Db, query } from "../../db.ts";
import { findAgreement } from "../agreement.store.ts";
import { findRecord, type ListedRecord, sameAsked } from "../records/record.store.ts";
import { Kind } from "../records/record.ts";
import { countAttempts, insertAttempt } from "./attempt.store.ts";

/** What a link opens: the client's company and business, acting for the client from here on. */
export type Opened = { ctx: Ctx; link: AgreementLink; row: ListedRecord };

const spoilt = () => fail("NOT_AVAILABLE_ONLINE", { message: "The link has expired or is incomplete. Please ask for a new one." });
const gone = () => fail("NOT_AVAILABLE_ONLINE", { message: "There is nothing to sign here anymore. The business withdrew it." });

/** The signature of the token says whose tenant it is; the log says that the client did what follows. */
export async function openLink(from: Ctx, token: string): Promise<Opened> {
  const numbers = unsealNumbers(from.runtime.config.signingKey, AGREEMENT_LINK.purpose, token);
  const link = numbers && agreementLinkOfNumbers(numbers, Date.now());
  if (!link) throw spoilt();
  const ctx = asTenant(from, { companyId: link.companyId, businessId: link.businessId, name: "Client" });
  return await query(ctx, async (db) => {
    const client = await whoIs(db, link.customerId);
    if (!client || client.deletedAt) throw gone();
    const named = await findRecord(db, link.recordId);
    const row = named?.clientId === link.customerId && named.clientId !== client.id ? await sameOf(db, named, client.id) : named;
    if (row?.clientId !== client.id) throw gone();
    if (row.kind === Kind.unsigned && !(await findAgreement(db, row.agreementId))) throw gone();
    return { ctx, link, row };
  });
}

/** Where both of two clients who became one were asked for the same, the one's record stays behind: what is signed is the other's. */
async function sameOf(db: Db, { agreementId, appointmentId }: ListedRecord, clientId: string): Promise<ListedRecord | undefined> {
  const id = await sameAsked(db, { clientId, agreementId, appointmentId });
  return id === undefined ? undefined : await findRecord(db, id);
}

const windowMinutes = 60;
const mostInWindow = 30;

/** Who sends one thing after the other with a link has to wait. */
export async function takeAttempt({ ctx, row }: Opened): Promise<void> {
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    if ((await countAttempts(tx, row.id, windowMinutes)) >= mostInWindow)
      throw fail("TOO_MANY_REQUESTS", {
        message: "Too many tries. Please wait an hour, or call the business.",
        retryAfterSeconds: windowMinutes * 60,
      });
    await insertAttempt(tx, row.id);
  });
}

type Named = Pick<ListedRecord, "id" | "clientId" | "businessId">;

export function tokenOf(ctx: Ctx, { id: recordId, clientId: customerId, businessId }: Named, until: number): string {
  const numbers = numbersOfAgreementLink({ companyId: ctx.companyId, businessId, customerId, recordId, until });
  return sealNumbers(ctx.runtime.config.signingKey, AGREEMENT_LINK.purpose, numbers);
}

/** A link of the caller's own company, good from now on. Nothing of it is stored. */
export function newLink(ctx: Ctx, named: Named) {
  const now = Date.now();
  const until = linkUntil(now, now);
  const url = `${ctx.runtime.config.publicUrl}${AGREEMENT_LINK.path}${tokenOf(ctx, named, until)}`;
  return { url, expireTime: toTimestamp(new Date(until)) };
}
