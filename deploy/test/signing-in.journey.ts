import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, askSandbox, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { deskOf, foundCompany, hired, joined, type Person, signedUp, signInAs } from "./small-shop.ts";
import { type Steps, stepsOn } from "./steps.ts";
import { totp } from "./totp.ts";

// What happens around signing in: a forgotten password, where one lands, other accounts of the same person, other tabs.

let app: Omit<App, "stop">;
let browser: Browser;
let desk: Watched;
let other: Watched;
let own: Steps;
let away: Steps;
let greta: Person;
let twin: Person;
let appSecret = "";

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  desk = await openPage(browser, desktop);
  other = await openPage(browser, desktop);
  own = stepsOn(desk.page, app.url);
  away = stepsOn(other.page, app.url);
  greta = await signedUp(app.url, "signing-in.test", "Greta", "Holm");
  twin = await signedUp(app.url, "signing-in.test", "Gunnar", "Holm");
  await foundCompany(greta, `Holm Pets ${greta.email.slice(6, 14)}`);
  const factor = twin.api.client(SecondFactorService);
  const { secret } = await factor.beginSecondFactor({ currentPassword: twin.password });
  await factor.confirmSecondFactor({ code: totp(secret, -1) });
  appSecret = secret;
});
afterAll(() => browser?.close());

const signIn = async (steps: Steps, { email, password }: Pick<Person, "email" | "password">, query = "") => {
  await steps.goTo(`/sign_in${query}`);
  await steps.fill({ "Email or phone": email, Password: password });
  await steps.press("Sign in");
};

const mailed = async (to: string): Promise<string> => {
  const { mails } = (await (await askSandbox(app, `/mails?to=${encodeURIComponent(to)}&wait=20000`)).json()) as {
    mails: { text: string }[];
  };
  return /\b\d{6}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "no code in the mail";
};

test("reset-code-invalid: a forgotten password is replaced in three steps by a mailed code, and ends the other sessions", async () => {
  await signInAs(other.context, app.url, greta);
  await away.goTo("/profile");
  await away.seen("Your profile");
  // query-removed-on-sign-in: an address that names a company and a business loses both.
  await own.goTo("/sign_in?companyId=1&businessId=2");
  await own.page.waitForURL(/\/sign_in$/);
  await own.page.getByRole("link", { name: "Forgot your password?" }).click();
  await own.fill({ Email: "greta" });
  await own.press("Send the code");
  await own.seen("Invalid email");
  await own.fill({ Email: greta.email });
  await own.usable();
  await own.press("Send the code");
  await own.seen("Enter the code");
  const code = await mailed(greta.email);
  await own.fill({ Code: code === "000000" ? "000001" : "000000" });
  await own.press("Check the code");
  await own.seen("Invalid Code");
  await own.fill({ Code: code });
  await own.usable();
  await own.press("Check the code");
  await own.seen("Choose a new password");
  await own.fill({ "New password": "Password123" });
  await own.press("Set the new password");
  await own.seen("This password is among the most common ones. Please choose another.");
  const fresh = `${greta.password}-new`;
  await own.fill({ "New password": fresh });
  await own.usable();
  await own.press("Set the new password");
  await own.seen("Your password is changed. Sign in with the new one.");
  const { href } = new URL(own.page.url());
  expect(href).not.toContain(code);
  await away.page.reload();
  await away.page.waitForURL(/\/sign_in\?redirect=%2Fprofile/);
  await signIn(own, greta);
  await own.seen("Email or password error, please input correct information.");
  greta.password = fresh;
  await signIn(own, greta);
  await own.page.waitForURL(/\/home\/overview/);
});

test("signing out in one tab signs out the other ones", async () => {
  const tab = await desk.context.newPage();
  await tab.goto(`${app.url}/setting/tax`);
  await tab.getByText("No taxes yet").waitFor();
  await own.page.getByRole("button", { name: "Account of Greta Holm" }).click();
  await own.page.getByRole("menuitem", { name: "Sign out" }).click();
  await own.page.waitForURL(/\/sign_in$/);
  await tab.waitForURL(/\/sign_in\?redirect=%2Fsetting%2Ftax/);
  await tab.close();
});

