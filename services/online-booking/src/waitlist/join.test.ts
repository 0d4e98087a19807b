import { ErrorCode, nobody } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(VisitPartyService, {
      getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => ({
        client: { customerId, firstName: "Jo", lastName: "Park" },
        pets: petIds.map((petId) => ({ petId, petName: "Rex", petType: "Dog" })),
      }),
      batchGetVisitProfiles: async ({ customerIds }: { customerIds: string[] }) => ({
        clients: customerIds.map((customerId) => ({ customerId, isNewClient: false })),
      }),
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  desk.upserted.length = 0;
  for (const table of ["waitlist_entry", "pace"]) await desk.servers.admin.query(`delete from online_booking.${table}`);
});

const number = "+12065550147";
const page = (idempotencyKey?: string) =>
  desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" }, idempotencyKey ? { idempotencyKey } : {});
let token = "";
async function shown(): Promise<string> {
  if (token) return token;
  const { codeToken } = await page().sendBookingCode({ bookOnlineName: desk.page, phoneNumber: number });
  token = (await page().confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(number) ?? "" })).visitorToken;
  return token;
}
const wish = (more: object = {}) => ({
  bookOnlineName: desk.page,
  customer: { firstName: "Jo", lastName: "Park", phoneNumber: number, email: "" },
  pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
  staffId: "5",
  timeRanges: [{ startTime: 720, endTime: 1439 }],
  additionalNote: "Any day but Monday",
  visitorToken: token,
  ...more,
});
const rows = async () =>
  (
    await desk.servers.admin.query(
      "select customer_id, from_online, staff_ids, time_ranges, note, state from online_booking.waitlist_entry",
    )
  ).rows;

test("whom no time suits waits for one, once for one call, as whoever they have shown to be; staff find them on the waitlist", async () => {
  await shown();
  const { validTill } = await page("once").joinWaitlist(wish());
  await page("once").joinWaitlist(wish());
  expect(validTill).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await rows()).toMatchObject([
    {
      customer_id: "7",
      from_online: true,
      staff_ids: ["5"],
      time_ranges: [{ startTime: 720, endTime: 1439 }],
      note: "Any day but Monday",
      state: "waiting",
    },
  ]);
  expect(desk.upserted[0]).toMatchObject({ client: { phoneNumber: number } });
  expect(desk.upserted[0]?.unconfirmed).toBeUndefined();
  const { entries } = await desk.servers.client(AppointmentWaitlistService).listWaitEntries({ businessId: "1" });
  expect(entries).toHaveLength(1);
});

test("who has confirmed nothing, has five places, is blocked, or wants what is not waited for here does not join", async () => {
  expect((await refusalOf(page().joinWaitlist(wish({ visitorToken: "" })))).code).toBe(ErrorCode.CONTACT_NOT_CONFIRMED);
  await shown();
  const byDay = [{ petName: "Rex", petType: "Dog", serviceIds: ["2"] }];
  expect((await refusalOf(page().joinWaitlist(wish({ pets: byDay })))).code).toBe(ErrorCode.PARAMS_INVALID);
  desk.findsClients(() => [{ customerId: "7", isBlockOnlineBooking: true }]);
  expect((await refusalOf(page().joinWaitlist(wish()))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  desk.findsClients(() => []);
  const backwards = await refusalOf(page().joinWaitlist(wish({ timeRanges: [{ startTime: 720, endTime: 600 }] })));
  expect([backwards.code, backwards.options.field ?? backwards.options.fields?.[0]?.field]).toEqual([
    ErrorCode.PARAMS_INVALID,
    "timeRanges",
  ]);
  expect([await rows(), desk.upserted]).toEqual([[], []]);
  for (let n = 0; n < 5; n++) await page(`try ${n}`).joinWaitlist(wish());
  expect((await refusalOf(page().joinWaitlist(wish()))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  desk.findsClients(() => [{ customerId: "7" }]);
  desk.upserted.length = 0;
  expect((await refusalOf(page().joinWaitlist(wish()))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect([(await rows()).length, desk.upserted], "nothing of a pet is written for it").toEqual([5, []]);
});
