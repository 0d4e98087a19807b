import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SANDBOX_KEYS, startSandbox } from "./main.ts";
import { type Box, CARD, startBox, stripeFor } from "./test/box.ts";

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
  expect(await (await fetch(box.sandbox.url)).text()).toContain("Sandbox");
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
