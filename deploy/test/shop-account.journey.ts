import { createHmac } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, type Watched } from "./browser.ts";
import { type Listener, openListener } from "./listener.ts";
import { freshPassword } from "./small-shop.ts";
import { type Steps, stepsOn } from "./steps.ts";
import { totp } from "./totp.ts";

// A person's own account, and the keys and webhooks of a company, in a company of its own.

const mark = Date.now().toString(36);
const owner = { email: `otto-${mark}@account.test`, password: freshPassword() };

let app: Omit<App, "stop">;
let browser: Browser;
let desk: Watched;
let other: Watched;
let own: Steps;
let away: Steps;
let listener: Listener;

beforeAll(async () => {
  app = await sharedApp();
  listener = await openListener();
  browser = await openBrowser();
  desk = await openPage(browser, desktop);
  other = await openPage(browser, desktop);
  own = stepsOn(desk.page, app.url);
  away = stepsOn(other.page, app.url);
  await own.goTo("/sign_up");
  await own.fill({ "First name": "Otto", "Last name": "Lind", Email: owner.email, Password: owner.password });
  await own.press("Create account");
  await own.page.waitForURL(/\/business\/new-company/);
  await own.fill({ "Business name": `Otter ${mark}` });
  await own.press(/Create and open/);
  await own.page.waitForURL(/\/calendar\/grooming/);
});
afterAll(async () => {
  await browser?.close();
  listener?.close();
});

const signIn = async (steps: Steps, password = owner.password) => {
  await steps.goTo("/sign_in");
  await steps.fill({ "Email or phone": owner.email, Password: password });
  await steps.press("Sign in");
};

const call = (secret: string) =>
  fetch(`${app.url}/leashline.account.v1.LocationService/ListLocations`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    body: "{}",
  });

test("the profile: a picture, a name, and a wrong file said beside it", async () => {
  await own.goTo("/profile");
  const file = own.page.locator("input[type=file]");
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await own.seen("Choose a picture: PNG, JPEG, WebP, GIF or AVIF.");
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png });
  await own.page.getByRole("img", { name: "Picture of Otto Lind" }).waitFor();
  await own.fill({ "Last name": "Lindqvist" });
  await own.press("Save profile");
  await own.seen("Profile saved");
  await own.page.reload();
  await own.page.getByRole("img", { name: "Picture of Otto Lindqvist" }).waitFor();
  expect(
    await own.page
      .getByRole("img", { name: "Picture of Otto Lindqvist" })
      .evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth),
  ).toBeGreaterThan(0);
  await own.usable();
});

test("an API key is shown once, opens what it was given, is rotated and ends when revoked", async () => {
  await own.goTo("/setting/integration");
  await own.page.getByRole("heading", { name: "No API keys yet" }).waitFor();
  await own.press("Add key");
  await own.fill({ "What it is for": "Bookkeeping" });
  await own.confirm("Add key");
  await own.seen("Choose what the key may do");
  await own.page.getByRole("checkbox", { name: "All of Reports" }).check();
  await own.usable();
  await own.confirm("Add key");
  const first = await own.field("API key").inputValue();
  expect(first).toMatch(/^llk_.{43}$/);
  await own.usable();
  await own.press("I saved it");
  expect((await call(first)).status).toBe(200);

  await own.press("Rotate Bookkeeping");
  await own.confirm("Make a new key");
  const second = await own.field("API key").inputValue();
  expect(second).not.toBe(first);
  await own.press("I saved it");
  expect([(await call(first)).status, (await call(second)).status]).toEqual([200, 200]);
  await own.page.reload();
  await expect.poll(() => own.page.getByRole("row").filter({ hasText: "Ends soon" }).count()).toBe(1);
  const live = own.page.getByRole("row").filter({ has: own.page.getByText("Live", { exact: true }) });
  await expect.poll(() => live.textContent()).not.toContain("Never");
  await live.getByRole("button", { name: "Revoke Bookkeeping" }).click();
  await own.press("Revoke key");
  await own.seen("Key revoked. It no longer works.");
  await expect.poll(async () => (await call(second)).status, { timeout: 5_000 }).toBe(401);
  expect((await call(first)).status).toBe(200);
  expect(await own.page.content()).not.toContain(second);
});