test("an address that leads nowhere has the navigation around it as soon as somebody has signed in, without a reload", async () => {
  const { page } = own;
  await own.goTo("/no/such/page");
  await own.seen("There is no page at this address");
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await own.fill({ "Email or phone": greta.email, Password: greta.password });
  await own.press("Sign in");
  await page.waitForURL(/\/home\/overview/);
  for (let back = 0; back < 4 && !page.url().includes("/no/such/page"); back++) await page.goBack();
  await own.seen("There is no page at this address");
  await page.getByRole("navigation").first().waitFor();
});

test.each([
  ["login-redirect-host-check", "?redirect=%2Fsetting%2Ftax%3FstaffId%3D9", /\/setting\/tax\?.*companyId=\d+/],
  ["login-redirect-host-check", "?redirect=%2F%2Fevil.example%2Fx", /\/home\/overview\?/],
  ["login-redirect-invite", "?inviteCode=abc", /\/invite\/abc\/accept/],
  ["login-redirect-pricing", "?origin=pricing&plan=free", /\/select-plan\?plan=free/],
  ["login-redirect-pricing", "?origin=pricing&plan=paid&redirect=%2Fclient", /\/purchase/],
])("%s: signing in at /sign_in%s", async (_, query, expected) => {
  await desk.context.clearCookies();
  await signIn(own, greta, query);
  await own.page.waitForURL(expected);
  expect(new URL(own.page.url()).origin).toBe(app.url);
});

test("login-redirect-owner-no-company: somebody without a company is asked for one, and comes back to a page that needs none", async () => {
  const newcomer = await signedUp(app.url, "signing-in.test", "Nils", "Holm");
  await other.context.clearCookies();
  await signIn(away, newcomer, "?redirect=%2Fclient");
  await away.page.waitForURL(/\/business\/new-company/);
  await away.seen("Tell us about your business");
  await away.goTo("/client");
  await away.page.waitForURL(/\/business\/new-company/);
  await away.goTo("/sign_in?redirect=%2Fprofile");
  await away.page.waitForURL(/\/profile/);
});

test("who guesses too often is told to wait, and nobody else at the same address is", async () => {
  const guessed = await signedUp(app.url, "signing-in.test", "Uma", "Holm");
  const { api, email } = guessed;
  for (let tries = 0; tries < 10; tries++)
    await expect(api.client(SessionService).signIn({ email, password: `guess ${tries}` })).rejects.toThrow(/password error/);
  await other.context.clearCookies();
  await signIn(away, guessed);
  await away.seen(/Too many tries. Please try again in 1[45] minutes/);
  await away.usable();
  await signIn(away, greta);
  await away.page.waitForURL(/\/home\/overview/);
});

test("account-email-unique: the email is changed with the password, never to one that somebody has, and signs in from then on", async () => {
  const moved = `moved-${greta.email}`;
  await away.goTo("/profile");
  await away.fill({ Email: twin.email });
  await away.press("Save profile");
  await away.seen("Your password is required");
  await away.fill({ "Current password": greta.password });
  await away.press("Save profile");
  await away.seen("Email is already in use");
  await away.fill({ Email: moved });
  await away.press("Save profile");
  await away.seen("Profile saved");
  greta.email = moved;
  await away.goTo("/logout");
  await away.page.waitForURL(/\/sign_in/);
  await signIn(away, greta);
  await away.page.waitForURL(/\/home\/overview/);
});

test("a new phone number asks for the password too, and signs in from then on", async () => {
  await away.goTo("/profile");
  await away.fill({ Phone: "(206) 555-0191" });
  await away.seen("Needed because the phone number changes: it signs you in, too.");
  await away.press("Save profile");
  await away.seen("Your password is required");
  await away.fill({ "Current password": greta.password });
  await away.press("Save profile");
  await away.seen("Profile saved");
  await away.goTo("/logout");
  await away.page.waitForURL(/\/sign_in/);
  await signIn(away, { email: "206-555-0191", password: greta.password });
  await away.page.waitForURL(/\/home\/overview/);
});

test("another account of the same person is linked with its second step, switched to, and unlinked", async () => {
  await own.goTo("/account");
  await own.press("Link an account");
  await own.answer({ Email: twin.email, Password: twin.password });
  await own.confirm("Link account");
  await own.seen("Invalid Code");
  await own.usable();
  await own.answer({ "Code from its authenticator app": totp(appSecret) });
  await own.confirm("Link account");
  await own.seen("Account linked");
  await own.page.getByRole("button", { name: `Unlink ${twin.email}` }).waitFor();
  await own.usable();
  await own.press("Switch");
  await own.page.waitForURL(/\/business\/new-company/);
  await own.goTo("/profile");
  await own.holds("First name", "Gunnar");
});

