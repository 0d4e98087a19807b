import { type Ctx, job } from "@leashline/kit";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Pricing } from "@leashline/proto/rules/stay-price.ts";
import { type Appointment, isDaycare, type ServiceLine, withBounds } from "../appointments/appointment.ts";
import { isHere } from "../appointments/moves.ts";
import { decimal, planOf } from "../appointments/notes.ts";
import { catalogPrice, pricedLines, pricingOf, servicesOf } from "../appointments/prices.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { type Change, changeAppointment, type Moment } from "../booking/change.ts";
import { AUTO_ROLLOVER, type Watched, watchLength } from "../daycare/watch-length.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { readNoted } from "./left-out.store.ts";
import { leftOutBy } from "./left-out.ts";

/** The other daycare that a line becomes, and when. */
type Rollover = { readonly line: ServiceLine; readonly target: Service; readonly dueAt: number };

/** A pet that is still there when its daycare has been over for as long as the rule says has the longer one. Looks again when somebody came later than it seemed. */
export const rollOver = job<Watched>(AUTO_ROLLOVER, {
  run: async (ctx, watched) => {
    const { appointmentId, businessId } = watched;
    const anew = { ...ctx, idempotencyKey: "" };
    const rules = await rulesFor(anew, await appointmentOf(anew, appointmentId));
    if (rules.size === 0) return;
    const pricing = await pricingOf(anew);
    const decide = (current: Appointment, moment: Moment) => rolled(current, moment, rules, pricing);
    await changeAppointment(anew, { id: appointmentId, version: 0 }, decide, businessId);
  },
});

type Rules = ReadonlyMap<string, { readonly after: number; readonly target: Service }>;

/** What the services of a visit become, by service. */
async function rulesFor(ctx: Ctx, { businessId, lines, status }: Appointment): Promise<Rules> {
  const daycare = lines.filter(isDaycare);
  if (!isHere(status) || daycare.length === 0) return new Map();
  const services = await servicesOf(ctx, businessId, daycare);
  const on = [...services.values()].flatMap(({ id, options }) => {
    const rule = options?.autoRolloverRule;
    return rule?.enabled ? [{ id, after: rule.afterMinute, serviceId: rule.targetServiceId }] : [];
  });
  const targets = on.length > 0 ? await servicesOf(ctx, businessId, on) : new Map<string, Service>();
  return new Map(
    on.flatMap(({ id, after, serviceId }) => {
      const target = targets.get(serviceId);
      return target ? [[id, { after, target }] as const] : [];
    }),
  );
}

/** When each line becomes another, counted from check-in; never a shorter one. */
export const rolloversOf = ({ checkInAt, lines }: Pick<Appointment, "checkInAt" | "lines">, rules: Rules): Rollover[] =>
  lines.filter(isDaycare).flatMap((line) => {
    const rule = rules.get(line.serviceId);
    if (!rule || checkInAt === null || rule.target.duration <= line.duration) return [];
    return [{ line, target: rule.target, dueAt: Date.parse(checkInAt) + (line.duration + rule.after) * 60_000 }];
  });

async function rolled(current: Appointment, { tx, now }: Moment, rules: Rules, pricing: Pricing): Promise<Change | null> {
  if (!isHere(current.status)) return null;
  const isLeftOut = leftOutBy(await readNoted(tx.db, current.id));
  const found = rolloversOf(current, rules).filter(({ line, dueAt }) => !isLeftOut(line, dueAt));
  const due = new Map(found.filter(({ dueAt }) => dueAt <= Date.parse(now)).map(({ line, target }) => [line.id, target]));
  const later = found.filter(({ line }) => !due.has(line.id)).map(({ dueAt }) => dueAt);
  const { currency } = current;
  if (later.length > 0) watchLength(tx, current, { dueAt: new Date(Math.min(...later)) });
  if (due.size === 0) return null;
  const becomes = current.lines.map((line) => becoming(line, due.get(line.id)));
  const services = new Map([...due.values()].map((target) => [target.id, target]));
  const known = { pricing, services, firstVisit: current.isNewClient };
  const lines = pricedLines(becomes, current, known, ({ id }) => due.has(id));
  const notes = current.lines.flatMap((line, index) => (due.has(line.id) ? [told(line, lines[index] as ServiceLine, currency)] : []));
  const grant = { overbook: true, outOfHours: true, overRequest: true, reason: "Stayed longer" };
  return { plan: withBounds({ ...planOf(current), lines }), kind: "autoRollover", note: notes.join("; "), grant };
}

/** The line as the longer daycare, from the same time on and at its price, before rules. It stays the line it was: what was taken off it on the bill stays taken off. */
function becoming(line: ServiceLine, target: Service | undefined): ServiceLine {
  if (!target) return line;
  const { id: serviceId, name: serviceName, colorCode, taxId } = target;
  const duration = Math.min(target.duration, DAY_MINUTES - line.start);
  const price = catalogPrice(target, NO_STAFF, target.duration);
  return { ...line, serviceId, serviceName, colorCode, taxId, duration, price, priceParts: [] };
}

/** "Biscuit stayed longer: Half day 25.00 → Full day 45.00". */
const told = (before: ServiceLine, after: ServiceLine, currency: string): string =>
  `${before.petName} stayed longer: ${before.serviceName} ${decimal(before.price, currency)} → ${after.serviceName} ${decimal(after.price, currency)}`;
