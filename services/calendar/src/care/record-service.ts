import { type Ctx, fail, toWireDate } from "@leashline/kit";
import type { RecordCareRequest } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { DayServiceGivenSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { command } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { instantAt } from "../scheduling/zone.ts";
import { readAssignments } from "./assignment.store.ts";
import { holderIn } from "./assignment.ts";
import { toDayService } from "./care.mapper.ts";
import { insertServiceEntry, readServiceEntries } from "./day-services.store.ts";
import { type ServiceEntry, type ServiceTask, type StayLine, servicesOn, stayLine } from "./day-services.ts";
import { careLock, isRepeated, mustBeHere, saidBy, tickOf } from "./tick.ts";

/** Notes that a pet got a service of its stay on a day, or did not. */
export async function recordService(ctx: Ctx, request: RecordCareRequest) {
  const visit = await appointmentOf(ctx, request.appointmentId, "appointmentId");
  const { zone } = await businessOf(ctx, visit.businessId);
  const tick = tickOf(ctx, request);
  const at = (day: string, minute: number): number => instantAt(day, minute, zone).epochMilliseconds;
  return await command(ctx, async (tx) => {
    tx.lock([careLock(visit.id)]);
    const noted = await readServiceEntries(tx.db, [visit.id], tick.day);
    const line = lineOf(visit, noted, request.petDetailId);
    if (!line) throw fail("NOT_FOUND", { field: "petDetailId" });
    const before = await insertServiceEntry(tx.db, { appointmentId: visit.id, ...line, ...tick });
    const { day, outcome } = tick;
    const repeated = isRepeated(before, { appointmentId: visit.id, petDetailId: line.petDetailId, ...saidBy(tick) });
    if (!repeated) {
      const wasNoted = noted.some((one) => one.petDetailId === line.petDetailId);
      mustBeHere(tick, { ...visit, zone }, wasNoted);
    }
    const entries = await readServiceEntries(tx.db, [visit.id], tick.day);
    const asked = { visit, entries, now: Date.now(), at };
    const service = servicesOn(tick.day, asked).find((one) => one.petDetailId === line.petDetailId) ?? leftOver(line, tick.day, entries);
    const holder = holderIn(await readAssignments(tx.db, [visit.id], tick.day))(service);
    const answer = { ...toDayService(service, holder), appointmentId: visit.id, customerLastName: visit.customerLastName };
    if (repeated) return answer;
    const { petDetailId, petId, serviceId, serviceName } = line;
    const version = entries.reduce((last, { id }) => (BigInt(id) > last ? BigInt(id) : last), 0n).toString();
    const told = { petDetailId, petId, serviceId, date: toWireDate(tick.day), outcome: service.outcome, version };
    tx.emit(DayServiceGivenSchema, { appointmentId: visit.id, ...told }, { key: visit.id });
    tx.log({ entity: "care", id: visit.id, action: "given", after: { name: serviceName, day, outcome }, businessId: visit.businessId });
    tx.notify("calendar.cards", { businessId: visit.businessId, dates: [visit.date], ids: [visit.id] });
    return answer;
  });
}

/** The service as the stay has it; as it was noted, where the stay has it no more. */
function lineOf({ lines }: Appointment, noted: readonly ServiceEntry[], petDetailId: string): StayLine | undefined {
  const line = lines.find((one) => one.id === petDetailId && one.onDays);
  if (line) return stayLine(line);
  const entry = noted.find((one) => one.petDetailId === petDetailId);
  return entry && { petDetailId, petId: entry.petId, petName: entry.petName, serviceId: entry.serviceId, serviceName: entry.serviceName };
}

/** What was taken back on a day on which the stay does not have it. */
const leftOver = (line: StayLine, day: string, entries: readonly ServiceEntry[]): ServiceTask => ({
  ...{ ...line, staffId: NO_STAFF, staffName: "", time: 0, day, outcome: 0, missed: false, twice: false },
  events: entries.filter(({ petDetailId }) => petDetailId === line.petDetailId),
});
