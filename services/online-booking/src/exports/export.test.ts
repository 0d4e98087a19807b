import { toWireDate } from "@leashline/kit";
import { partOf } from "@leashline/kit/test";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingExportService } from "@leashline/proto/leashline/online_booking/v1/booking_export_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(VisitPartyService, {
      getVisitParty: async ({ petIds }: { petIds: string[] }) => ({
        client: { firstName: "=Jo", lastName: "Park" },
        pets: petIds.map((petId) => ({ petId, petName: "Rex", breed: "Pug", petType: "Dog" })),
      }),
      batchGetVisitProfiles: async ({ customerIds }: { customerIds: string[] }) => ({
        clients: customerIds.map((customerId) => ({ customerId, phoneDisplay: "(206) 555-7777", isNewClient: false })),
      }),
    }),
  ]);
});
afterAll(() => desk?.servers.stop());

const files = (caller = {}) => desk.servers.client(BookingExportService, caller);
/** Rows by the names of their columns; no cell of this test has a comma or a quote in it but those that are quoted whole. */
const rowsOf = ({ csv }: { csv: string }): Record<string, string>[] => {
  expect(csv.charCodeAt(0)).toBe(0xfeff);
  const cells = (line: string) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const [header = [], ...rows] = csv.slice(1).trimEnd().split("\r\n").map(cells);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
};
const withoutContact = {
  permissions: [Permission.VIEW_CALENDAR, Permission.VIEW_BOOKING_REQUESTS_ALL_LOCATIONS],
  employeeCategory: 0,
  accountId: "2",
};

test("the waitlist as a file: everybody the filters find, oldest first, no cell a formula, and phones only for who may see them", async () => {
  const waits = desk.servers.client(AppointmentWaitlistService);
  const add = (customerId: string, over: object = {}) =>
    waits.createWaitEntry({ customerId, petServices: [{ petId: "70", serviceList: [{ serviceId: "1" }] }], ...over });
  await add("7", {
    datePreference: { dates: [toWireDate(day)] },
    timePreference: { timeRanges: [{ startTime: 540, endTime: 660 }] },
    staffPreference: { staffIds: ["5"] },
    ticketComment: "mornings",
  });
  await add("8");
  const file = await files().exportWaitlist({});
  expect(file.fileName).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/);
  const rows = rowsOf(file);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    ...{ "First name": "'=Jo", Phone: "(206) 555-7777", "Pets and services": "Rex: Service 1", Days: day, Hours: "09:00-11:00" },
    ...{ Staff: "Ana Ruiz", Price: "20.00", Note: "mornings", "Has an appointment": "No" },
  });
  expect(rowsOf(await files().exportWaitlist({ filters: { isAnyDate: true } }))).toHaveLength(1);
  expect(rowsOf(await files(withoutContact).exportWaitlist({}))[0]?.Phone).toBe("");
});

test("booking requests of a status as a file, with why they were declined", async () => {
  const id = await desk.submit();
  await desk.servers.client(BookingRequestService).declineBookingRequest({ id, reason: "full, sorry" });
  await desk.submit();
  const waiting = rowsOf(await files().exportBookingRequests({}));
  expect(waiting).toMatchObject([{ Status: "Waiting", "First name": "Jo", Day: day, Time: "10:00", Phone: "+12065557777" }]);
  const declined = await files(withoutContact).exportBookingRequests({ status: BookingRequestStatus.DECLINED });
  expect(rowsOf(declined)).toMatchObject([{ Status: "Declined", "Reason it was declined": "full, sorry", Phone: "", Email: "" }]);
});
