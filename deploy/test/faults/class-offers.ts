import { setTimeout as pause } from "node:timers/promises";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { withHands } from "../../seed/api.ts";
import type { Shop } from "../../seed/shop.ts";
import { usd, wireDay } from "../wire.ts";
import { person, type Waiting } from "./offers.ts";
import type { Stubborn } from "./stubborn.ts";

// A full class, those in it who will leave it, and the line for their places.

const HANDS = 4;
export type FullClass = { classId: string; leaving: string[]; waiting: Waiting[] };

export async function fillClass(web: Stubborn, shop: Shop, day: Temporal.PlainDate, places: number): Promise<FullClass> {
  const price = usd(90);
  const wish = { name: "Recall", careType: "GROUP_CLASS", price, duration: 60, options: { capacity: places, numSessions: 2 } };
  const { service } = await web.call(CatalogService.method.createService, { service: wish });
  const sessions = [0, 7].map((days) => ({ date: wireDay(day.add({ days })), startTime: 1_140, endTime: 1_200 }));
  const plan = { serviceId: service?.id ?? "0", staffId: shop.staff[0]?.staffId ?? "0", capacity: places, sessions };
  const made = await web.call(ClassService.method.createClass, { ...plan, name: "Recall", outsideWorkingHours: true });
  const classId = made.groupClass?.id ?? "0";
  const enrol = async (n: number, waitlist: boolean) => {
    const { customerId, petId, phone } = await person(web, n, "Class");
    const { enrolment } = await web.call(ClassService.method.enrolPet, { classId, customerId, petId, waitlist });
    return { id: enrolment?.id ?? "0", customerId, phone };
  };
  const numbers = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);
  const inside = await withHands(numbers(places, 3_000), HANDS, (n) => enrol(n, false));
  const line = await withHands(numbers(places * 4, 3_500), HANDS, (n) => enrol(n, true));
  const entries = await listed(web, line.length);
  const waiting = line.map(({ customerId, phone }) => ({ customerId, phone, entryId: entries.get(customerId) ?? "0" }));
  return { classId, leaving: inside.map(({ id }) => id), waiting };
}

/** The list follows the line of the class a moment later. */
async function listed(web: Stubborn, many: number): Promise<Map<string, string>> {
  for (const end = Date.now() + 30_000; ; await pause(200)) {
    const { entries } = await web.call(AppointmentWaitlistService.method.listWaitEntries, { pageSize: 200 });
    const own = entries.filter(({ classId }) => classId !== "0");
    if (own.length >= many) return new Map(own.map(({ id, customerInfo }) => [customerInfo?.id ?? "0", id]));
    if (Date.now() > end) throw new Error(`${own.length} of ${many} in the line are on the list`);
  }
}

/** The clients who have a place in the class, each as often as they have one. */
export async function clientsIn(web: Stubborn, classId: string): Promise<string[]> {
  const { enrolments } = await web.call(ClassService.method.getClass, { id: classId });
  return enrolments.flatMap(({ state, customerId }) => (state === EnrolmentState.ENROLLED ? [customerId] : []));
}