test("new recovery codes replace the earlier ones, after the password", async () => {
  await own.press("New recovery codes");
  await own.page.getByRole("dialog").getByLabel("Current password").fill("wrong");
  await own.confirm(/Continue|Make/);
  await own.seen("Email or password error, please input correct information.");
  await own.page.getByRole("dialog").getByLabel("Current password").fill(twin.password);
  await own.confirm(/Continue|Make/);
  const codes = own.page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  const [fresh = ""] = await codes.allTextContents();
  expect(await codes.count()).toBe(10);
  await own.usable();
  await own.press("I saved them");
  await own.goTo("/logout");
  await own.page.waitForURL(/\/sign_in/);
  await signIn(own, twin);
  await own.fill({ Code: fresh });
  await own.press("Continue");
  await own.page.waitForURL(/\/business\/new-company/);
  await own.goTo("/account");
  await own.press(`Unlink ${greta.email}`);
  await own.confirm("Unlink");
  await own.seen("Unlinked");
  await own.seen("Link another account of yours to switch to it without signing in again.");
});

test("a company or business of others is refused like one that does not exist", async () => {
  const stranger = await signedUp(app.url, "signing-in.test", "Sven", "Berg");
  await foundCompany(stranger, "Somebody else's");
  const theirs = stranger.api.identity();
  const small = await browser.newContext({ viewport: phone, bypassCSP: true });
  await signInAs(small, app.url, greta);
  const hand = stepsOn(await small.newPage(), app.url);
  const seenAt = async (companyId: string, businessId: string) => {
    await hand.goTo(`/client?companyId=${companyId}&businessId=${businessId}`);
    await hand.seen("The address you opened is of a business that you do not belong to. Choose one of yours.");
    // What is below, one's linked accounts, comes in its own time.
    const text = (await hand.page.getByRole("main").textContent())?.split("Your other accounts")[0];
    return { path: new URL(hand.page.url()).pathname, text };
  };
  expect(await seenAt(theirs.companyId, theirs.businessId)).toEqual(await seenAt("987654321", "987654321"));
  await hand.usable();
  const own1 = greta.api.identity();
  await hand.goTo(`/client?companyId=${own1.companyId}&businessId=${theirs.businessId}`);
  await hand.seen("The address you opened is of a business that you do not belong to. Choose one of yours.");
  await hand.page.getByRole("button", { name: /Holm Pets/ }).click();
  await hand.page.waitForURL(new RegExp(`/client\\?companyId=${own1.companyId}&businessId=${own1.businessId}`));
  await small.close();
});

test("permission-scope-levels: whose role reaches all locations finds the others in the switcher; what it reaches opens there, what it does not is refused", async () => {
  const ida = await signedUp(app.url, "signing-in.test", "Ida", "Boss");
  await foundCompany(ida, `Home ${ida.email.slice(4, 12)}`);
  const { api } = ida;
  await api.client(LocationService).createLocation({ name: "North", businessType: 1 });
  const permissions = [Permission.VIEW_CALENDAR, Permission.VIEW_REPORTS_ALL_LOCATIONS];
  await api.client(RoleService).createRole({ name: "Auditor", permissions });
  const wim = await signedUp(app.url, "signing-in.test", "Wim", "Audit");
  await joined(ida, await hired(ida, { firstName: "Wim", role: "Auditor" }), wim);
  const { page, context, faults, steps: his } = await deskOf(browser, app.url, wim);
  await his.goTo("/report/reports");
  await his.seen("Nothing happened on these days");
  await his.press(/^Home/);
  await his.seen("You don't work here");
  await his.usable();
  await page.getByRole("menuitem", { name: /^North/ }).click();
  await page.getByRole("button", { name: "North", exact: true }).waitFor();
  await his.seen("Nothing happened on these days");
  await page.reload();
  await page.getByRole("button", { name: "North", exact: true }).waitFor();
  await his.seen("Nothing happened on these days");
  await his.goTo("/calendar/grooming");
  await his.seen("Your role does not include this page");
  await his.usable();
  await his.press("North");
  await page.getByRole("menuitem", { name: /^Home/ }).click();
  await page.getByRole("region", { name: "Calendar" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("nothing went wrong in the console", () => expect([...desk.faults, ...other.faults]).toEqual([]));
