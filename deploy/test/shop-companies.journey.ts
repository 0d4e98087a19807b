import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// Several companies under one roof: an enterprise and who stands in it, and an owner with two companies.

const domain = "shop-companies.test";
const mark = Date.now().toString(36);

let browser: Browser;
let desk: Desk;
let colleague: Desk;
let own: Steps;
let hers: Steps;
let owner: Person;
let enid: Person;

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, domain, "Olga", "Berg");
  enid = await signedUp(app.url, domain, "Enid", "Moor");
  await foundCompany(owner, `Birch ${mark}`);
  await hired(owner, { firstName: "Marcus", lastName: "Bell" });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  colleague = await deskOf(browser, app.url, enid);
  own = desk.steps;
  hers = colleague.steps;
  // An open page such as an invite knows of a session by the note that a page behind the door leaves.
  await hers.goTo("/business/new-company");
  await hers.seen("Tell us about your business");
});
afterAll(async () => browser?.close());

test("enterprise-staff-by-location: founded by an owner, joined by invite, and where one lands who is in it alone", async () => {
  await own.goTo("/setting/general/enterprise");
  await own.seen("This company is not in an enterprise");
  await own.press("Create an enterprise");
  await own.answer({ Name: `Forest ${mark}` });
  await own.confirm("Create enterprise");
  await own.seen("Enterprise created");
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Enid", "Last name": "Moor" });
  await own.choose("Works here as", "Enterprise staff");
  await own.usable();
  await own.press("Add staff member");
  await own.page.waitForURL(/createOrEditStaff\/\d+/);
  await own.press("Invite");
  await own.confirm("Make the link");
  await own.seen(/Invite link made/);
  const link = new URL(await own.field("Invite link").inputValue());
  await hers.goTo(link.pathname);
  await hers.press("Join as Enid");
  await hers.page.waitForURL(/\/account/);
  await hers.seen("Your enterprise");
  await hers.page.getByRole("list", { name: "Members" }).getByText("Enterprise staff").waitFor();
  await hers.usable();
  await own.goTo("/setting/general/enterprise");
  await own.row("Enid Moor").getByText("Enterprise staff").waitFor();
  await own.usable();
  await own.press("Make Enid Moor an enterprise owner");
  await own.confirm("Make owner");
  await own.row("Enid Moor").getByText("Enterprise owner").waitFor();
  await hers.goTo("/setting/staff/roles");
  await hers.row("Owner").waitFor();
  await own.press("Make Enid Moor enterprise staff");
  await own.confirm("Make staff");
  await own.row("Enid Moor").getByText("Enterprise staff").waitFor();

  await own.goTo("/setting/staff");
  await own.row("Enid Moor").click();
  await own.press(/^Remove$/);
  await own.seen("They can no longer be booked.");
  await own.confirm("Remove staff member");
  await own.seen("Staff member removed.");
  await hers.goTo("/logout");
  await hers.page.waitForURL(/\/sign_in/);
  await hers.fill({ "Email or phone": enid.email, Password: enid.password });
  await hers.press("Sign in");
  await hers.page.waitForURL(/\/account\?product=enterprise/);
  await hers.seen("Your enterprise");
  await own.goTo("/setting/general/enterprise");
  await own.press("Remove Enid Moor");
  await own.confirm("Remove");
  await own.seen("Removed from the enterprise");
});

test("company-switch, account-several-businesses: a second company is chosen in the header, and each stands in the order one likes", async () => {
  const second = `Cedar ${mark}`;
  await owner.api.client(LocationService).createLocation({ name: `Dock ${mark}`, businessType: 1 });
  await own.goTo("/account");
  await own.page.getByRole("link", { name: "New company" }).click();
  await own.seen("Another company");
  await own.fill({ "Business name": second });
  await own.press(/Create and open/);
  await own.page.waitForURL(/\/calendar\/grooming/);
  const inSecond = new URL(own.page.url()).search;
  await own.goTo(`/setting/createOrEditStaff${inSecond}`);
  await own.seen("Where and how");
  expect(await own.page.getByRole("group", { name: "Locations" }).count(), "locations of the other company").toBe(0);
  await own.goTo("/setting/staff");
  await own.row("Olga Berg").waitFor();
  await expect.poll(() => own.row("Marcus Bell").count()).toBe(0);
  await own.page.getByRole("button", { name: second, exact: true }).first().click();
  await own.page.getByRole("menuitem", { name: `Birch ${mark}`, exact: true }).click();
  await own.row("Marcus Bell").waitFor();
  expect(new URL(own.page.url()).searchParams.get("companyId")).toBe(owner.api.identity().companyId);
  await own.goTo("/account");
  const order = () => own.page.getByRole("list", { name: /Businesses of/ }).allTextContents();
  await own.press(`Move Dock ${mark} up`);
  const ofBirch = () =>
    own.page
      .getByRole("list", { name: `Businesses of Birch ${mark}` })
      .getByRole("listitem")
      .first()
      .textContent();
  await expect.poll(ofBirch).toContain("Dock");
  await own.press(`Move the company ${second} up`);
  await expect.poll(async () => (await order())[0]).toContain(second);
  await own.page.reload();
  await expect.poll(async () => (await order())[0]).toContain(second);
  expect(await ofBirch()).toContain("Dock");
  await own.usable();
  await own.goTo("/home");
  await own.page
    .getByRole("button", { name: `Birch ${mark}`, exact: true })
    .first()
    .click();
  await expect.poll(() => own.page.getByRole("menuitem").first().textContent()).toContain(second);
  await own.page.keyboard.press("Escape");
});

test("nothing went wrong in the console", () => expect([...desk.faults, ...colleague.faults]).toEqual([]));
