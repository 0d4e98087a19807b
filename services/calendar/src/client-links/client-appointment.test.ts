import { ErrorCode, unsealNumbers } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import { CLIENT_LINK, CLIENT_LINK_PATH, linkOfNumbers } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());
const api = () => harness.client(ClientAppointmentService);

test("the link of what lies ahead opens that client's page at that location, for thirty days and nothing else", async () => {
  const { url } = await api().getUpcomingUrl({ businessId: "1", customerId: "7" });
  const { config } = harness.runtime("calendar");
  expect(url.startsWith(`${config.publicUrl}${CLIENT_LINK_PATH}`)).toBe(true);
  const token = url.slice(`${config.publicUrl}${CLIENT_LINK_PATH}`.length);
  const numbers = unsealNumbers(config.signingKey, CLIENT_LINK, token);
  const link = numbers && linkOfNumbers(numbers, Date.now());
  expect(link).toMatchObject({ companyId: "1", businessId: "1", customerId: "7", appointmentId: "0" });
  expect(Math.round(((link?.until ?? 0) - Date.now()) / 86_400_000)).toBe(30);
  expect(linkOfNumbers(numbers ?? [], Date.now() + 31 * 86_400_000)).toBeNull();
  expect((await refusalOf(api().getUpcomingUrl({ businessId: "1", customerId: "900" }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("each pet's appointments are counted once, whatever it gets there; cancelled ones are not", async () => {
  const client = harness.client(AppointmentService);
  const services = [{ serviceId: "1" }, { serviceId: "2" }];
  const both = {
    petServices: [
      { petId: "80", services },
      { petId: "81", services },
    ],
  };
  await harness.book({ date: "2035-01-03", start: 540, petId: "80", ...both });
  const done = await harness.book({ date: "2035-01-04", start: 540, petId: "81" });
  await client.updateStatus({ id: done.id, version: done.version, status: AppointmentStatus.FINISHED });
  const gone = await harness.book({ date: "2035-01-05", start: 540, petId: "82" });
  await client.cancelAppointment({ id: gone.id, version: gone.version });
  const { counts, firstVisit } = await api().countByPet({ customerId: "8" });
  expect([firstVisit, (await api().countByPet({ customerId: "9" })).firstVisit]).toEqual([false, true]);
  expect(counts.map(({ petId, upcoming, finished }) => [petId, upcoming, finished])).toEqual([
    ["80", 1, 0],
    ["81", 1, 1],
  ]);
});
