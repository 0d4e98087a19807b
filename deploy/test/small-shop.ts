import { randomBytes } from "node:crypto";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { BusinessAppType, DateFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CalendarSettingService, ColorCodeWith } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, BrowserContext } from "playwright-core";
import { vi } from "vitest";
import { type Api, openApi } from "../seed/api.ts";
import { desktop, openPage, type Watched } from "./browser.ts";
import { type Steps, stepsOn } from "./steps.ts";
import { wireDay } from "./wire.ts";

/** What a journey needs before it begins, made through the public door, so that its own time goes to what it is about. */
export type Person = { email: string; password: string; firstName: string; lastName: string; api: Api };

/** One nobody has, and with words of its own whatever the dice say: digits and a name alone would be refused as easy to guess. */
export const freshPassword = (): string => `wet-table-${randomBytes(6).toString("hex")}`;

export async function signedUp(url: string, domain: string, firstName: string, lastName: string): Promise<Person> {
  const email = `${firstName.toLowerCase()}-${randomBytes(4).toString("hex")}@${domain}`;
  const password = freshPassword();
  const api = openApi(url);
  const { sessionToken } = await api.client(AccountService).signUp({ email, password, firstName, lastName, deviceName: "Journey" });
  api.as({ token: sessionToken });
  return { email, password, firstName, lastName, api };
}

type Kind = { appType?: BusinessAppType; coordinate?: { latitude: number; longitude: number } };

/** A company of this person's, which their calls then go to. */
export async function foundCompany(
  { api }: Person,
  companyName: string,
  timezoneName = "America/New_York",
  { appType = BusinessAppType.FACILITY, coordinate }: Kind = {},
): Promise<void> {
  const made = await api.client(CompanyService).createCompany({
    companyName,
    appType,
    countryAlpha2Code: "US",
    dateFormatType: DateFormatType.MONTH_DAY_YEAR,
    timezoneName,
    careTypes: ["GROOMING"],
    address: {
      address1: "1 Elm St",
      city: "Portland",
      state: "ME",
      zipcode: "04101",
      country: "United States",
      ...(coordinate && { coordinate }),
    },
  });
  api.as({ companyId: made.company?.id ?? "", businessId: made.businessId });
}

/** The calendar is colored by appointment: each of them may have a color of its own. */
export async function coloredByAppointment({ api }: Person): Promise<void> {
  await api.client(CalendarSettingService).updateCalendarSetting({ setting: { showColorCodeWith: ColorCodeWith.APPOINTMENT } });
}

/** Somebody who works in the owner's company; answers their staff id. */
export async function hired(owner: Person, person: { firstName: string; lastName?: string; role?: string; accessCode?: string }) {
  const { role = "Groomer", ...named } = person;
  const { roles } = await owner.api.client(RoleService).listRoles({});
  const roleId = roles.find((one) => one.name === role)?.id ?? "0";
  const { staff } = await owner.api.client(StaffService).createStaff({ ...named, roleId });
  return staff?.id ?? "0";
}

/** The person becomes this staff member with their own account; their calls then go to that company. */
export async function joined(owner: Person, staffId: string, person: Person): Promise<void> {
  const { inviteCode } = await owner.api.client(InviteService).sendStaffInvite({ staffId });
  const { companyId, businessId } = await person.api.client(InviteService).acceptInviteCode({ inviteCode });
  person.api.as({ companyId, businessId });
}

type Coming = {
  firstName: string;
  lastName: string;
  petName: string;
  date: string;
  startTime: number;
  phoneNumber?: string;
  email?: string;
  /** Also on a day on which nobody works. */
  anyDay?: boolean;
};

/** A new client with a dog has a full groom booked with the first of the staff, in a company whose catalogue is still the starter one; answers the visit's id. */
export async function booked({ api }: Person, { petName, date, startTime, anyDay = false, ...client }: Coming): Promise<string> {
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 20 });
  const groom = services.find(({ name }) => name === "Full groom: small dog");
  const made = await api.client(ClientService).createClientWithPets({ client, pets: [{ petName, petType: "Dog" }] });
  // The calendar hears of the owner a moment after the company is founded.
  const staffId = await vi.waitFor(
    async () => {
      const { staff } = await api.client(StaffScheduleService).listCalendarStaff({});
      const first = staff.find((one) => one.staffId !== "-10");
      if (!first) throw new Error("nobody works here yet");
      return first.staffId;
    },
    { timeout: 20_000, interval: 100 },
  );
  const { appointment } = await api.client(AppointmentService).bookAppointment({
    customerId: made.client?.customerId ?? "0",
    staffId,
    appointmentDate: wireDay(date),
    startTime,
    petServices: [{ petId: made.pets[0]?.petId ?? "0", services: [{ serviceId: groom?.id ?? "0" }] }],
    ...(anyDay && { override: { outsideWorkingHours: true, reason: "works today" } }),
  });
  return appointment?.id ?? "0";
}

/** The same with a client who lives at a place; answers the client's id too. */
export async function bookedAt(owner: Person, coming: Coming, { lat, lng }: { lat: number; lng: number }) {
  const id = await booked(owner, coming);
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
  const customerId = appointment?.customerId ?? "0";
  const address = {
    customerId,
    address1: "1 Way",
    city: "Seattle",
    state: "WA",
    zipcode: "98101",
    lat: lat.toFixed(4),
    lng: lng.toFixed(4),
  };
  await owner.api.client(AddressService).createAddress({ address });
  return { id, customerId };
}

/** Gives a browser a session of its own, as if the person had signed in there. */
export async function signInAs(context: BrowserContext, url: string, { email, password }: Person): Promise<void> {
  const { sessionToken } = await openApi(url).client(SessionService).signIn({ email, password, deviceName: "Journey" });
  await context.addCookies([{ name: "leashline_session", value: sessionToken, url, httpOnly: true, sameSite: "Lax" }]);
}

/** A watched page where somebody is signed in, and what they do on it. */
export type Desk = Watched & { steps: Steps };

export async function deskOf(
  browser: Browser,
  url: string,
  person: Person,
  viewport = desktop,
  how: Parameters<typeof openPage>[2] = {},
): Promise<Desk> {
  const watched = await openPage(browser, viewport, how);
  await signInAs(watched.context, url, person);
  return { ...watched, steps: stepsOn(watched.page, url) };
}
