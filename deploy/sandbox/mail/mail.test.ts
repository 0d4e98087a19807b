import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Box, startBox } from "../test/box.ts";

let box: Box;
beforeAll(async () => {
  box = await startBox();
});
beforeEach(() => box.reset());
afterAll(() => box.stop());

const mailer = () =>
  createTransport({ host: "127.0.0.1", port: box.sandbox.smtpPort, secure: false, connectionTimeout: 2000, socketTimeout: 1000 });
const letter = {
  from: "Paws & Co <shop@example.test>",
  to: "Ann <ann@example.test>",
  subject: "Receipt é",
  text: "Thanks",
  html: "<p>Thanks <b>Ann</b></p><script>alert(1)</script>",
  messageId: "<m1@example.test>",
};

test("keeps text, HTML and attachments, and the same letter only once", async () => {
  await mailer().sendMail({ ...letter, attachments: [{ filename: "a.txt", content: "hello" }] });
  await mailer().sendMail({ ...letter, attachments: [{ filename: "a.txt", content: "hello" }] });
  const { mails } = await box.api<{ mails: { id: string; subject: string; copies: number; text: string; from: string }[] }>(
    "/mails?to=ann@example.test&wait=5000",
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: "Receipt é", copies: 2, text: "Thanks\n", from: "Paws & Co <shop@example.test>" });
  const part = (name: string) => {
    const headers = { authorization: `Bearer ${box.sandbox.token}` };
    return fetch(`${box.sandbox.url}/sandbox/api/mails/${mails[0]?.id}/${name}`, { headers });
  };
  const html = await part("html");
  expect(html.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await html.text()).toContain("<b>Ann</b>");
  expect(await (await part("attachments/0")).text()).toBe("hello");
});

test.each([
  ["error", 451],
  ["decline", 550],
  ["lost", undefined],
  ["timeout", undefined],
])("switch %s", async (mode, responseCode) => {
  await box.api("/switches/mail", "PUT", { mode, remaining: 1 });
  await expect(mailer().sendMail(letter)).rejects.toMatchObject(responseCode ? { responseCode } : {});
  const { mails } = await box.api<{ mails: unknown[] }>("/mails");
  expect(mails).toHaveLength(mode === "lost" ? 1 : 0);
});

test("an address that starts with bounce is refused", async () => {
  await expect(mailer().sendMail({ ...letter, to: "bounce@example.test" })).rejects.toMatchObject({ responseCode: 550 });
});

test("whether a mail is known is found as quickly among thirty thousand as among few", () => {
  const { store } = box.sandbox;
  store.db.exec(
    `insert into doc (id, kind, created, body)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
     select 'mail_' || i, 'mail', 0, json_object('messageId', '<m' || i || '@many.test>', 'raw', printf('%.2000c', 'x')) from n`,
  );
  const began = performance.now();
  for (let n = 1; n <= 50; n++) {
    const found = store.list({ kinds: ["mail"], equals: { messageId: `<m${n * 600}@many.test>` } });
    expect(found).toHaveLength(1);
  }
  expect(performance.now() - began).toBeLessThan(1500);
});
