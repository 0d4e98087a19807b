import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorCode } from "@leashline/kit";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { RepeatModifyType, WorkMode } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import pg from "pg";
import type { Api } from "../../seed/api.ts";
import { wireDay } from "../wire.ts";

/** What many hands do to one calendar at the same time. */
export interface Crowd {
  api: Api;
  pageName: string;
  client: { customerId: string; petId: string };
  serviceId: string;
  storefrontServiceId: string;
  staffIds: readonly string[];
  /** The first of two days that everybody wants, with the day after it. */
  days: readonly Temporal.PlainDate[];
  hands: number;
  seconds: number;
}

export type Act = "create" | "move" | "series" | "ask" | "accept";
/** How often each act was done, and every refusal by its code; a code that is none is named by what the call answered. */
export interface Outcome {
  done: Record<Act, number>;
  refused: Record<string, number>;
  slowestMs: number;
}

/** What may be said when all want the same: it is full, outside hours, in another state meanwhile, changed meanwhile, gone. */
const typed = [
  "SLOT_FULL",
  "OUTSIDE_WORKING_HOURS",
  "APPOINTMENT_STATUS_INVALID",
  "STATE_CONFLICT",
  "VERSION_CONFLICT",
  "APPOINTMENT_NOT_FOUND",
] as const;
export const isTyped = (code: string): boolean => typed.some((name) => String(ErrorCode[name]) === code);

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** All hands act, one act after the other, until the time is over. */
export async function crowd(setting: Crowd): Promise<Outcome> {
  const outcome: Outcome = { done: { create: 0, move: 0, series: 0, ask: 0, accept: 0 }, refused: {}, slowestMs: 0 };
  const known: string[] = [];
  const until = performance.now() + setting.seconds * 1_000;
  const hand = async (nth: number) => {
    const acts = actsOf(setting, known, nth);
    const random = seeded(nth + 1);
    while (performance.now() < until) {
      const act = order[random(order.length)] ?? "create";
      const began = performance.now();
      try {
        await acts[act]();
        outcome.done[act] += 1;
      } catch (error) {
        const code = codeOf(error);
        outcome.refused[code] = (outcome.refused[code] ?? 0) + 1;
      }
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: setting.hands }, (_, nth) => hand(nth)));
  return outcome;
}

/** Every second act moves something that is there. */
const order: readonly Act[] = ["create", "move", "move", "series", "ask", "accept", "create", "move"];

function codeOf(error: unknown): string {
  if (!(error instanceof ConnectError)) throw error;
  return error.findDetails(ErrorInfoSchema)[0]?.metadata.code ?? `${Code[error.code]}: ${error.rawMessage}`;
}

function actsOf({ api, pageName, client, serviceId, storefrontServiceId, staffIds, days }: Crowd, known: string[], nth: number) {
  const random = seeded(1_000 + nth);
  const anyOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const [appointments, series, page, requests] = [
    api.client(AppointmentService),
    api.client(SeriesService),
    api.client(StorefrontService),
    api.client(BookingRequestService),
  ];
  const place = () => ({ staffId: anyOf(staffIds), startTime: 600 + 15 * random(24) });
  let asked = 0;
  /** One of three is done by two people, after each other or side by side. */
  const shared = () => {
    const first = random(staffIds.length);
    const second = (first + 1 + random(staffIds.length - 1)) % staffIds.length;
    const operationList = [first, second].map((at) => ({ staffId: staffIds[at] ?? "0", duration: 15 + 15 * random(3) }));
    return { operationList, workMode: random(2) === 0 ? WorkMode.SEQUENCE : WorkMode.PARALLEL };
  };
  const create = async () => {
    const { appointment } = await appointments.bookAppointment({
      customerId: client.customerId,
      ...place(),
      appointmentDate: wireDay(anyOf(days)),
      petServices: [
        { petId: client.petId, services: [{ serviceId, ...(random(3) === 0 ? shared() : { duration: 30 + 15 * random(4) }) }] },
      ],
    });
    known.push(appointment?.id ?? "0");
  };
  return {
    create,
    move: async () => {
      const appointmentId = anyOf(known);
      if (!appointmentId) return await create();
      await appointments.rescheduleCard({ appointmentId, ...place(), startDate: wireDay(anyOf(days)), moveAllCards: true });
    },
    // Each repeats next week, so that all of them want the same days again; one that repeats already moves with those that follow.
    series: async () => {
      const appointmentId = anyOf(known);
      if (!appointmentId) return await create();
      const rule = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: 3 } };
      if (random(2) === 0) return void (await series.createSeries({ appointmentId, rule }));
      await series.changeSeries({ appointmentId, type: RepeatModifyType.THIS_AND_FOLLOWING, ...place() });
    },
    ask: async () => {
      asked += 1;
      await page.submitBooking({
        bookOnlineName: pageName,
        customer: { firstName: "Pat", lastName: "Parent", phoneNumber: `+1206${String(5_560_000 + nth * 1_000 + asked).padStart(7, "0")}` },
        pets: [{ petName: "Truffle", petType: "Dog", serviceIds: [storefrontServiceId] }],
        ...place(),
        date: wireDay(anyOf(days)),
      });
    },
    accept: async () => {
      const { bookingRequests } = await requests.listBookingRequests({});
      const waiting = bookingRequests.filter((one) => one.appointmentId === "0");
      if (waiting.length === 0) return await create();
      await requests.acceptBookingRequest({ id: anyOf(waiting).id });
    },
  } satisfies Record<Act, () => Promise<unknown>>;
}

const parted = `select l.staff_id, l.start_minute as begins, l.duration where l.work is null
  union all select (o->>'staffId')::bigint, l.start_minute + (o->>'offset')::int, (o->>'duration')::int from jsonb_array_elements(l.work->'parts') o where l.work is not null`;
const shares = `select a.id, p.staff_id, (a.date - date '1970-01-01') * 1440 + min(p.begins) as starts,
    (a.date - date '1970-01-01') * 1440 + max(p.begins + p.duration) as ends
  from calendar.appointment a join calendar.pet_service l on l.company_id = a.company_id and l.appointment_id = a.id cross join lateral (${parted}) p
  where a.company_id = $1 and a.status <> 4 and a.deleted_at is null and p.staff_id > 0 and not a.overbooked group by a.id, a.date, p.staff_id`;

/** What the database holds afterwards, from the lines of the appointments themselves and not from what guards them. */
export async function stored(adminUrl: string, companyId: string): Promise<{ shares: number; overlaps: number; untaken: number }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query(
      `with s as materialized (${shares}) select (select count(*) from s)::int as shares,
        (select count(*) from s a join s b on a.staff_id = b.staff_id and a.id < b.id and a.starts < b.ends and b.starts < a.ends)::int as overlaps,
        (select count(*) from s where not exists (select from calendar.occupancy o where o.company_id = $1 and o.source_kind = 1 and o.source_id = s.id
          and o.resource_kind = 1 and o.resource_id = s.staff_id and o.to_utc - o.from_utc = s.ends - s.starts))::int as untaken`,
      [companyId],
    );
    return rows[0];
  } finally {
    await admin.end();
  }
}
