import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { beforeAll, expect, test, vi } from "vitest";
import { callRpc, parsed } from "../access/call.ts";
import { hire, keyElsewhere, type Walker } from "../access/callers.ts";
import { at, type Company, make, openCompany, type World } from "../access/company.ts";
import { day } from "../access/steps.ts";
import type { Probe } from "../hostile.journey.ts";

const groomers = [
  ...[P.VIEW_CLIENT_LIST, P.VIEW_CALENDAR, P.CREATE_AND_EDIT_TICKET, P.EDIT_TICKET, P.CANCEL_OR_DELETE_TICKET],
  ...[P.OVERBOOK, P.BOOK_OUTSIDE_WORKING_HOURS],
];

/** Whoever may see their own clients tries to make a stranger's client one of them; a key of another location looks at what is not there. */
export const reachOfOthers: Probe = (app) => {
  let world: World;
  let company: Company;
  let groomer: Walker;
  let client: { customerId: string; petId: string };
  beforeAll(async () => {
    world = { url: app().url, contract: loadContract(), turn: 0 };
    company = await openCompany(world, "reachmark");
    groomer = await hire(world, company, "groomer", groomers, [company.businessIds[0]]);
    const made = await make(world, company.owner, "customer.v1.ClientService/CreateClientWithPets", {
      client: { firstName: "Stella", lastName: "Stranger" },
      pets: [{ petName: "Shy", petType: "Dog" }],
    });
    client = { customerId: at(made, "client.customerId"), petId: at(made, "pets.0.petId") };
  });

  const codeOf = async (as: object, rpc: string, request: object) => (await callRpc(world.url, `/leashline.${rpc}`, request, as)).code;
  const sees = () => codeOf(groomer, "customer.v1.ClientService/GetClient", { customerId: client.customerId });
  const wish = (staffId = "0") => ({
    customerId: client.customerId,
    staffId,
    appointmentDate: day(5),
    startTime: 660,
    petServices: [{ petId: client.petId, services: [{ serviceId: company.known.service_id, duration: 60 }] }],
    override: { overbook: true, outsideWorkingHours: true, reason: "probe" },
  });
  const count = async () => {
    const answer = await make(world, company.owner, "calendar.v1.AppointmentService/CountCustomerAppointments", {
      customerId: client.customerId,
    });
    return Number(at(answer, "total") || 0);
  };
  const bookedBy = async (as: object) =>
    at(await make(world, as, "calendar.v1.AppointmentService/BookAppointment", wish(groomer.staffId)), "appointment.id");

  test("booking for a stranger's client is refused as for nobody's, and does not make them one's own", async () => {
    const book = "calendar.v1.AppointmentService/BookAppointment";
    expect(await sees()).toBe(30003);
    expect(await codeOf(groomer, book, wish(groomer.staffId))).toBe(30003);
    expect(await codeOf(groomer, book, { ...wish(groomer.staffId), customerId: "987654321" })).toBe(30003);
    expect([await count(), await sees()]).toEqual([0, 30003]);
  });

  test.each(["deleted", "cancelled, then deleted"])("an appointment that is %s leaves nobody's client behind", async (fate) => {
    const id = await bookedBy(company.owner);
    await vi.waitFor(async () => expect(await sees()).toBe(200), { timeout: 20_000, interval: 200 });
    if (fate !== "deleted") await make(world, company.owner, "calendar.v1.AppointmentService/CancelAppointment", { id });
    await make(world, company.owner, "calendar.v1.AppointmentService/DeleteAppointment", { id });
    await vi.waitFor(async () => expect(await sees()).toBe(30003), { timeout: 20_000, interval: 200 });
  });

  test("a key of another location sees neither appointments, sums, cards nor the name, and a client both know only as seen there", async () => {
    const key = await keyElsewhere(world, company);
    const { customerId } = client;
    await bookedBy(company.owner);
    for (const rpc of ["AppointmentService/ListCustomerAppointments", "AppointmentService/CountCustomerAppointments"])
      expect(await codeOf(key, `calendar.v1.${rpc}`, { customerId })).toBe(30003);
    for (const rpc of ["PaymentService/SumPayments", "CardService/ListCards"])
      expect(await codeOf(key, `payment.v1.${rpc}`, { customerId })).toBe(30003);
    const booked = await callRpc(world.url, "/leashline.calendar.v1.AppointmentService/BookAppointment", wish(), key);
    expect([booked.code, booked.text.includes("Stella")]).toEqual([30003, false]);
    const shared = { customerId, client: { preferredBusinessId: "0" }, updateMask: "preferredBusinessId" };
    await make(world, company.owner, "customer.v1.ClientService/UpdateClient", shared);
    const counted = await callRpc(world.url, "/leashline.calendar.v1.AppointmentService/CountCustomerAppointments", { customerId }, key);
    expect([counted.code, parsed(counted.text)]).toEqual([200, {}]);
  });
};
