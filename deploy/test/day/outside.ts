import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { type App, askSandbox } from "../app.ts";

// What people outside hold in their hands: the texts and letters that the sandbox's phones and mailboxes received.

type Place = Pick<App, "sandboxUrl" | "sandboxToken">;
type Text = { to: string; body: string; created: number; direction: string };
type Mail = { recipients: string[]; subject: string; text: string };

export async function textsTo(app: Place, phone: string): Promise<Text[]> {
  const answer = await askSandbox(app, `/texts?direction=outbound-api&to=${encodeURIComponent(phone)}`);
  return ((await answer.json()) as { texts: Text[] }).texts;
}

export async function mailsTo(app: Place, address: string): Promise<Mail[]> {
  const answer = await askSandbox(app, `/mails?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as { mails: Mail[] }).mails;
}

/** The codes that a number was sent, the last one last. */
const codesTo = async (app: Place, phone: string): Promise<string[]> =>
  (await textsTo(app, phone))
    .filter(({ body }) => /^\d{6} is your code/.test(body))
    .sort((a, b) => a.created - b.created)
    .map(({ body }) => body.slice(0, 6));

/** Sends what the storefront asks a code for, and types the code that is then sent by text: none that the number had before. The last digit sends the request. */
export async function confirmByText(
  app: Place,
  page: Pick<Page, "getByRole" | "getByLabel">,
  phone: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const before = (await codesTo(app, phone)).length;
  await send();
  await page.getByRole("heading", { name: "Check your texts" }).waitFor();
  await expect.poll(async () => (await codesTo(app, phone)).length, { timeout: 20_000 }).toBeGreaterThan(before);
  await page.getByLabel("Code").pressSequentially((await codesTo(app, phone)).at(-1) ?? "");
}

/** A day in the month that the storefront shows. */
export const dayOf = (page: Page, date: string) =>
  page
    .getByRole("group", { name: "Days" })
    .getByRole("button", { name: new RegExp(Temporal.PlainDate.from(date).toLocaleString("en-US", { month: "long", day: "numeric" })) });

/** Waits for a text that says so, and answers it. */
export async function textLike(app: Place, phone: string, words: RegExp, withinMs = 20_000): Promise<Text> {
  return await vi.waitFor(
    async () => {
      const found = (await textsTo(app, phone)).find(({ body }) => words.test(body));
      expect(found, `a text like ${words} to ${phone}`).toBeDefined();
      return found as Text;
    },
    { timeout: withinMs, interval: 100 },
  );
}

export async function mailLike(app: Place, address: string, subject: RegExp, withinMs = 20_000): Promise<Mail> {
  return await vi.waitFor(
    async () => {
      const found = (await mailsTo(app, address)).find((mail) => subject.test(mail.subject));
      expect(found, `a letter like ${subject} to ${address}`).toBeDefined();
      return found as Mail;
    },
    { timeout: withinMs, interval: 100 },
  );
}

/** The client writes back. */
export async function reply(app: Place, from: string, body: string): Promise<void> {
  const answer = await askSandbox(app, "/texts/reply", { from, body });
  if (!answer.ok) throw new Error(`the sandbox refused the reply: ${await answer.text()}`);
}
