import { create } from "@bufbuild/protobuf";
import { minorOf } from "@leashline/kit";
import {
  type PetServicesInput,
  PetServicesInputSchema,
  type ServiceInput,
  ServiceInputSchema,
} from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import type { ServiceLine } from "../appointments/appointment.ts";
import { keptBy } from "../appointments/catalogue.ts";
import { staffOrNone } from "../projections/staff.ts";

/** For each line the one of another visit that is the same: of several with one service for a pet, the first is that of the first. */
function twinsIn(lines: readonly ServiceLine[], other: readonly ServiceLine[]): Map<string, ServiceLine> {
  const left = [...other];
  const twins = new Map<string, ServiceLine>();
  for (const { id, petId, serviceId } of lines) {
    const nth = left.findIndex((one) => one.petId === petId && one.serviceId === serviceId);
    if (nth !== -1) twins.set(id, left.splice(nth, 1)[0] as ServiceLine);
  }
  return twins;
}

type Shown = { staffId: string; duration: number; taskName: string; ratio: string };
const shown = ({ staffId, duration, taskName, ratio }: Shown): string => JSON.stringify([staffId, duration, taskName, ratio]);

/** Whether the people who do it are asked to be others than they are. */
function isOtherWork({ enableOperation, operationList }: ServiceInput, { work }: ServiceLine): boolean {
  if (operationList.length === 0) return enableOperation === false && work !== undefined;
  const asked = operationList.map((one) => shown({ ...one, staffId: staffOrNone(one.staffId), ratio: one.priceRatio }));
  return asked.join() !== (work?.parts ?? []).map(shown).join();
}

const asIs = ({ id, serviceId, staffId, work }: ServiceLine): ServiceInput =>
  create(ServiceInputSchema, { petDetailId: id, serviceId, staffId: work ? "0" : staffId });

/** A line that stays: what is asked to be another than it was becomes so here too, the rest is as it is here. */
function changedAlike(input: ServiceInput, old: ServiceLine, twin: ServiceLine): ServiceInput {
  const { duration, price, startTime, serviceStart, enableOperation, workMode, operationList } = input;
  const isOther = isOtherWork(input, old);
  const staffId = input.staffId !== "0" && (isOther || staffOrNone(input.staffId) !== old.staffId) ? input.staffId : asIs(twin).staffId;
  return create(ServiceInputSchema, {
    ...{ petDetailId: twin.id, serviceId: twin.serviceId, staffId, serviceStart },
    ...(startTime !== undefined && startTime !== old.start && { startTime }),
    ...(duration !== undefined && duration !== old.duration && { duration }),
    ...(price && minorOf(price) !== old.price && { price }),
    ...(isOther && { workMode, operationList, ...(enableOperation !== undefined && { enableOperation }) }),
  });
}

/**
 * What is asked of one visit's lines, for another of its series: what is added, changed or taken off there is so here too, and the rest stays as it is here. Nothing
 * where nothing would be left.
 */
export function linesFor(
  named: readonly ServiceLine[],
  asked: readonly PetServicesInput[],
  other: readonly ServiceLine[],
): PetServicesInput[] {
  const byId = new Map(named.map((line) => [line.id, line]));
  const twins = twinsIn(named, other);
  const of = new Set([...twins.values()].map(({ id }) => id));
  const own = other.filter(({ id }) => !of.has(id));
  const inputs = asked.flatMap(({ petId, services }) =>
    services.flatMap((input) => {
      const old = keptBy(input, petId, byId);
      const twin = old && twins.get(old.id);
      if (old) return twin ? [{ petId, input: changedAlike(input, old, twin) }] : [];
      const nth = own.findIndex((one) => one.petId === petId && one.serviceId === input.serviceId);
      const there = nth === -1 ? undefined : own.splice(nth, 1)[0];
      return [{ petId, input: there ? asIs(there) : { ...input, petDetailId: "0" } }];
    }),
  );
  const whole = [...inputs, ...own.map((line) => ({ petId: line.petId, input: asIs(line) }))];
  return whole.map(({ petId, input }) => create(PetServicesInputSchema, { petId, services: [input] }));
}
