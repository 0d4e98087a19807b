import { type DnsServer, startDns } from "@leashline/kit/test";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import {
  BookingPaymentType,
  DepositType,
  PaymentGroupKind,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontConfigService } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, startApp } from "./app.ts";
import { axeFaults, desktop, openBrowser, openPage, phone } from "./browser.ts";
import { enterCard } from "./checkout/drawer.ts";
import { confirmByText } from "./day/outside.ts";
import { saysWho, takesATime } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A shop has a domain. The owner says so, makes the two records, and clients book there; DNS is a server of this journey's own.

const domain = "book.pawsandco.example";
const number = "+12065550193";
/** Which this journey has none of. */
const ONLY_WITH_HTTPS = "The Cross-Origin-Opener-Policy header has been ignored";

let dns: DnsServer;
let app: App;
let browser: Browser;
let owner: Person;
let name: string;
let shop: string;
let desk: Desk;

beforeAll(async () => {
  dns = await startDns();
  app = await startApp({ env: { LEASHLINE_DNS: dns.address } });
  shop = `http://${domain}:${app.port}`;
  owner = await signedUp(app.url, "domain.test", "Ines", "Sander");
  await foundCompany(owner, "Paws and Co");
  const { api } = owner;
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const changes = { isEnable: true, clientPortal: true };
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting(changes);
  name = setting?.bookOnlineName ?? "";
  await api.client(StorefrontConfigService).updateStorefrontConfig({ published: true, aboutUs: "We groom dogs of every size." });
  await api.client(PaymentGroupService).updatePaymentGroupSetting({
    kind: PaymentGroupKind.NEW,
    paymentType: BookingPaymentType.PREPAY,
    prepayType: PrepayType.DEPOSIT,
    depositType: DepositType.PERCENTAGE,
    depositPercentage: 50,
  });
  // The name leads to this machine.
  browser = await openBrowser([`--host-resolver-rules=MAP ${domain} 127.0.0.1`]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await dns?.close();
});

/** A phone on which the domain has what every browser gives to pages that come by https, as this one would. */
async function openVisitor() {
  const watched = await openPage(browser, phone, { bypassCSP: false });
  const content = "crypto.randomUUID ??= () => URL.createObjectURL(new Blob()).slice(-36)";
  await watched.context.addInitScript({ content });
  return watched;
}

test("the owner sets a domain, is told which records to make, makes them, and it is live", async () => {
  desk = await deskOf(browser, app.url, owner);
  const { steps, page } = desk;
  await steps.goTo("/online_booking/settings");
  await page.getByRole("link", { name: "Your own domain for this page" }).click();
  await steps.seen("Not set");
  await steps.fill({ Domain: "https://book.pawsandco.example/services" });
  await steps.press("Save domain");
  await steps.seen("The domain should be a name alone");
  await steps.fill({ Domain: "https://Book.PawsAndCo.example/" });
  await steps.press("Save domain");
  await steps.seen("Waiting for DNS");
  await steps.holds("Name of the CNAME record", domain);
  await steps.holds("Value of the CNAME record", "localhost");
  await steps.holds("Name of the TXT record", `_leashline.${domain}`);
  await steps.seen("We don’t see this record yet");
  await steps.usable();

  const proof = await page.getByLabel("Value of the TXT record", { exact: true }).inputValue();
  dns.names.set(domain, { CNAME: ["localhost"] }).set(`_leashline.${domain}`, { TXT: [proof] });
  // A check a moment ago, of which this would be told.
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Check now" }).click();
      return await page.getByText(`Clients can book at ${domain}. Keep both records.`).isVisible();
    })
    .toBe(true);
  await steps.seen("We see this record");
  await steps.seen("Your domain leads here");
  await steps.usable();
  await page.setViewportSize(phone);
  await steps.usable();
  await page.setViewportSize(desktop);
});

test("a pet parent books under the domain, from the shop's introduction to the bank and back", async () => {
  const { page, context, faults } = await openVisitor();
  await page.goto(shop);
  await page.getByRole("heading", { name: "Paws and Co" }).waitFor();
  await page.getByText("We groom dogs of every size.").waitFor();
  expect(page.url()).toBe(`${shop}/`);
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${shop}/`);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Book now" }).tap();
  await page.getByLabel("Pet's name").fill("Biscuit");
  await page.getByRole("button", { name: /Full groom: small dog/ }).tap();
  await page.getByRole("button", { name: /^Choose a time/ }).tap();
  await takesATime(page);
  await saysWho(page, "Marsh", number);
  await confirmByText(app, page, number, () => page.getByRole("button", { name: "Continue to your card" }).tap());
  await page.getByRole("heading", { name: "Your payment" }).waitFor();
  await enterCard(page, "4000000000003220");
  await page.getByRole("button", { name: "Send request" }).tap();
  await page.getByRole("button", { name: "Approve" }).tap();
  await page.getByText("Request sent").waitFor();
  expect(new URL(page.url()).origin).toBe(shop);
  expect(await context.cookies(shop), "none is ours").toEqual([]);
  expect(faults.filter((fault) => !fault.includes(ONLY_WITH_HTTPS))).toEqual([]);
  await context.close();
});

test("the introduction is left and come back to by the browser's keys, and what is not the shop's own page is at the main address", async () => {
  const { page, context } = await openVisitor();
  await page.goto(shop);
  await page.getByRole("link", { name: "Book now" }).tap();
  await page.getByRole("heading", { name: "Who is coming?" }).waitFor();
  await page.goBack();
  await page.getByText("We groom dogs of every size.").waitFor();
  expect(page.url()).toBe(`${shop}/`);
  await page.goto(`${shop}/ol/${name}/me`);
  expect(page.url()).toBe(`${app.url}/ol/${name}/me`);
  for (const path of ["/sign_in", "/calendar/grooming", "/api/account/login"])
    expect((await page.goto(shop + path))?.status(), path).toBe(404);
  await context.close();
});

test("wherever the page's address is given away it is the domain's; removed by mistake, it is put back", async () => {
  const { steps, page, faults, context } = desk;
  await steps.goTo("/online_booking/settings");
  await steps.holds("Address of the page", `${shop}/`);
  await steps.holds("Line for your website", `<script async src="${shop}/embed.js" data-shop="${name}"></script>`);
  await steps.holds("Address of their page", `${app.url}/ol/${name}/me`);
  await page.getByRole("link", { name: "Your own domain for this page" }).click();
  await steps.press("Remove the domain");
  await steps.seen("Domain removed");
  await steps.seen("Not set");
  await steps.undo("Domain removed");
  await page.getByText(`Clients can book at ${domain}. Keep both records.`).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
