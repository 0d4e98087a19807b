import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop, request, type Shop } from "../../test/shop.ts";

let shop: Shop;
let strangers: string;
beforeAll(async () => {
  shop = await openShop();
  strangers = (await shop.book({ date: "2031-02-05", start: 600, petId: "5000", ticketComments: "the gate code is 4711" })).id;
});
afterAll(() => shop.stop());

const { CREATE_AND_EDIT_TICKET, EDIT_TICKET, CANCEL_OR_DELETE_TICKET, VIEW_CALENDAR, VIEW_CLIENT_LIST, EDIT_TICKET_COMMENT } = Permission;
const permissions = [CREATE_AND_EDIT_TICKET, EDIT_TICKET, CANCEL_OR_DELETE_TICKET, VIEW_CALENDAR, VIEW_CLIENT_LIST, EDIT_TICKET_COMMENT];
const as = (staffId: string) => ({ permissions, staffId, accountId: "9", employeeCategory: 0 });
const visits = (staffId = "2") => shop.client(AppointmentService, as(staffId));
const nobodys = "987654321";

type Visits = ReturnType<typeof visits>;
const byAppointment: Record<string, (visits: Visits, id: string) => Promise<unknown>> = {
  "its details": (visits, id) => visits.getAppointment({ id }),
  "its log": (visits, id) => visits.listActionLog({ id }),
  "its comments": (visits, id) => visits.getTicketComments({ id }),
  "its comments, written": (visits, id) => visits.updateTicketComments({ id, ticketComments: "mine" }),
  "its status": (visits, id) => visits.updateStatus({ id, status: 2 }),
  "a change": (visits, id) => visits.updateAppointment({ id, alertNotes: "mine" }),
  "a move to oneself": (visits, appointmentId) => visits.rescheduleAppointment({ appointmentId, staffId: "2", startTime: 720 }),
  "a cancellation": (visits, id) => visits.cancelAppointment({ id }),
  "a deletion": (visits, id) => visits.deleteAppointment({ id }),
};

describe("permission-scope-levels: appointments of clients out of reach", () => {
  test.each(Object.entries(byAppointment))("%s: as if there were none", async (_, ask) => {
    const refused = await refusalOf(ask(visits(), strangers));
    expect(refused.code).toBe(30005);
    expect(refused).toEqual(await refusalOf(ask(visits(), nobodys)));
  });

  test("are left out where several are asked for", async () => {
    const own = await shop.book({ date: "2031-02-05", start: 800 });
    const { appointments } = await visits().batchGetAppointments({ ids: [strangers, nobodys, own.id] });
    expect(appointments.map(({ id }) => id)).toEqual([own.id]);
  });

  test("are shown to who is on them", async () => {
    expect((await visits("1").getAppointment({ id: strangers })).appointment?.id).toBe(strangers);
  });

  test("a client's visits are neither listed nor counted", async () => {
    const listed = await refusalOf(visits().listCustomerAppointments({ customerId: "500" }));
    expect(listed).toEqual(await refusalOf(visits().listCustomerAppointments({ customerId: "901" })));
    const counted = await refusalOf(visits().countCustomerAppointments({ customerId: "500" }));
    expect([listed.code, counted.code]).toEqual([30003, 30003]);
  });

  test("nobody books for such a client, nor with their pets, and nothing is left of the try", async () => {
    const count = async () =>
      (await shop.admin.query("select (select count(*) from calendar.appointment) + (select count(*) from calendar.outbox) as n")).rows[0]
        .n;
    const before = await count();
    const book = (petId: string) => refusalOf(visits().bookAppointment(request({ date: "2031-02-06", start: 600, petId, staffId: "2" })));
    expect(await book("5000")).toEqual(await book("9010"));
    expect((await book("5000")).code).toBe(30003);
    const mixed = {
      ...request({ date: "2031-02-06", start: 600, staffId: "2" }),
      petServices: [{ petId: "5000", services: [{ serviceId: "1" }] }],
    };
    expect((await refusalOf(visits().bookAppointment(mixed))).code).toBe(30004);
    expect(await count()).toEqual(before);
  });

  test("the owner reaches all", async () => {
    const { appointments } = await shop.client(AppointmentService).listCustomerAppointments({ customerId: "500" });
    expect(appointments.map(({ id }) => id)).toEqual([strangers]);
  });
});
