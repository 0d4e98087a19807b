import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { BookingQuestionService } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { asksFor, bill, openCheckout } from "./checkout/drawer.ts";
import { sends, takesATime } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";

// An owner puts an add-on on the booking page; a pet parent takes it with a groom on their phone; staff find both on the request, the calendar and the bill.

const number = "+12065550177";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let parent: Watched;
let name: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "extras.test", "Tess", "Extra");
  await foundCompany(owner, "Extras");
  const { api } = owner;
  const groom = { name: "Full groom", careType: "GROOMING", price: usd(80n), duration: 60 };
  await api.client(CatalogService).createService({ service: groom });
  await api.client(CatalogService).createService({ service: { ...groom, name: "Day bath" } });
  const { services } = await api.client(CatalogService).listServices({ keyword: "Full groom" });
  const teeth = { name: "Teeth brushing", careType: "GROOMING", price: usd(12n), duration: 15, bookOnlineAvailable: false };
  await api.client(AddOnService).createAddOn({ addOn: { ...teeth, applicableServiceIds: services.map(({ id }) => id) } });
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  name = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  parent = await openPage(browser, phone);
});
afterAll(async () => await browser?.close());

const page = (): Page => parent.page;
const addOns = () => page().getByRole("region", { name: "Add-ons for Full groom" });
const press = (what: RegExp) => page().getByRole("button", { name: what }).tap();

async function chooses(): Promise<void> {
  await page().goto(`${app.url}/ol/${name}/book`);
  await page().getByLabel("Pet's name").fill("Waffle");
  await press(/^Full groom/);
}

test("an add-on stands on the booking page once its switch is on, under the service that it goes with", async () => {
  await chooses();
  await page().getByRole("button", { name: "Choose a time · $80" }).waitFor();
  expect(await addOns().count()).toBe(0);
  await desk.steps.goTo("/online_booking/availability");
  await desk.steps.turn("Teeth brushing", true);
  await desk.steps.usable();
  // The page hears of it a moment later.
  await vi.waitFor(
    async () => {
      await chooses();
      await addOns().waitFor({ timeout: 2_000 });
    },
    { timeout: 60_000, interval: 200 },
  );
  await addOns().getByRole("button", { name: "Teeth brushing $12 · 15 mins" }).tap();
  await page().getByRole("button", { name: "Choose a time · $92" }).waitFor();
  expect(await axeFaults(page())).toEqual([]);
});

test("it goes with its service and comes with it into the request, which says both, what they take and what they cost", async () => {
  await press(/^Full groom/);
  await press(/^Day bath/);
  await page().getByRole("button", { name: "Choose a time · $80" }).waitFor();
  expect(await addOns().count()).toBe(0);
  await press(/^Day bath/);
  await press(/^Full groom/);
  await addOns()
    .getByRole("button", { name: /^Teeth brushing/, pressed: false })
    .tap();
  await press(/^Choose a time/);
  await page().getByText("Full groom, Teeth brushing · about 1 hr 15 mins · $92").waitFor();
  await takesATime(page());
  await page().getByRole("group", { name: "Price" }).getByText("$92.00").first().waitFor();
  await sends(app, page(), "Waffle", number);
  await page()
    .getByText(/Full groom and Teeth brushing for Waffle/)
    .waitFor();
  await desk.steps.goTo("/online_booking/requests");
  await desk.steps.seen("Full groom · 1 hr, Teeth brushing · 15 mins");
  await desk.steps.seen("$92.00");
});

test("once the shop asks questions, a coat is chosen from its own coat types", async () => {
  const questions = owner.api.client(BookingQuestionService);
  await questions.saveBookingQuestions({ questions: (await questions.getBookingQuestions({})).questions });
  await owner.api.client(PetSettingsService).saveCoatType({ name: "Corded" });
  const other = await openPage(browser, phone);
  const coat = other.page.getByRole("combobox", { name: "Coat type" });
  await vi.waitFor(
    async () => {
      await other.page.goto(`${app.url}/ol/${name}/book`);
      await other.page.getByLabel("Pet's name").fill("Rasta");
      await other.page.getByRole("button", { name: /^Full groom/ }).tap();
      await coat.selectOption("Corded", { timeout: 2_000 });
    },
    { timeout: 90_000, interval: 200 },
  );
  expect((await coat.locator("option").allInnerTexts()).filter(Boolean)).toEqual(
    (await owner.api.client(PetSettingsService).getPetSettings({})).coatTypes.map((one) => one.name),
  );
  expect(await axeFaults(other.page)).toEqual([]);
  expect(other.faults).toEqual([]);
  await other.context.close();
});

test("accepted, both are lines of the visit on the calendar, and of its bill", async () => {
  const requests = owner.api.client(BookingRequestService);
  const [waiting] = (await requests.listBookingRequests({})).bookingRequests;
  await desk.steps.press("Accept");
  const accepted = async () => {
    const { bookingRequest } = await requests.getBookingRequest({ id: waiting?.id ?? "0" });
    expect(bookingRequest?.appointmentId).not.toBe("0");
    return bookingRequest?.appointmentId ?? "0";
  };
  const id = await vi.waitFor(accepted, { timeout: 30_000, interval: 100 });
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
  expect(appointment?.petServiceList.map((line) => [line.serviceName, line.addOn, line.duration])).toEqual([
    ["Full groom", false, 60],
    ["Teeth brushing", true, 15],
  ]);
  expect((appointment?.endTime ?? 0) - (appointment?.startTime ?? 0)).toBe(75);
  const date = waiting?.startDate ?? "";
  await desk.steps.goTo(`/calendar/grooming?date=${date}`);
  await desk.steps.seen(/Teeth brushing/);
  const checkout = await openCheckout(desk.page, app.url, date, id);
  await bill(checkout).getByText("Full groom").waitFor();
  await bill(checkout).getByText("Teeth brushing").waitFor();
  await asksFor(checkout, "$92.00");
  expect([...desk.faults, ...parent.faults]).toEqual([]);
});
