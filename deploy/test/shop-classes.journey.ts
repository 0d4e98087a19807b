import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, phone } from "./browser.ts";
import { planRecall } from "./day/plan-class.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { takenBack } from "./steps.ts";
import { typedDay, workday } from "./workday.ts";

// A training school's class is planned on its page, stands on the calendar of whoever teaches it, and fills there while somebody else enrolls.

const zone = "America/New_York";
const day = workday(zone).toString();

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "school.test", "Tess", "Teacher");
  await foundCompany(owner, "Good Dogs", zone);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROUP_CLASS"] });
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const session = /^Class: Recall, /;

test("a start that is proposed while somebody is in its field waits until they leave it, and what they type is all that stands", async () => {
  const { page, steps } = desk;
  const held: (() => void)[] = [];
  const hours = /StaffScheduleService.ListWorkingHours/;
  // Holds back what instructors' hours propose.
  await page.route(hours, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  const opened = async () => {
    await steps.goTo("/calendar/groupClass");
    await steps.press("New class");
    const drawer = page.getByRole("dialog", { name: "New class" });
    await drawer.getByLabel("Class", { exact: true }).click();
    await page.getByRole("option").first().click();
    await steps.answer({ "First session": day });
    const start = drawer.getByLabel("Begins at");
    const met = await start.inputValue();
    held.length = 0;
    await drawer.getByLabel("Instructor").click();
    await page.getByRole("option", { name: "Tess Teacher" }).click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await start.focus();
    await start.selectText();
    const answered = page.waitForResponse(hours);
    for (const go of held) go();
    await (await answered).finished();
    return { drawer, start, met };
  };
  const typing = await opened();
  await page.waitForTimeout(300);
  expect(await typing.start.inputValue()).toBe(typing.met);
  await page.keyboard.type("3:15 PM");
  expect(await typing.start.inputValue()).toBe("3:15 PM");
  await typing.drawer.getByLabel("Maximum pets").focus();
  expect(await typing.start.inputValue()).toBe("3:15 PM");
  const leaving = await opened();
  await leaving.drawer.getByLabel("Maximum pets").focus();
  await expect.poll(() => leaving.start.inputValue()).not.toBe(leaving.met);
  await page.unroute(hours);
});

test("a session stands on the day with its places, which fill while somebody enrolls elsewhere; it opens its class", async () => {
  const { page, steps } = desk;
  await planRecall(desk, { day, instructor: "Tess Teacher", most: 2 });
  await steps.goTo(`/calendar/grooming?view=day&date=${day}`);
  const card = page.getByRole("button", { name: session });
  await card.getByText("0 of 2 places taken").waitFor();
  const who = { client: { firstName: "Ann", lastName: "Alder" }, pets: [{ petName: "Rex", petType: "Dog" }] };
  const { client, pets } = await owner.api.client(ClientService).createClientWithPets(who);
  const { classes } = await owner.api.client(ClassService).listClasses({});
  const pet = { customerId: client?.customerId ?? "0", petId: pets[0]?.petId ?? "0" };
  await owner.api.client(ClassService).enrolPet({ classId: classes[0]?.id ?? "0", ...pet });
  await card.getByText("1 of 2 places taken").waitFor();
  await steps.usable();
  await card.click();
  await page.waitForURL(/\/calendar\/groupClass\?class=/);
  await steps.seen("Rex");
});

test("what is done to a class can be taken back: a session that was moved or canceled, a pet that was taken out", async () => {
  const { page, steps } = desk;
  const undo = (said: string) => takenBack(page, said);
  const head = page.getByRole("heading", { level: 3 });
  await head.filter({ hasText: "10:00" }).waitFor();
  await steps.press("Move");
  await steps.answer({ "Begins at": "11:00 AM", "Ends at": "12:00 PM" });
  await steps.confirm("Move session");
  await head.filter({ hasText: "11:00" }).waitFor();
  await undo("Session moved");
  await head.filter({ hasText: "10:00" }).waitFor();
  await steps.press("Cancel session");
  await steps.confirm("Cancel session");
  await steps.seen("Session canceled");
  await page.getByText("Canceled", { exact: true }).first().waitFor();
  await undo("Session canceled");
  await page.getByText("1 of 2 places taken").waitFor();
  await steps.press("More about Rex");
  await page.getByRole("menuitem", { name: "Take out of the class" }).click();
  await steps.confirm("Take out");
  await steps.seen("Rex left the class");
  await page.getByText("0 of 2 places taken").waitFor();
  await undo("Rex left the class");
  await page.getByText("1 of 2 places taken").waitFor();
  await steps.usable();
});

test("a class meets every other week on two days, or on dates that were picked: what it comes to is said before, and its sessions are those", async () => {
  const { page, steps } = desk;
  const first = Temporal.PlainDate.from(day).add({ weeks: 4 });
  const next = first.add({ days: first.dayOfWeek === 5 ? -1 : 1 });
  const [from, other] = [first, next].toSorted(Temporal.PlainDate.compare) as [Temporal.PlainDate, Temporal.PlainDate];
  const begun = async (name: string, start: string) => {
    await steps.goTo("/calendar/groupClass");
    await steps.press("New class");
    await steps.choose("Class", /./);
    await steps.choose("Instructor", "Tess Teacher");
    await steps.answer({ Name: name, "First session": typedDay(from), "Begins at": start });
    return page.getByRole("dialog", { name: "New class" });
  };
  const datesOf = async (name: string) => {
    const { classes } = await owner.api.client(ClassService).listClasses({});
    return classes.find((one) => one.name === name)?.sessions.map(({ date }) => Temporal.PlainDate.from(date ?? "").toString());
  };
  const drawer = await begun("Twice", "3:00 PM");
  await drawer.getByText(/^Every week, until /).waitFor();
  await steps.answer({ "Every (weeks)": "2", Sessions: "4" });
  await drawer
    .getByRole("group", { name: /^On these days/ })
    .getByText(other.toLocaleString("en-US", { weekday: "short" }), { exact: true })
    .click();
  await drawer.getByText(/^Every 2 weeks on \w+day and \w+day, until /).waitFor();
  await steps.usable();
  await drawer.getByRole("button", { name: "Plan class" }).click();
  await steps.seen("Class planned");
  const later = [from, other].map((one) => one.add({ weeks: 2 }));
  expect(await datesOf("Twice")).toEqual([from, other, ...later].map(String));

  const picked = await begun("Camp", "1:00 PM");
  await steps.choose("Meets", "On dates that you pick");
  const days = [from.add({ weeks: 1 }), other.add({ weeks: 1 }), from.add({ weeks: 3 })];
  for (const one of [...days, from.add({ weeks: 5 })]) {
    await picked.getByLabel("Another session", { exact: true }).fill(typedDay(one));
    await picked.getByLabel("Another session", { exact: true }).press("Tab");
    await steps.holds("Another session", "");
  }
  await picked.getByText(/^5 sessions, /).waitFor();
  await picked.getByRole("list", { name: "Picked dates" }).getByRole("button").last().click();
  await picked.getByText(/^4 sessions, /).waitFor();
  await steps.usable();
  await picked.getByRole("button", { name: "Plan class" }).click();
  await steps.seen("Class planned");
  expect(await datesOf("Camp")).toEqual([from, ...days].map(String));
});

test("the week, the month and a phone's list and month show the session as a class", async () => {
  const { page, steps } = desk;
  await steps.goTo(`/calendar/grooming?view=week&date=${day}`);
  await page.getByRole("button", { name: session }).waitFor();
  await steps.usable();
  await steps.goTo(`/calendar/grooming?view=month&date=${day}`);
  await page.getByRole("button", { name: session }).first().getByText("Recall").waitFor();
  await steps.usable();
  await page.getByRole("button", { name: session }).first().click();
  await page.waitForURL(/\/calendar\/groupClass\?class=/);
  const small = await deskOf(browser, url, owner, phone);
  await small.steps.goTo(`/calendar/grooming?view=month&date=${day}`);
  await small.page
    .getByRole("button", { name: /^Open .*\d, 1 class$/ })
    .first()
    .waitFor();
  await small.steps.goTo(`/calendar/grooming?view=list&date=${day}`);
  const row = small.page.getByRole("button", { name: /Recall/ }).first();
  await row.getByText("Class", { exact: true }).waitFor();
  await row.getByText(/1 of 2 places taken/).waitFor();
  await small.steps.usable();
  expect([...desk.faults, ...small.faults]).toEqual([]);
});
