import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness, request } from "../../test/harness.ts";

let harness: Harness;
let strangers: string;
beforeAll(async () => {
  harness = await openHarness();
  strangers = (await harness.book({ date: "2031-02-05", start: 600, petId: "5000", ticketComments: "the gate code is 4711" })).id;
});
afterAll(() => harness.stop());

const { CREATE_AND_EDIT_TICKET, EDIT_TICKET, CANCEL_OR_DELETE_TICKET, VIEW_CALENDAR, VIEW_CLIENT_LIST, EDIT_TICKET_COMMENT } = Permission;
const permissions = [CREATE_AND_EDIT_TICKET, EDIT_TICKET, CANCEL_OR_DELETE_TICKET, VIEW_CALENDAR, VIEW_CLIENT_LIST, EDIT_TICKET_COMMENT];
const as = (staffId: string) => ({ permissions, staffId, accountId: "9", employeeCategory: 0 });
const appointments = (staffId = "2") => harness.client(AppointmentService, as(staffId));
const nobodys = "987654321";

type Visits = ReturnType<typeof appointments>;
const byAppointment: Record<string, (appointments: Visits, id: string) => Promise<unknown>> = {
  "its details": (appointments, id) => appointments.getAppointment({ id }),
  "its log": (appointments, id) => appointments.listActionLog({ id }),
  "its comments": (appointments, id) => appointments.getTicketComments({ id }),
  "its comments, written": (appointments, id) => appointments.updateTicketComments({ id, ticketComments: "mine" }),
  "its status": (appointments, id) => appointments.updateStatus({ id, status: 2 }),
  "a change": (appointments, id) => appointments.updateAppointment({ id, alertNotes: "mine" }),
  "a move to oneself": (appointments, appointmentId) => appointments.rescheduleCard({ appointmentId, staffId: "2", startTime: 720 }),
  "a cancellation": (appointments, id) => appointments.cancelAppointment({ id }),
  "a deletion": (appointments, id) => appointments.deleteAppointment({ id }),
};

describe("permission-scope-levels: appointments of clients out of reach", () => {
  test.each(Object.entries(byAppointment))("%s: as if there were none", async (_, ask) => {
    const refused = await refusalOf(ask(appointments(), strangers));
    expect(refused.code).toBe(30005);
    expect(refused).toEqual(await refusalOf(ask(appointments(), nobodys)));
  });

  test("are left out where several are asked for", async () => {
    const own = await harness.book({ date: "2031-02-05", start: 800 });
    const found = await appointments().batchGetAppointments({ ids: [strangers, nobodys, own.id] });
    expect(found.appointments.map(({ id }) => id)).toEqual([own.id]);
  });

  test("are shown to who is on them", async () => {
    expect((await appointments("1").getAppointment({ id: strangers })).appointment?.id).toBe(strangers);
  });

  test("a client's appointments are neither listed nor counted", async () => {
    const listed = await refusalOf(appointments().listCustomerAppointments({ customerId: "500" }));
    expect(listed).toEqual(await refusalOf(appointments().listCustomerAppointments({ customerId: "901" })));
    const counted = await refusalOf(appointments().countCustomerAppointments({ customerId: "500" }));
    expect([listed.code, counted.code]).toEqual([30003, 30003]);
  });

  test("nobody books for such a client, nor with their pets, and nothing is left of the try", async () => {
    const count = async () =>
      (await harness.admin.query("select (select count(*) from calendar.appointment) + (select count(*) from calendar.outbox) as n"))
        .rows[0].n;
    const before = await count();
    const book = (petId: string) =>
      refusalOf(appointments().bookAppointment(request({ date: "2031-02-06", start: 600, petId, staffId: "2" })));
    expect(await book("5000")).toEqual(await book("9010"));
    expect((await book("5000")).code).toBe(30003);
    const mixed = {
      ...request({ date: "2031-02-06", start: 600, staffId: "2" }),
      petServices: [{ petId: "5000", services: [{ serviceId: "1" }] }],
    };
    expect((await refusalOf(appointments().bookAppointment(mixed))).code).toBe(30004);
    expect(await count()).toEqual(before);
  });

  test("the owner reaches all", async () => {
    const { appointments } = await harness.client(AppointmentService).listCustomerAppointments({ customerId: "500" });
    expect(appointments.map(({ id }) => id)).toEqual([strangers]);
  });
});
