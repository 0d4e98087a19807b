import { randomUUID } from "node:crypto";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import pg from "pg";
import { type Figure, interleaved, roundMs } from "../figure.ts";
import { dayAfter } from "../history.ts";
import { quiet, type Shop } from "../house.ts";
import { load } from "../load.ts";
import { bareBooking } from "./bare-booking.ts";
import type { Part, Setting } from "./setting.ts";
import { countStatements } from "./statements.ts";
import { wireDate } from "./wire-date.ts";

const hands = 4;
const aDay = 90;
const warmUp = 200;

/** The nth hour that nobody has: nine a day for each of ten people, from beyond the laid-out history on. Both sides draw from it. */
export type Spot = { date: string; staffId: string; start: number };
export function spots(staffIds: readonly string[], firstDay = 120): () => Spot {
  let n = 0;
  return () => {
    const at = n++;
    return {
      date: dayAfter(firstDay + Math.floor(at / aDay)),
      staffId: staffIds[at % 10] ?? "0",
      start: 540 + 60 * (Math.floor(at / 10) % 9),
    };
  };
}

let guestsMade = 0;
type RequestContext = { customerId: string; petId: string };

async function guests({ api }: Shop): Promise<RequestContext[]> {
  const found: RequestContext[] = [];
  for (let n = 0; n < 20; n++) {
    const client = { firstName: "Booking", lastName: `RequestContext ${n}`, phoneNumber: `+1206557${String(1000 + guestsMade++)}` };
    const made = await api
      .client(ClientService)
      .createClientWithPets({ client, pets: [{ petName: "Biscuit", petType: "Dog", breed: "Mixed breed" }] });
    found.push({ customerId: made.client?.customerId ?? "0", petId: made.pets[0]?.petId ?? "0" });
  }
  return found;
}

/** Requests of staff who book for twenty clients, one free hour after the other from a day on. */
export async function bookingsOf({ shop, serviceId }: Pick<Setting, "shop" | "serviceId">, firstDay?: number) {
  const people = await guests(shop);
  const spot = spots(shop.staffIds, firstDay);
  let count = 0;
  const wish = () => {
    const { date, staffId, start } = spot();
    const { customerId, petId } = people[count++ % people.length] as RequestContext;
    return {
      customerId,
      staffId,
      appointmentDate: wireDate(date),
      startTime: start,
      petServices: [{ petId, services: [{ serviceId, duration: 60 }] }],
    };
  };
  const request = () => shop.request(AppointmentService.method.bookAppointment, wish(), { "idempotency-key": randomUUID() });
  return { request, spot };
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { house, shop } = setting;
  const { request, spot } = await bookingsOf(setting);
  // The first one is what the other side copies.
  await load(house.gateway(request, { inFlight: 1, calls: 1 }));
  const pool = new pg.Pool({ connectionString: house.adminUrl, max: hands });
  try {
    const bare = await bareBooking(pool, shop.identity.companyId);
    // Neither side is measured cold.
    await load(house.gateway(request, { inFlight: hands, calls: warmUp }));
    for (let n = 0; n < warmUp; n++) await bare(spot());
    const settled = async (run: () => Promise<number>) => {
      await quiet(house);
      return await run();
    };
    const seen = await interleaved(
      () => settled(async () => (await load(house.gateway(request, { inFlight: hands, ms: roundMs }))).perSecond),
      () => settled(() => perSecond(() => bare(spot()))),
    );
    await quiet(house);
    const counted = await countStatements(house, async () => void (await load(house.gateway(request, { inFlight: 1, calls: 10 }))), 10);
    return [
      {
        name: "booking, 4 in flight, to the same rows by bare SQL",
        value: seen.ours / seen.baseline,
        unit: "ratio",
        better: "higher",
        ours: `${Math.round(seen.ours)}/s`,
        baseline: `${Math.round(seen.baseline)}/s`,
      },
      { name: "  commits of a booking", value: counted.commits, unit: "count", better: "lower", aim: 1 },
      {
        name: "  statements of a booking",
        value: counted.statements,
        unit: "count",
        better: "lower",
        aim: 10,
        note: `${counted.reads} more read by the services it asks`,
      },
    ];
  } finally {
    await pool.end();
  }
}

async function perSecond(book: () => Promise<void>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const hand = async () => {
    while (performance.now() - began < roundMs) {
      await book();
      count++;
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return count / ((performance.now() - began) / 1000);
}

export const bookings: Part = { name: "bookings", measure };
