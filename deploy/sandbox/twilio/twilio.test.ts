import twilio from "twilio";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SANDBOX_KEYS } from "../main.ts";
import { type Box, startBox } from "../test/box.ts";

let box: Box;
beforeAll(async () => {
  box = await startBox();
});
beforeEach(() => box.reset());
afterAll(() => box.stop());

test("sends a text, reports it to the status callback, and can be asked", async () => {
  const sent = await box.texts().messages.create({
    to: "+12065550111",
    from: SANDBOX_KEYS.twilioFrom,
    body: "Hi",
    statusCallback: `${box.publicUrl}/webhooks/twilio/status`,
  });
  expect(sent).toMatchObject({ status: "queued", numSegments: "1", direction: "outbound-api" });
  const seen = await box.hook((one) => one.body.includes("MessageStatus=delivered"));
  const params = Object.fromEntries(new URLSearchParams(seen.body));
  expect(params).toMatchObject({ MessageSid: sent.sid });
  expect(
    twilio.validateRequest(
      SANDBOX_KEYS.twilioAuthToken,
      String(seen.headers["x-twilio-signature"]),
      `${box.publicUrl}/webhooks/twilio/status`,
      params,
    ),
  ).toBe(true);
  expect((await box.texts().messages(sent.sid).fetch()).status).toBe("delivered");
  const listed = await box.texts().messages.list({ to: "+12065550111", dateSentAfter: new Date(Date.now() - 60_000) });
  expect(listed.map((one) => one.sid)).toEqual([sent.sid]);
});

test.each([
  [{ to: "+15005550001" }, 21_211],
  [{ to: "+15005550009" }, 21_614],
  [{ to: "+15005550004" }, 21_610],
  [{ to: "12" }, 21_211],
  [{ from: "+15005550001" }, 21_212],
  [{ from: "+15005550007" }, 21_606],
  [{ body: "" }, 21_602],
  [{ body: "x".repeat(1601) }, 21_617],
])("answers %j with code %i", async (change, code) => {
  await expect(
    box.texts().messages.create({ to: "+12065550111", from: SANDBOX_KEYS.twilioFrom, body: "Hi", ...change }),
  ).rejects.toMatchObject({ code });
});

test("a reply comes in as a signed webhook, and its TwiML answer goes back", async () => {
  box.answer({ status: 200, body: "<?xml version='1.0'?><Response><Message>Thanks &amp; bye</Message></Response>" });
  await box.texts().messages.create({ to: "+12065550111", from: SANDBOX_KEYS.twilioFrom, body: "Confirm with Y" });
  await box.api("/texts/reply", "POST", { from: "+12065550111", body: "Y", media: ["https://pictures.test/1.jpg"] });
  const seen = await box.hook((one) => one.url === "/webhooks/twilio/sms");
  const params = Object.fromEntries(new URLSearchParams(seen.body));
  expect(params).toMatchObject({
    From: "+12065550111",
    To: SANDBOX_KEYS.twilioFrom,
    Body: "Y",
    NumMedia: "1",
    MediaUrl0: "https://pictures.test/1.jpg",
  });
  const signature = String(seen.headers["x-twilio-signature"]);
  expect(twilio.validateRequest(SANDBOX_KEYS.twilioAuthToken, signature, `${box.publicUrl}/webhooks/twilio/sms`, params)).toBe(true);
  expect(
    twilio.validateRequest(SANDBOX_KEYS.twilioAuthToken, signature, `${box.publicUrl}/webhooks/twilio/sms`, { ...params, Body: "N" }),
  ).toBe(false);
  const { texts: back } = await box.api<{ texts: { body: string }[] }>("/texts?to=%2B12065550111&direction=outbound-reply&wait=5000");
  expect(back.map((one) => one.body)).toEqual(["Thanks & bye"]);
});

test("STOP unsubscribes a number until START", async () => {
  const send = () => box.texts().messages.create({ to: "+12065550112", from: SANDBOX_KEYS.twilioFrom, body: "Hi" });
  await box.api("/texts/reply", "POST", { from: "+12065550112", body: "STOP" });
  await expect(send()).rejects.toMatchObject({ code: 21_610 });
  await box.api("/texts/reply", "POST", { from: "+12065550112", body: "Start" });
  expect((await send()).status).toBe("queued");
});

test("switches: undelivered is reported, a lost answer still left the text", async () => {
  await box.api("/switches/twilio", "PUT", { mode: "undelivered", remaining: 1 });
  const sent = await box.texts().messages.create({
    to: "+12065550113",
    from: SANDBOX_KEYS.twilioFrom,
    body: "Hi",
    statusCallback: `${box.publicUrl}/webhooks/twilio/status`,
  });
  await box.hook((one) => one.body.includes("MessageStatus=undelivered"));
  expect(await box.texts().messages(sent.sid).fetch()).toMatchObject({ status: "undelivered", errorCode: 30_003 });
  await box.api("/switches/twilio", "PUT", { mode: "lost", remaining: 1 });
  await expect(box.texts().messages.create({ to: "+12065550114", from: SANDBOX_KEYS.twilioFrom, body: "Hi" })).rejects.toThrow();
  expect((await box.texts().messages.list({ to: "+12065550114" })).map((one) => one.body)).toEqual(["Hi"]);
});
