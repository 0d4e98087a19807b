import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareKind, CareOutcome, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, phone } from "./browser.ts";
import { booked, type Desk, deskOf, foundCompany, hired, joined, type Person, signedUp } from "./small-shop.ts";
import { wireDay } from "./wire.ts";

// Two people with a phone each, in a kennel where the network does not reach: the sheet stays, is ticked, survives a reload, and both phones' ticks meet.

// Where it is early: what a dog is fed is noted on its day.
const zones = ["America/New_York", "Pacific/Honolulu", "Asia/Tokyo", "Europe/Berlin"];
const zone = zones.find((one) => Temporal.Now.zonedDateTimeISO(one).hour < 9) ?? "America/New_York";
const date = Temporal.Now.plainDateISO(zone).toString();

let browser: Browser;
let url: string;
let owner: Person;
let helper: Person;
let mine: Desk;
let theirs: Desk;
let appointmentId: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "offline.test", "Olga", "Owner");
  await foundCompany(owner, "Far Kennels", zone);
  appointmentId = await booked(owner, { firstName: "Rita", lastName: "Reed", petName: "Rufus", date, startTime: 600, anyDay: true });
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: appointmentId });
  const petId = appointment?.petServiceList[0]?.petId ?? "0";
  for (const [name, time] of [
    ["Kibble", 600],
    ["Insulin", 605],
    ["Apoquel", 610],
    ["Rimadyl", 615],
    ["Supper", 620],
  ] as const)
    await owner.api
      .client(CareService)
      .createCareSchedule({ appointmentId, petId, kind: CareKind.FEEDING, name, amount: "1", unit: "cup", times: [time] });
  helper = await signedUp(url, "offline.test", "Hank", "Helper");
  await joined(owner, await hired(owner, { firstName: "Hank", lastName: "Helper", role: "Manager" }), helper);
  browser = await openBrowser();
  [mine, theirs] = [await deskOf(browser, url, owner, phone), await deskOf(browser, url, helper, phone)];
});
afterAll(async () => await browser?.close());

const path = `/home/overview/tasks/${date}`;
const given = (page: Page, what: string): Locator => page.getByRole("button", { name: new RegExp(`^Given: Rufus: 1 cup ${what}`) });
const line = (page: Page, what: string): Locator => page.getByRole("listitem").filter({ hasText: `1 cup ${what}` });

const databases = (page: Page): Promise<string[]> => page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))");

/** The page is open and would open again without a network. */
async function opened({ page, steps }: Desk): Promise<void> {
  await steps.goTo(path);
  await steps.seen("5 of 5 left to do");
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  await expect.poll(() => databases(page)).toContain("leashline-day");
}

const entries = async () => {
  const { events } = await owner.api.client(CareService).getCareSheet({ appointmentId });
  return events.map((one) => [one.staffName, one.time, CareOutcome[one.outcome], one.note].filter(Boolean).join(" ")).toSorted();
};

const part = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const headings = (page: Page): Promise<string[]> => page.getByRole("heading", { level: 2 }).allInnerTexts();

/** Of a task, or of all under a heading. */
async function giveTo({ page }: Desk, what: RegExp, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  // The sheet that has just changed may come again meanwhile; whoever sees no menu opens it once more.
  await vi.waitFor(
    async () => {
      if (!(await item.isVisible())) await page.getByRole("button", { name: what }).click({ timeout: 2_000 });
      await item.click({ timeout: 2_000 });
    },
    { timeout: 30_000, interval: 200 },
  );
}

