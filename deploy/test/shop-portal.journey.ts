import { toWireDate } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { mailLike, textLike } from "./day/outside.ts";
import { booked, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";
import { workday } from "./workday.ts";

// The shop opens a place of their own for its clients; one of them signs in on a phone with a code by text, confirms a visit, and signs out.

const zone = "America/New_York";
const number = "+12065550187";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let visitId: string;
let requestId: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "place.test", "Pat", "Place");
  await foundCompany(owner, "Own Place Grooming", zone);
  await owner.api.client(BusinessService).updateBusiness({ businessId: owner.api.identity().businessId, contactEmail: owner.email });
  const date = workday(zone, 7).toString();
  const visit = { firstName: "Mia", lastName: "Moor", petName: "Biscuit", date, startTime: 600, phoneNumber: number };
  visitId = await booked(owner, visit);
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: visitId });
  await owner.api.client(PetService).createPet({ customerId: appointment?.customerId ?? "0", pet: { petName: "Moss", petType: "Dog" } });
  await owner.api.client(VaccineService).saveVaccine({ name: "Rabies" });
  await signsSomething(appointment?.customerId ?? "0");
  await learnsSomething(appointment?.customerId ?? "0", appointment?.petServiceList[0]?.petId ?? "0");
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

/** At the counter, on the shop's own device. */
async function signsSomething(customerId: string): Promise<void> {
  const text = { agreementHeader: "House rules", agreementContent: "<p>Dogs are walked twice.</p>", agreementRequiredType: 3 };
  const { agreement } = await owner.api.client(AgreementService).createAgreement(text);
  const records = owner.api.client(AgreementRecordService);
  const { record } = await records.createUnsignedAgreement({ customerId, agreementId: agreement?.id ?? "0" });
  const points = Array.from({ length: 30 }, (_, n) => `L ${100 + n * 20} ${150 + (n % 5) * 30}`);
  const [id, signature] = [record?.id ?? "0", `M 100 150 ${points.join(" ")}`];
  const { record: { contentHash = "" } = {} } = await records.getAgreementRecord({ id });
  await records.signAgreement({ id, signature, signerName: "Mia Moor", contentHash });
}

/** Biscuit has a place in a class that begins in a while. */
async function learnsSomething(customerId: string, petId: string): Promise<void> {
  const { api } = owner;
  const lesson = {
    name: "Puppy school",
    careType: "GROUP_CLASS",
    price: usd(150n),
    duration: 60,
    options: { capacity: 4, numSessions: 2 },
  };
  const { service } = await api.client(CatalogService).createService({ service: lesson });
  const { staff } = await api.client(StaffService).listStaffByLocation({});
  const first = Temporal.Now.plainDateISO(zone).add({ days: 20 });
  const sessions = [0, 7].map((days) => ({ date: toWireDate(first.add({ days }).toString()), startTime: 1080, endTime: 1140 }));
  const plan = {
    serviceId: service?.id ?? "0",
    name: "Evening puppies",
    staffId: staff[0]?.id ?? "0",
    sessions,
    outsideWorkingHours: true,
  };
  const { groupClass } = await api.client(ClassService).createClass(plan);
  await api.client(ClassService).enrolPet({ classId: groupClass?.id ?? "0", customerId, petId });
}

/** Asked for with their number, as from the booking page; nobody has answered. */
async function asksForAVisit(bookOnlineName: string): Promise<string> {
  const { api } = owner;
  const { services } = await api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 20 });
  const serviceId = services.find(({ name }) => name === "Full groom: small dog")?.id ?? "0";
  const { statusToken } = await api.client(StorefrontService).submitBooking({
    ...{ bookOnlineName, date: toWireDate(workday(zone, 9).toString()), startTime: 660 },
    customer: { firstName: "Mia", lastName: "Moor", phoneNumber: number },
    pets: [{ petName: "Biscuit", petType: "Dog", serviceIds: [serviceId] }],
  });
  // What was taken back before the shop heard of it is not told.
  await mailLike(app, owner.email, /^New booking request from Mia Moor/);
  return statusToken.split(".")[0] ?? "0";
}

/** All dates of the class, a file with them, and a word to the shop about leaving it. */
async function looksAtTheClass(page: Page): Promise<void> {
  const place = page.getByRole("group", { name: "Evening puppies for Biscuit" });
  await place.getByText(/^Next: .+, 6:00 /).waitFor();
  await place.getByRole("button", { name: "All dates" }).tap();
  await expect.poll(() => place.getByRole("listitem").count()).toBe(2);
  const saved = page.waitForEvent("download");
  await place.getByRole("button", { name: "Add to calendar" }).tap();
  expect((await saved).suggestedFilename()).toBe("class.ics");
  await place.getByRole("button", { name: "Ask to leave" }).tap();
  await place.getByLabel("Reason (optional)").fill("We move.");
  expect(await axeFaults(page)).toEqual([]);
  await place.getByRole("button", { name: "Ask Own Place Grooming to remove Biscuit from the class" }).tap();
  await place.getByText("Biscuit keeps the place until Own Place Grooming answers you.").waitFor();
}

async function takesBackWhatWaits(page: Page): Promise<void> {
  const request = page.getByRole("group", { name: /^Full groom: small dog for Biscuit/ });
  await request.getByText(/not confirmed yet$/).waitFor();
  await request.getByRole("button", { name: /^Cancel this request/ }).tap();
  expect(await axeFaults(page)).toEqual([]);
  await request.getByRole("button", { name: "Yes, cancel it" }).tap();
  await request.waitFor({ state: "detached" });
}

