import { mkdtempSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SANDBOX_KEYS, startSandbox } from "./main.ts";
import { type Box, CARD, startBox, stripeFor } from "./test/box.ts";
import { sign } from "./twilio/server.ts";

let box: Box;
beforeAll(async () => {
  box = await startBox();
});
beforeEach(() => box.reset());
afterAll(() => box.stop());

test("a restart keeps texts, charges, switches and webhooks that are still to go", async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), "sandbox-")), "state");
  const first = await startSandbox({ port: 0, smtpPort: 0, dataDir });
  const paid = await stripeFor(first).paymentIntents.create(
    { ...CARD, amount: 900, payment_method: "pm_card_visa" },
    { idempotencyKey: "k" },
  );
  first.switches.set("mail", { latencyMs: 5 });
  await first.close();
  const second = await startSandbox({ port: 0, smtpPort: 0, dataDir, publicUrl: box.publicUrl });
  try {
    const again = await stripeFor(second).paymentIntents.create(
      { ...CARD, amount: 900, payment_method: "pm_card_visa" },
      { idempotencyKey: "k" },
    );
    expect(again.id).toBe(paid.id);
    expect(second.switches.get("mail").latencyMs).toBe(5);
    await box.stripeHook("payment_intent.succeeded");
  } finally {
    await second.close();
  }
});

test("the page is served, the feed shows everything newest first and can be searched", async () => {
  const { url, token } = box.sandbox;
  expect(await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text()).toContain("Sandbox");
  await box.texts().messages.create({ to: "+12065550111", from: SANDBOX_KEYS.twilioFrom, body: "Rex is ready" });
  await box.stripe.paymentIntents.create({ ...CARD, amount: 900, payment_method: "pm_card_visa" });
  const { items } = await box.api<{ items: { kind: string }[] }>("/feed");
  expect(items.map((item) => item.kind)).toEqual(["charge", "text"]);
  const found = await box.api<{ items: { kind: string }[] }>("/feed?q=rex");
  expect(found.items.map((item) => item.kind)).toEqual(["text"]);
  await expect(box.api("/switches/twilio", "PUT", { mode: "broken" })).resolves.toMatchObject({
    error: expect.stringContaining("mode must be one of"),
  });
});

/** A bare request: `fetch` sets Host and Origin itself. */
function ask(path: string, headers: Record<string, string>, method = "GET"): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(`${box.sandbox.url}${path}`, { method, headers }, (answer) => resolve(answer.resume()));
    call.on("error", reject).end();
  });
}

const owners = ["/", "/sandbox/api/mails", "/sandbox/api/texts", "/sandbox/api/payments", "/sandbox/api/feed", "/sandbox/api/stream"];

test.each(owners)("%s shows nothing without the token", async (path) => {
  expect((await ask(path, {})).statusCode).toBe(401);
  expect((await ask(path, { authorization: "Bearer guessed", cookie: "leashline_sandbox=guessed" })).statusCode).toBe(401);
});

test("the link with the token opens the page in this browser, and other pages of this machine make it do nothing", async () => {
  expect((await ask("/?token=guessed", {})).statusCode).toBe(401);
  const opened = await ask(`/?token=${box.sandbox.token}`, {});
  expect([opened.statusCode, opened.headers.location]).toEqual([303, "/"]);
  const [set = ""] = opened.headers["set-cookie"] ?? [];
  expect(set).toMatch(/HttpOnly; SameSite=Lax/);
  const cookie = set.split(";")[0] ?? "";
  expect((await ask("/sandbox/api/mails", { cookie })).statusCode).toBe(200);
  expect((await ask("/sandbox/api/reset", { cookie, origin: "http://localhost:4000" }, "POST")).statusCode).toBe(403);
  expect((await ask("/sandbox/api/reset", { cookie, origin: box.sandbox.url }, "POST")).statusCode).toBe(200);
});

test.each(["attacker.test", "attacker.test:8091", "localhost.attacker.test"])(
  "the name %s is not answered, but by the health checks",
  async (host) => {
    const headers = { host, authorization: `Bearer ${box.sandbox.token}` };
    for (const path of ["/", "/sandbox/api/mails", "/sandbox.js", "/v1/charges"]) expect((await ask(path, headers)).statusCode).toBe(421);
    for (const path of ["/healthz", "/readyz"]) expect((await ask(path, { host })).statusCode).toBe(200);
  },
);

test("an address that cannot be read is the caller's fault", async () => {
  expect((await ask("/sandbox/receipts/%E0%A4%A", {})).statusCode).toBe(400);
});

test("a name that it was given is answered", async () => {
  const named = await startSandbox({ port: 0, smtpPort: 0, hosts: ["sandbox"] });
  const answer = await new Promise<IncomingMessage>((resolve) =>
    request(`${named.url}/sandbox.js`, { headers: { host: "sandbox:8091" } }, resolve).end(),
  );
  expect(answer.statusCode).toBe(200);
  await named.close();
});

test("card charges are read with the shop's own key only", async () => {
  const other = await ask("/v1/charges", { authorization: "Bearer sk_test_anybody" });
  expect(other.statusCode).toBe(401);
  await expect(box.stripe.charges.list()).resolves.toMatchObject({ object: "list" });
});

test("where the public address does not lead there from here, webhooks go another way and are signed for the public one", async () => {
  const inside = await startSandbox({ port: 0, smtpPort: 0, publicUrl: "http://shop.test:8080", deliverTo: box.publicUrl });
  inside.twilio.receive({ from: "+12065550133", to: "", body: "On my way", media: [] });
  const { headers, body } = await box.hook((one) => one.url === "/webhooks/twilio/sms" && one.body.includes("On+my+way"));
  const signed = sign(SANDBOX_KEYS.twilioAuthToken, "http://shop.test:8080/webhooks/twilio/sms", body);
  expect(headers["x-twilio-signature"]).toBe(signed);
  await inside.close();
});