/** Done by key: whoever did goes on at the same task, also where it stands under somebody else then. */
async function pressed(page: Page, what: string, then: string): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}: Rufus: 1 cup Apoquel`) });
  await button(what).press("Enter");
  await button(then).and(page.locator(":focus")).waitFor();
}

test("who is to do a task is said on one phone and seen on the other at once: their own first, then whose it is, then what nobody has; all of a heading is given at once, and back", async () => {
  await opened(mine);
  await opened(theirs);
  await theirs.page.getByRole("tab", { name: "By person" }).click();
  await part(theirs.page, "My tasks").getByText("Nothing is yours yet.").waitFor();
  expect(await headings(theirs.page)).toEqual(["My tasks", "Nobody yet"]);
  await giveTo(mine, /^Give to… Rufus: 1 cup Supper/, "Hank Helper");
  await line(mine.page, "Supper").getByText("Assigned to Hank Helper").waitFor();
  await part(theirs.page, "My tasks").getByText("1 cup Supper").waitFor();
  await mine.page.getByRole("button", { name: /^I'll do it: Rufus: 1 cup Insulin/ }).click();
  await part(theirs.page, "Olga Owner").getByText("1 cup Insulin").waitFor();
  expect(await headings(theirs.page)).toEqual(["My tasks", "Olga Owner", "Nobody yet"]);
  await theirs.steps.usable();
  await pressed(theirs.page, "I'll do it", "Give back");
  await part(theirs.page, "My tasks").getByText("1 cup Apoquel").waitFor();
  await pressed(theirs.page, "Give back", "I'll do it");
  await part(theirs.page, "Nobody yet").getByText("1 cup Apoquel").waitFor();
  await giveTo(theirs, /^Give all to… Nobody yet$/, "Olga Owner");
  await part(theirs.page, "Nobody yet").waitFor({ state: "detached" });
  await line(mine.page, "Rimadyl").getByText("Assigned to you").waitFor();
  await theirs.steps.undo("3 tasks: assigned to Olga Owner");
  await part(theirs.page, "Nobody yet").getByText("1 cup Rimadyl").waitFor();
  await line(mine.page, "Rimadyl").getByText("Nobody yet").waitFor();
  expect(await headings(theirs.page)).toEqual(["My tasks", "Olga Owner", "Nobody yet"]);
});

test("without a network the sheet is ticked, is there after a reload, and nothing has been sent", async () => {
  await opened(mine);
  await opened(theirs);
  for (const { context } of [mine, theirs]) await context.setOffline(true);
  await given(mine.page, "Kibble").click();
  await line(mine.page, "Kibble")
    .getByText(/^Given at .+, waiting to be sent$/)
    .waitFor();
  await mine.page.reload();
  await mine.steps.seen(/^No connection\. This is the sheet as it was at/);
  await line(mine.page, "Kibble")
    .getByText(/^Given at .+, waiting to be sent$/)
    .waitFor();
  await mine.steps.seen("1 tick waits on this device and will be sent when the connection is back.");
  await mine.steps.seen("Without a connection tasks can be ticked, but not given to anyone.");
  await line(mine.page, "Supper").getByText("Assigned to Hank Helper").waitFor();
  expect(await mine.page.getByRole("button", { name: /^(I'll do it|Give (to|all|back))/ }).count()).toBe(0);
  await mine.steps.usable();
  await line(mine.page, "Rimadyl")
    .getByRole("button", { name: /^Not given: / })
    .click();
  await line(mine.page, "Rimadyl")
    .getByRole("group", { name: /^Why not: / })
    .waitFor();
  await line(mine.page, "Insulin")
    .getByRole("button", { name: /^Not given: / })
    .click();
  await line(mine.page, "Insulin").getByRole("textbox", { name: "Another reason" }).fill("Pen is empty");
  // The question is in nobody's way: what was typed is kept with the press of the next line, and answered afterwards it is one tick all the same.
  await given(mine.page, "Apoquel").click();
  await line(mine.page, "Apoquel")
    .getByText(/^Given at .+, waiting to be sent$/)
    .waitFor();
  await line(mine.page, "Insulin")
    .getByText(/^Not given at .+, waiting to be sent · Pen is empty$/)
    .waitFor();
  await mine.steps.usable();
  await line(mine.page, "Rimadyl").getByRole("button", { name: "Refused" }).click();
  await line(mine.page, "Rimadyl")
    .getByText(/^Not given at .+, waiting to be sent · Refused$/)
    .waitFor();
  await mine.steps.seen("4 ticks wait on this device and will be sent when the connection is back.");
  await given(theirs.page, "Kibble").click();
  await mine.steps.seen("1 of 5 left to do");
  expect(await entries()).toEqual([]);
});

test("when the network is back both phones' ticks are there; what two people ticked is said to the second, and both entries stay", async () => {
  const sent = [
    "Olga Owner 600 GIVEN",
    "Olga Owner 605 NOT_GIVEN Pen is empty",
    "Olga Owner 610 GIVEN",
    "Olga Owner 615 NOT_GIVEN Refused",
  ];
  await mine.context.setOffline(false);
  await expect.poll(entries, { timeout: 30_000 }).toEqual(sent);
  await mine.steps.seen("1 of 5 left to do");
  await line(mine.page, "Rimadyl")
    .getByText(/^Not given by Olga Owner, .+ · Refused$/)
    .waitFor();
  await theirs.context.setOffline(false);
  await expect.poll(entries, { timeout: 30_000 }).toEqual(["Hank Helper 600 GIVEN", ...sent]);
  await theirs.steps.seen(/Kibble, .+: you noted “Given” at .+, Olga Owner noted “Given” .+\. Both are kept; the later one counts\./);
  await line(theirs.page, "Kibble").getByText("Given twice: Hank Helper, Olga Owner").waitFor();
  await theirs.steps.usable();
  await theirs.steps.press("Got it");
  await theirs.page.getByText("Both are kept").waitFor({ state: "detached" });
});

test("a tick for a visit that has left the day meanwhile is not lost: it says why it was not taken, and is sent again or removed", async () => {
  await theirs.context.setOffline(true);
  await given(theirs.page, "Supper").click();
  await theirs.steps.seen("1 tick waits on this device");
  const startDate = wireDay(Temporal.PlainDate.from(date).add({ days: 3 }));
  await owner.api.client(AppointmentService).rescheduleCard({ appointmentId, startDate });
  await theirs.context.setOffline(false);
  await theirs.steps.seen(/^“Given” at .+ was not taken:/);
  await theirs.page.reload();
  await theirs.steps.seen(/^“Given” at .+ was not taken:/);
  await theirs.steps.press("Remove");
  await theirs.page.getByText("was not taken").waitFor({ state: "detached" });
});

test("after the sign-out no name is left on the device, and the page does not open without a network", async () => {
  const { page, context, steps } = mine;
  await steps.goTo("/logout");
  await page.waitForURL(/sign_in/);
  await expect.poll(() => databases(page)).not.toContain("leashline-day");
  await context.setOffline(true);
  await steps.goTo(path);
  await page.waitForURL(/sign_in/);
  expect(await page.getByText("Rufus").count()).toBe(0);
  const offline = /Failed to load resource: net::ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_INTERNET_DISCONNECTED/;
  expect([...mine.faults, ...theirs.faults].filter((fault) => !offline.test(fault))).toEqual([]);
});
