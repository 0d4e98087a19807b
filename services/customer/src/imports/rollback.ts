import type { Tx } from "@leashline/kit";
import { ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { clientEvent, petEvent } from "../clients/client.events.ts";
import { clientsById } from "../clients/client.store.ts";
import type { DB } from "../db.ts";
import { petsById } from "../pets/pet.store.ts";
import { planAnew } from "../search/plan-anew.store.ts";
import { deleteChunks, lockImport, updateImport } from "./import.store.ts";
import { deleteImported, importedClients, importedPets, logRolledBack } from "./rollback.store.ts";

const batchSize = 500;

/**
 * Takes back a batch of what an import created, softly: first its clients with their pets, then the pets it gave to clients that were here before.
 * What somebody has changed, booked or paid for since stays.
 */
export async function rollBackStep(tx: Tx<DB>, importId: string, number: number): Promise<{ more: boolean }> {
  const row = await lockImport(tx.db, importId);
  if (!row || row.status !== ImportStatus.ROLLING_BACK || row.passNumber !== number) return { more: false };
  await planAnew(tx.db);
  const afterId = row.atByte;
  const clients = await importedClients(tx.db, importId, afterId, batchSize);
  if (clients.length === 0) return await rollBackPets(tx, importId);
  const gone = clients.filter((c) => !c.touched);
  const pets = await importedPets(tx.db, importId, { ofClients: gone.map((c) => c.id) });
  await remove(
    tx,
    importId,
    gone.map((c) => c.id),
    pets.map((p) => p.id),
  );
  await updateImport(tx.db, importId, {
    atByte: clients.at(-1)!.id,
    clientsRemoved: row.clientsRemoved + gone.length,
    clientsKept: row.clientsKept + clients.length - gone.length,
    petsRemoved: row.petsRemoved + pets.length,
  });
  tx.notify("customer.import", { ids: [importId], businessId: row.businessId });
  return { more: true };
}

/** The pets given to clients that were here before. */
async function rollBackPets(tx: Tx<DB>, importId: string): Promise<{ more: boolean }> {
  const row = (await lockImport(tx.db, importId))!;
  const left = await importedPets(tx.db, importId, { most: batchSize });
  if (left.length > 0) {
    await remove(
      tx,
      importId,
      [],
      left.map((p) => p.id),
    );
    await updateImport(tx.db, importId, { petsRemoved: row.petsRemoved + left.length, atByte: (BigInt(row.atByte) + 1n).toString() });
    return { more: true };
  }
  const kept = await importedPets(tx.db, importId, { standing: true });
  await updateImport(tx.db, importId, { status: ImportStatus.ROLLED_BACK, finishedAt: new Date(), petsKept: kept.length });
  await deleteChunks(tx.db, importId);
  const { clientsRemoved, clientsKept, petsRemoved } = row;
  tx.log({
    entity: "import",
    id: importId,
    action: "rolled back",
    after: { clientsRemoved, clientsKept, petsRemoved, petsKept: kept.length },
  });
  tx.notify("customer.import", { ids: [importId], businessId: row.businessId, over: true });
  return { more: false };
}

async function remove(tx: Tx<DB>, importId: string, clientIds: string[], petIds: string[]): Promise<void> {
  if (clientIds.length === 0 && petIds.length === 0) return;
  const [clients, pets] = [await clientsById(tx.db, clientIds), await petsById(tx.db, petIds)];
  await deleteImported(tx, { staffId: tx.ctx.caller.staffId, clientIds, petIds });
  await logRolledBack(tx.db, tx.ctx.caller.name, importId, clientIds, petIds);
  const told = [...clients.values()].map((c) => clientEvent({ ...c, deletedAt: new Date() }));
  const animals = [...pets.values()].map((p) => petEvent({ ...p, deleted: true }));
  tx.emit(ClientsImportedSchema, { importId, clients: told, pets: animals }, { key: `import:${importId}` });
}