test("a webhook arrives signed, its delivery is logged, and a replay sends it again under the same id", async () => {
  const { url, posted } = listener;
  await own.goTo("/setting/integration/webhooks");
  await own.press("Add address");
  await own.fill({ Address: "maple.example" });
  await own.confirm("Add webhook");
  await own.seen("The url should start with http:// or https://");
  await own.fill({ Address: url, "What it is for": "Test" });
  await own.confirm("Add webhook");
  const secret = await own.field("Signing secret").inputValue();
  expect(secret).toMatch(/^whsec_/);
  await own.press("I saved it");
  await own.press(`Send a test to ${url}`);
  await expect.poll(() => posted.length, { timeout: 20_000 }).toBeGreaterThan(0);
  const [first] = posted;
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = first?.headers ?? {};
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${at}.${first?.body}`).digest("base64");
  expect(String(signature).split(" ")).toContain(`v1,${expected}`);
  expect(JSON.parse(first?.body ?? "{}").type).toBe("test.ping");

  await own.page.getByRole("link", { name: `What was sent to ${url}` }).click();
  await own.page.getByRole("row").filter({ hasText: "test.ping" }).filter({ hasText: "Delivered" }).waitFor();
  await own.page.getByRole("row").filter({ hasText: "test.ping" }).click();
  await own.seen(`Message ${id}`);
  await own.usable();
  await own.page.keyboard.press("Escape");
  await own.press("Replay");
  await own.usable();
  await own.confirm("Send again");
  await own.seen(/Sending \d+ events? again/);
  await own.usable();
});

let recovery: string[] = [];
let appSecret = "";

test("a second step: set up with a key, a wrong code refused, recovery codes shown once", async () => {
  await own.goTo("/profile");
  await own.press("Turn on");
  await own.page.getByRole("dialog").getByLabel("Current password").fill("not the password");
  await own.confirm("Continue");
  await own.seen("Email or password error, please input correct information.");
  await own.page.getByRole("dialog").getByLabel("Current password").fill(owner.password);
  await own.confirm("Continue");
  await own.page.getByRole("img", { name: "Square code for the authenticator app" }).waitFor();
  appSecret = await own.field("Key").inputValue();
  await own.usable();
  await own.fill({ "Code from the app": "000000" });
  await own.confirm("Turn on");
  await own.seen("Invalid Code");
  await own.fill({ "Code from the app": totp(appSecret) });
  await own.confirm("Turn on");
  const codes = own.page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  recovery = await codes.allTextContents();
  expect(new Set(recovery).size).toBe(10);
  await own.usable();
  await own.press("I saved them");
  await own.seen("You have 10 recovery codes left.");
});

test("signing in asks for the code, takes the next one and a recovery code, each once", async () => {
  await signIn(away);
  await away.seen("One more step");
  await away.usable();
  await away.fill({ Code: "123456" });
  await away.press("Continue");
  await away.seen("Invalid Code");
  // The code that turned it on is used up; the one of the next half minute is accepted early.
  await away.fill({ Code: totp(appSecret, 1) });
  await away.press("Continue");
  await away.page.waitForURL(/\/home\/overview/);
  await away.goTo("/logout");
  await away.page.waitForURL(/\/sign_in/);
  await signIn(away);
  await away.fill({ Code: recovery[0] ?? "" });
  await away.press("Continue");
  await away.page.waitForURL(/\/home\/overview/);
  await own.page.reload();
  await own.seen("You have 9 recovery codes left.");
});

test("sessions: another device is listed and ended; signing out everywhere reaches the other tab", async () => {
  await own.page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await own.seen("Signed out on that device");
  await away.page.waitForURL(/\/sign_in\?redirect=/);

  const tab = await desk.context.newPage();
  await tab.goto(`${app.url}/setting/general`);
  await tab.getByText("Company name").first().waitFor();
  await own.press("Turn off");
  await own.page.getByRole("dialog").getByLabel("Current password").fill(owner.password);
  await own.confirm("Turn off");
  await own.seen("Two-step verification is off.");
  await own.page.getByRole("button", { name: "Sign out everywhere" }).first().click();
  await own.confirm("Sign out everywhere");
  await own.page.waitForURL(/\/sign_in/);
  await tab.waitForURL(/\/sign_in/);
  await tab.close();
});

test("a passkey is made with the device and signs in without the password", async () => {
  await signIn(own);
  await own.page.waitForURL(/\/home\/overview/);
  const device = await desk.context.newCDPSession(own.page);
  await device.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await device.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, automaticPresenceSimulation: true } });
  await own.goTo("/profile");
  await own.press("Add a passkey");
  await own.fill({ "Name of the device": "Front desk" });
  await own.page.getByRole("dialog").getByLabel("Current password").fill(owner.password);
  await own.confirm("Continue");
  await own.page.getByRole("list", { name: "Passkeys" }).getByText("Front desk").waitFor();
  await own.usable();
  await own.goTo("/logout");
  await own.page.waitForURL(/\/sign_in/);
  await own.press("Sign in with a passkey");
  await own.page.waitForURL(/\/home\/overview/);
});

test("auto-login-guard: a token in the address signs in once and leaves the address", async () => {
  const token = await own.page.evaluate(async () => {
    const answer = await fetch("/leashline.account.v1.SessionService/CreateLoginToken", {
      method: "POST",
      headers: { "content-type": "application/json", "x-leashline-csrf": "1" },
      body: "{}",
    });
    return ((await answer.json()) as { token: string }).token;
  });
  await away.goTo(`/profile?token=${token}`);
  await away.seen("Your profile");
  expect(away.page.url()).not.toContain("token");
  await away.goTo("/logout");
  await away.page.waitForURL(/\/sign_in/);
  await away.goTo(`/profile?token=${token}`);
  await away.page.waitForURL(/\/sign_in\?redirect=%2Fprofile/);
  expect(away.page.url()).not.toContain(token);
});

test("login-redirect-host-check: a foreign address to return to is ignored", async () => {
  await away.goTo("/sign_in?redirect=https%3A%2F%2Fevil.example%2Fx");
  await away.fill({ "Email or phone": owner.email, Password: owner.password });
  await away.press("Sign in");
  await away.page.waitForURL(/\/home\/overview/);
  expect(new URL(away.page.url()).origin).toBe(new URL(app.url).origin);
});

test("a new password ends the other sessions and is the one that opens", async () => {
  await own.goTo("/profile");
  await own.fill({ "Current password": owner.password, "New password": `${owner.password}-2` });
  await own.press("Change password");
  await own.seen("Password changed. Your other devices are signed out.");
  await away.page.waitForURL(/\/sign_in/);
  await signIn(away);
  await away.seen("Email or password error, please input correct information.");
  await signIn(away, `${owner.password}-2`);
  await away.page.waitForURL(/\/home\/overview/);
});

test("nothing went wrong in the console", () => expect([...desk.faults, ...other.faults]).toEqual([]));
