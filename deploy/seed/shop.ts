import { create } from "@bufbuild/protobuf";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { BusinessAppType, DateFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { MetadataOwnerType, MetadataService } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { AvailabilityType, DayHoursSchema } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { type Api, until } from "./api.ts";

export const zone = "America/Los_Angeles";
export const pageName = "maple-street-pets";
const careTypes = ["GROOMING", "DAYCARE", "BOARDING"];

export type Person = { staffId: string; name: string; from: number; to: number; daysOff: readonly number[] };
export type Shop = { staff: Person[]; services: Service[] };

const team = [
  { first: "Priya", last: "Natarajan", role: "Manager", from: 540, to: 1020, daysOff: [1, 2] },
  { first: "Marcus", last: "Bell", role: "Groomer", from: 540, to: 1080, daysOff: [0, 3] },
  { first: "Ana", last: "Ruiz", role: "Groomer", from: 600, to: 1080, daysOff: [0, 2] },
  { first: "Jo", last: "Lindqvist", role: "Groomer", from: 510, to: 900, daysOff: [3, 6], slots: [510, 630, 750] },
] as const;
const ownerHours = { from: 600, to: 960, daysOff: [0, 6] };

/** The owner's account, signed up or in. */
export async function signIn(api: Api, email: string, password: string): Promise<void> {
  const account = { email, password, firstName: "Robin", lastName: "Maple", phoneNumber: "+12065550100" };
  const token = await api
    .client(AccountService)
    .signUp(account)
    .then(
      (done) => done.sessionToken,
      async () => (await api.client(SessionService).signIn({ email, password, deviceName: "Demo" })).sessionToken,
    );
  api.as({ token });
}

/** The company with its location, catalogue, tax, people and hours; everybody works by time, or, as in the demo, Jo by slots. */
export async function openShop(api: Api, { slots = false } = {}): Promise<Shop> {
  const ownerId = await openCompany(api);
  const taxId = await taxOf(api);
  await until(
    async () => (await api.client(OnlineBookingSettingService).getOnlineBookingSetting({})).setting,
    "The online booking setting",
  );
  await api.once(CatalogService, "catalog").createStarterCatalog({ careTypes, taxId });
  const staff = [await hoursFor(api, ownerId, "Robin", ownerHours), ...(await hire(api, slots))];
  await openPage(api);
  // The demo is past its first day.
  const hidden = { key: "welcome.hidden", value: "true", ownerType: MetadataOwnerType.BUSINESS };
  await api.once(MetadataService, "welcome").updateMetadata(hidden);
  const { services } = await api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 200 });
  return { staff, services };
}

async function taxOf(api: Api): Promise<string> {
  const { taxRules } = await api.client(TaxService).listTaxRules({});
  const known = taxRules[0];
  return known?.id ?? (await api.once(TaxService, "tax").addTaxRule({ taxName: "Sales tax", taxRate: "10.25" })).taxRule?.id ?? "0";
}

async function openCompany(api: Api): Promise<string> {
  const info = await api.client(SessionService).getSessionInfo({});
  const known = info.companies[0];
  const coordinate = { latitude: 47.6132, longitude: -122.3126 };
  const address = { address1: "1420 Maple St", city: "Seattle", state: "WA", zipcode: "98122", country: "United States", coordinate };
  const company = {
    companyName: "Maple Street Pets",
    appType: BusinessAppType.FACILITY,
    address,
    phoneNumber: "+12065550142",
    countryAlpha2Code: "US",
    timezoneName: zone,
    careTypes,
    contactEmail: "hello@demo.leashline.test",
    dateFormatType: DateFormatType.MONTH_DAY_YEAR,
  };
  if (known?.businesses[0]) api.as({ companyId: known.companyId, businessId: known.businesses[0].businessId });
  else {
    const made = await api.once(CompanyService, "company").createCompany(company);
    api.as({ companyId: made.company?.id ?? "", businessId: made.businessId });
  }
  const chosen = await until(async () => (await api.client(SessionService).getSessionInfo({})).staff, "The owner's staff record");
  return chosen.id;
}

async function hire(api: Api, slots: boolean): Promise<Person[]> {
  const { roles } = await api.client(RoleService).listRoles({});
  const people: Person[] = [];
  for (const { slots: own, ...one } of team.map((person) => ({ slots: undefined, ...person }))) {
    const roleId = roles.find((role) => role.name === one.role)?.id ?? "0";
    const made = await api.once(StaffService, `staff-${one.first}`).createStaff({
      firstName: one.first,
      lastName: one.last,
      roleId,
      email: `${one.first.toLowerCase()}@demo.leashline.test`,
      showOnCalendar: true,
      bookOnlineAvailable: true,
    });
    people.push(await hoursFor(api, made.staff?.id ?? "0", one.first, { ...one, ...(slots && own && { slots: own }) }));
  }
  return people;
}

type Hours = { from: number; to: number; daysOff: readonly number[]; slots?: readonly number[] };

const PETS_A_SLOT = 4;
/** Slots from these minutes on, each up to the next. */
const slotsOf = ({ slots = [], to }: Hours) =>
  slots.map((startTime, n) => ({ startTime, endTime: slots[n + 1] ?? to, capacity: PETS_A_SLOT }));

/** A week that repeats, Sunday first. */
async function hoursFor(api: Api, staffId: string, name: string, hours: Hours): Promise<Person> {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => {
    const works = !hours.daysOff.includes(day);
    if (!works) return create(DayHoursSchema, {});
    return create(DayHoursSchema, { isAvailable: true, timeRange: [{ startTime: hours.from, endTime: hours.to }], slots: slotsOf(hours) });
  });
  const schedules = api.client(StaffScheduleService);
  await until(
    async () => (await schedules.listCalendarStaff({ includeHidden: true })).staff.find((one) => one.staffId === staffId),
    `${name} on the calendar`,
  );
  const start = { year: 2020, month: 1, day: 5 };
  await api.once(StaffScheduleService, `hours-${staffId}`).updateStaffSchedule({
    staffId,
    scheduleType: 1,
    startDate: start,
    availabilityType: hours.slots ? AvailabilityType.BY_SLOT : AvailabilityType.BY_TIME,
    days,
    weekStart: 0,
  });
  return { staffId, name, from: hours.from, to: hours.to, daysOff: hours.daysOff };
}

async function openPage(api: Api): Promise<void> {
  await api.once(OnlineBookingSettingService, "page").updateOnlineBookingSetting({
    bookOnlineName: pageName,
    isEnable: true,
    welcomeMessage: "Gentle grooming on Maple Street since 2014.",
    aboutUs: "Every pet gets one groomer from start to finish, a quiet table and as many breaks as it needs.",
    cancellationPolicy: "Please tell us a day ahead if you cannot come.",
    timeslotLength: 30,
    clientPortal: true,
  });
}
