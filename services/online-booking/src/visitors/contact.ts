import { createHmac, timingSafeEqual } from "node:crypto";
import { type Ctx, e164, fail } from "@leashline/kit";

/** Where somebody is reached, written so that the same is written the same. */
export type Contact = { kind: "phone" | "email"; value: string };
export type Reach = { phoneNumber: string; email: string };

const phoneOf = async (text: string, country: string): Promise<Contact | null> => {
  const value = text.trim() ? await e164(text.replace(/[^0-9+]/g, ""), country) : "";
  return value ? { kind: "phone", value } : null;
};
const emailOf = (text: string): Contact | null => (text.trim() ? { kind: "email", value: text.trim().toLowerCase() } : null);

export async function contactsOf({ phoneNumber, email }: Reach, country: string): Promise<Contact[]> {
  return [await phoneOf(phoneNumber, country), emailOf(email)].filter((one) => one !== null);
}

/** Exactly one of the two, and one that can be written to. */
export async function oneContact(reach: Reach, country: string): Promise<Contact> {
  const field = reach.email && !reach.phoneNumber ? "email" : "phoneNumber";
  if ((reach.phoneNumber === "") === (reach.email === ""))
    throw fail("PARAMS_INVALID", { field, reason: "name a phone number or an e-mail" });
  const [contact] = await contactsOf(reach, country);
  if (!contact)
    throw fail("PARAMS_INVALID", { field, reason: "This number cannot be called. Check it, or begin it with + and the country code." });
  return contact;
}

export const isSame = (a: Contact, b: Contact): boolean => a.kind === b.kind && a.value === b.value;

const mac = ({ runtime, companyId }: Ctx, purpose: string, body: string): Buffer =>
  createHmac("sha256", runtime.config.signingKey).update(`${purpose}:${companyId}:${body}`).digest();

/** Something only we could have written, for one purpose and one company, until a time. */
export function sealed<T extends object>(ctx: Ctx, purpose: string, facts: T & { until: number }): string {
  const body = Buffer.from(JSON.stringify(facts)).toString("base64url");
  return `${body}.${mac(ctx, purpose, body).toString("base64url")}`;
}

export function unsealed<T extends object>(ctx: Ctx, purpose: string, token: string): (T & { until: number }) | null {
  const [body = "", proof = "", ...more] = token.split(".");
  // As text: of another spelling of the same proof nobody knows that they signed out with it.
  const given = Buffer.from(proof);
  const expected = Buffer.from(mac(ctx, purpose, body).toString("base64url"));
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const facts = JSON.parse(Buffer.from(body, "base64url").toString()) as T & { until: number };
  return facts.until > Date.now() ? facts : null;
}

const visitorDays = 180;
const purpose = "visitor";

export const visitorToken = (ctx: Ctx, { kind, value }: Contact): string =>
  sealed(ctx, purpose, { kind, value, until: Date.now() + visitorDays * 86_400_000 });

export const confirmedBy = (ctx: Ctx, token: string): (Contact & { until: number }) | null =>
  token ? unsealed<Contact>(ctx, purpose, token) : null;

/** When the holder of a visitor token that is good until then showed their code. */
export const confirmedAt = ({ until }: { until: number }): number => until - visitorDays * 86_400_000;
