import { type Ctx, fail, fromMoney, mustBeCurrent, toMoney, toWireDate } from "@leashline/kit";
import type { BatchRepriceRequest, PreviewRepriceRequest } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { concernsAny, DAY_CARE_TYPES } from "@leashline/proto/rules/pricing-rules.ts";
import { readAppointments } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { isEditable } from "../appointments/moves.ts";
import { planOf, priceNotes } from "../appointments/notes.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import { pricingOf, servicesOf } from "../appointments/prices.ts";
import { changeMany } from "../booking/change-many.ts";
import type { Grant } from "../booking/placement.ts";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { linesOfNow, type Repricing, sumOf } from "./lines-of-now.ts";
import { namedOf } from "./place.ts";
import { comingWith } from "./reprice.store.ts";

const MOST_LOOKED_AT = 500;
const MOST_AT_ONCE = 100;

type Asked = Pick<BatchRepriceRequest, "serviceId" | "was">;

function repricingOf({ serviceId, was }: Asked): Repricing {
  if (serviceId !== "0" && !was) throw fail("PARAMS_INVALID", { field: "was", reason: "say what the service cost before" });
  return { serviceId, was: was ? fromMoney(was, was.currencyCode).minor : 0n };
}

/** What is paid for stays as it was paid. */
const mayBeRepriced = ({ status, paid }: Appointment): boolean => isEditable(status) && paid === "0";

const servicesFor = (ctx: Ctx, businessId: string, visits: readonly Appointment[]) =>
  servicesOf(
    ctx,
    businessId,
    visits.flatMap((visit) => visit.lines),
  );

export async function previewReprice(ctx: Ctx, request: PreviewRepriceRequest) {
  const asked = repricingOf(request);
  const { businessId } = await businessOf(ctx, request.businessId);
  const pricing = await pricingOf(ctx);
  const looked = { businessId, serviceId: asked.serviceId, careTypes: DAY_CARE_TYPES.filter((one) => concernsAny(pricing, [one])) };
  const visits = await query(ctx, async (db) => readAppointments(db, await comingWith(db, looked, MOST_LOOKED_AT)));
  if (visits.length === 0) return { rows: [], more: false };
  const known = { pricing, services: await servicesFor(ctx, businessId, visits) };
  const changed = visits
    .filter(mayBeRepriced)
    .map((visit) => ({ visit, before: sumOf(visit.lines), after: sumOf(linesOfNow(visit, asked, known)) }))
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => (a.visit.startAt < b.visit.startAt ? -1 : 1));
  const rows = changed.slice(0, MOST_AT_ONCE).map(({ visit, before, after }) => ({
    appointmentId: visit.id,
    version: visit.version,
    date: toWireDate(visit.date),
    customerFirstName: visit.customerFirstName,
    customerLastName: visit.customerLastName,
    price: toMoney(before, visit.currency),
    newPrice: toMoney(after, visit.currency),
  }));
  return { rows, more: changed.length > rows.length || visits.length === MOST_LOOKED_AT };
}

/** Only the price changes: wherever the visit lies, it stays there. */
const inItsPlace = (reason: string): Grant => ({ overbook: true, outOfHours: true, overRequest: true, reason });

export async function batchReprice(ctx: Ctx, request: BatchRepriceRequest): Promise<Appointment[]> {
  const asked = repricingOf(request);
  const versions = new Map(request.targets.map(({ appointmentId, version }) => [appointmentId, version]));
  if (versions.size < request.targets.length) throw fail("PARAMS_INVALID", { field: "targets", reason: "names an appointment twice" });
  const ids = [...versions.keys()];
  const named = await namedOf(ctx, ids);
  const [services, pricing] = await Promise.all([servicesFor(ctx, named[0]?.businessId ?? "0", named), pricingOf(ctx)]);
  const known = { services, pricing };
  return await changeMany(ctx, ids, (current) => {
    mustBeCurrent(versions.get(current.id) ?? 0, current.version);
    mustBeOwnOrAllowed(ctx, current);
    const lines = linesOfNow(current, asked, known);
    if (!mayBeRepriced(current) || sumOf(lines) === sumOf(current.lines)) return null;
    const plan = { ...planOf(current), lines };
    const note = priceNotes(current, plan, current.currency).join("; ");
    return { plan, kind: "editPetAndServices", note, grant: inItsPlace(current.overrideReason) };
  });
}