/** The booking page is another document: the back key leads out of it to one's own place, and the forward key there again. */
async function goesToBookAndBack(page: Page): Promise<void> {
  await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  await page.reload();
  const booking = page.getByRole("heading", { name: "Who is coming?" });
  const own = page.getByRole("heading", { name: "Your pets" });
  await page.getByRole("link", { name: "Book a visit", exact: true }).tap();
  await booking.waitFor();
  for (let n = 0; n < 2; n++) {
    await page.goBack();
    await own.waitFor();
    await page.goForward();
    await booking.waitFor();
  }
  await page.goBack();
  await own.waitFor();
}

/** From when on a client cannot cancel by themselves. */
const withNotice = (changeNoticeHours: number) =>
  owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ changeNoticeHours });

test("the shop lets its clients sign in", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/settings");
  await page.getByLabel("Clients can sign in").check();
  await steps.press("Save online booking");
  await steps.seen("Online booking saved");
  expect(desk.faults).toEqual([]);
});

test("a client with two pets signs in on a phone, sees both, writes to the shop, opens a visit and confirms it, cannot cancel it inside the notice of the shop and can before, and signs out", async () => {
  const { setting } = await owner.api.client(OnlineBookingSettingService).getOnlineBookingSetting({});
  const { page, context, faults } = await openPage(browser, phone);
  await page.goto(`${app.url}/ol/${setting?.bookOnlineName}/me`);
  await page.getByLabel("Phone").fill(number.slice(2));
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Text me a code" }).tap();
  await page.getByRole("heading", { name: "Check your texts" }).waitFor();
  const { body } = await textLike(app, number, /^\d{6} is your code for signing in at Own Place Grooming/);
  await page.getByLabel("Code").pressSequentially(body.slice(0, 6));
  await page.getByRole("heading", { name: "Hello, Mia" }).waitFor();
  await page.getByRole("heading", { name: "Your pets" }).waitFor();
  await page.getByRole("button", { name: "Change Moss" }).waitFor();
  const papers = page.getByRole("region", { name: "Signed agreements" });
  await papers.getByText(/^Signed \d/).waitFor();
  const saved = page.waitForEvent("download");
  await papers.getByRole("button", { name: "Download House rules as a PDF" }).tap();
  expect((await saved).suggestedFilename()).toMatch(/^agreement-\d+\.pdf$/);
  await page.getByLabel("Write to Own Place Grooming").fill("Biscuit is shy of dryers.");
  await page.getByRole("button", { name: "Send message" }).tap();
  await page.getByText("Biscuit is shy of dryers.").last().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Change Biscuit" }).tap();
  await page.getByLabel("Breed").fill("Corgi");
  await page.getByRole("button", { name: "Send changes" }).tap();
  await page.getByText("Breed of Biscuit: Corgi (being checked)").waitFor();
  await page.getByRole("link", { name: "Send proof for Biscuit" }).tap();
  await page.getByRole("heading", { name: "Your pets' vaccines" }).waitFor();
  for (const name of ["Biscuit", "Moss"]) await page.getByRole("region", { name }).getByText("Rabies").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /for Biscuit/ }).tap();
  await page.getByRole("button", { name: "Confirm", exact: true }).tap();
  await page.getByText("Your appointment is confirmed").waitFor();
  await withNotice(336);
  await page.reload();
  await page.getByText("It is too late to change this by yourself.").waitFor();
  await page.getByRole("button", { name: /^Ask Own Place Grooming to/ }).waitFor();
  expect(await page.getByRole("button", { name: "Cancel the appointment" }).count(), "inside the notice").toBe(0);
  await withNotice(24);
  await page.reload();
  await page.getByRole("button", { name: "Cancel the appointment" }).tap();
  await page.getByRole("textbox").fill("Biscuit is ill");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Yes, cancel it" }).tap();
  await page.getByText("This appointment is canceled").waitFor();
  await page.getByRole("link", { name: "All your visits" }).tap();
  await page.getByText("Nothing is booked right now.").waitFor();
  await goesToBookAndBack(page);
  await looksAtTheClass(page);
  requestId = await asksForAVisit(setting?.bookOnlineName ?? "");
  await page.reload();
  await takesBackWhatWaits(page);
  await page.getByRole("button", { name: "Sign out" }).tap();
  await page.getByRole("button", { name: "Text me a code" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Text me a code" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the shop takes over what its client corrected, and knows who canceled and why", async () => {
  const { page, steps } = desk;
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: visitId });
  expect(appointment).toMatchObject({ status: AppointmentStatus.CANCELLED, cancelReason: "By the client: Biscuit is ill" });
  const { bookingRequest } = await owner.api.client(BookingRequestService).getBookingRequest({ id: requestId });
  expect(bookingRequest?.status).toBe(BookingRequestStatus.CANCELLED);
  await mailLike(app, owner.email, /^Request taken back: Mia Moor/);
  await steps.goTo("/online_booking/requests");
  const sent = page.getByRole("listitem", { name: "Changes from Mia Moor" });
  await sent.getByText("Breed of Biscuit").waitFor();
  await sent.getByRole("button", { name: "Apply" }).click();
  await steps.seen("Client saved");
  await sent.waitFor({ state: "detached" });
  expect(desk.faults).toEqual([]);
});
