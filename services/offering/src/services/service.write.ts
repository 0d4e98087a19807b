import { changesNothing, fail, type Tx } from "@leashline/kit";
import { mustBePolicy } from "../care-types/booking-policy.ts";
import { mustNameFitting, mustTakeEffect, type Named, namedServices } from "../care-types/service-options.ts";
import type { DB } from "../db.ts";
import { hasFutureAppointment } from "../projections/booked.store.ts";
import { tellChanged, tellSorted } from "./service.events.ts";
import {
  askedForBy,
  categoryExists,
  insertService,
  lockService,
  lockServices,
  nameTaken,
  type StoredService,
  servicesById,
  setDeleted,
  sortRows,
  standingAddOns,
  updateService,
} from "./service.store.ts";
import { changed, newService, type ServiceFields } from "./service.ts";

export function mustStand(service: StoredService | undefined): StoredService {
  if (!service || service.deletedAt) throw fail("SERVICE_NOT_FOUND", { field: "id" });
  return service;
}

async function mustFit(tx: Tx<DB>, fields: ServiceFields, exceptId: string): Promise<void> {
  if (await nameTaken(tx.db, fields.name, exceptId)) throw fail("SERVICE_NAME_IN_USE", { field: "service.name" });
  if (fields.categoryId !== "0" && !(await categoryExists(tx.db, fields.categoryId, fields.careType, false)))
    throw fail("NOT_FOUND", { field: "service.categoryId", reason: "no such category of this care type" });
  mustTakeEffect(fields);
  mustBePolicy(fields);
  const found = await lockServices(tx.db, namedBy(fields.options));
  const standing = new Map([...found].filter(([, { deletedAt }]) => !deletedAt));
  const { added } = namedServices(fields);
  const addOns = (await standingAddOns(tx.db, added)).map((one) => [one.id, one] as const);
  mustNameFitting(fields, exceptId, new Map<string, Named>([...standing, ...addOns]));
  mustAskForEvaluation(fields, standing);
}

const evaluationOf = ({ evaluationServiceId: id }: ServiceFields["options"]): string | null =>
  typeof id === "string" && id !== "0" ? id : null;

/** The services that the settings of one name, the evaluation that it asks for first among them. */
function namedBy(options: ServiceFields["options"]): string[] {
  const { target, bundled, added } = namedServices({ options });
  return [target, ...bundled, ...added, evaluationOf(options)].filter((id) => id !== null);
}

/** What a service asks for first is an evaluation that is there; an evaluation asks for none. */
function mustAskForEvaluation({ options, careType }: ServiceFields, standing: ReadonlyMap<string, StoredService>): void {
  const id = evaluationOf(options);
  if (id === null) return;
  const field = "service.options.evaluationServiceId";
  if (careType === "EVALUATION") throw fail("PARAMS_INVALID", { field, reason: "an evaluation does not ask for another one" });
  if (standing.get(id)?.careType !== "EVALUATION") throw fail("SERVICE_NOT_FOUND", { field, facts: { serviceId: id } });
}

/** A service and those that its settings name or are to name, locked together: two may be about to name each other. */
export async function lockWithNamed(tx: Tx<DB>, id: string, options: object | undefined): Promise<StoredService | undefined> {
  const before = (await servicesById(tx.db, [id])).get(id);
  const named = [before?.options, options].flatMap((one) => namedBy({ ...one }));
  return (await lockServices(tx.db, [id, ...named])).get(id);
}

/** Creates a service; the name's index has the last word when two do so at once. */
export async function addService(tx: Tx<DB>, patch: Partial<ServiceFields>, source = "manual"): Promise<StoredService> {
  const base = newService(patch.careType ?? "", tx.ctx.caller.currency);
  const fields = changed(base, patch, true);
  await mustFit(tx, fields, "0");
  const id = await insertService(tx.db, fields, source);
  if (!id) throw fail("SERVICE_NAME_IN_USE", { field: "service.name" });
  const made = await reread(tx, id);
  tx.log({ entity: "service", id, action: "create", after: fields });
  tellChanged(tx, made);
  return made;
}

/** Changes a service, or brings a deleted one back. */
export async function saveService(
  tx: Tx<DB>,
  before: StoredService,
  patch: Partial<ServiceFields>,
  action: "update" | "restore" = "update",
): Promise<StoredService> {
  const fields = changed(before, patch, false);
  tx.lock([`service-name:${fields.name.toLowerCase()}`]);
  await mustFit(tx, fields, before.id);
  if (action === "restore") await setDeleted(tx.db, "service", before.id, null);
  else if (changesNothing<StoredService>(before, fields)) return before;
  else await updateService(tx.db, before.id, fields);
  const after = await reread(tx, before.id);
  tx.log({ entity: "service", id: before.id, action, before, after });
  tellChanged(tx, after);
  return after;
}

/** Deletes a service that no future appointment names. */
export async function dropService(tx: Tx<DB>, id: string): Promise<object> {
  const before = mustStand(await lockService(tx.db, id));
  if (await hasFutureAppointment(tx.db, id)) throw fail("SERVICE_HAS_APPOINTMENTS", { field: "id" });
  await mustBeUnasked(tx, id);
  await setDeleted(tx.db, "service", id, tx.ctx.caller.staffId);
  tx.log({ entity: "service", id, action: "delete", before });
  tellChanged(tx, { ...before, deletedAt: new Date() });
  return {};
}

/** Refuses to delete what another service asks for, brings along, adds to its stays or becomes. */
export async function mustBeUnasked(tx: Tx<DB>, id: string): Promise<void> {
  const asking = await askedForBy(tx.db, id);
  if (asking === undefined) return;
  throw fail("STATE_CONFLICT", {
    field: "id",
    message: asking.evaluated
      ? `${asking.name} requires this evaluation. Take the requirement off that service first.`
      : `${asking.name} brings this along or becomes it. Change ${asking.name} first.`,
  });
}

/** Puts services into an order; none is moved where one of them is not there. */
export async function sortServices(tx: Tx<DB>, ids: readonly string[]): Promise<object> {
  if ((await sortRows(tx.db, "service", ids)) !== ids.length) throw fail("SERVICE_NOT_FOUND", { field: "idList" });
  tx.log({ entity: "catalog", id: "0", action: "sort", after: { services: ids } });
  tellSorted(tx);
  return {};
}

async function reread(tx: Tx<DB>, id: string): Promise<StoredService> {
  return (await servicesById(tx.db, [id])).get(id)!;
}
