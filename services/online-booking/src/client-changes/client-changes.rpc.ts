import { type Ctx, can, fail, implement, mustReachClients, reachedClients } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { ClientChangesService } from "@leashline/proto/leashline/online_booking/v1/client_changes_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { lackingFor, type OnFile, onFileOf, petOnFile } from "../automation/on-file.ts";
import { visible } from "../requests/request.rpc.ts";
import { careTypesOf, lastDayOf, type RequestRow } from "../requests/request.ts";
import { type Change, changesIn } from "./client-changes.ts";

const { EDIT_CLIENT, VIEW_CLIENT_CONTACT, VIEW_CLIENT_LIST, VIEW_CLIENTS_ALL_LOCATIONS, VIEW_CLIENTS_WORKING_LOCATIONS } = Permission;
const lookers = [VIEW_CLIENT_LIST, VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS];

/** Who asks other services here asks on somebody's behalf: what that person may not see is left out. */
async function fileFor(ctx: Ctx, { customerId }: RequestRow): Promise<OnFile | undefined> {
  if (customerId === "0" || !lookers.some((one) => can(ctx, one))) return undefined;
  const reached = await reachedClients(ctx, [customerId]);
  return reached.has(customerId) ? await onFileOf(ctx, customerId) : undefined;
}

const shownTo = (ctx: Ctx, row: RequestRow, file: OnFile): Change[] =>
  changesIn(row, file).filter(({ isContact }) => !isContact || can(ctx, VIEW_CLIENT_CONTACT));

async function diffOf(ctx: Ctx, row: RequestRow) {
  const file = await fileFor(ctx, row);
  if (!file && row.customerId !== "0") return {};
  const lacking = await lackingFor(ctx, { ...row, date: lastDayOf(row) }, file, careTypesOf(row.pets));
  const vaccines = [...new Set([...lacking.values()].flat())];
  if (!file) return { vaccines };
  return {
    changes: shownTo(ctx, row, file).map(({ key, label, given, known }) => ({ key, label, given, known })),
    newPets: row.pets.filter((pet) => !petOnFile(file, pet)).map(({ petName }) => petName.trim()),
    vaccines,
  };
}

export const clientChangesRpc = implement(ClientChangesService, {
  async getClientPetsDiff({ id }, ctx) {
    return { diff: await diffOf(ctx, await visible(ctx, id)) };
  },

  async applyClientPets({ id, keys }, ctx) {
    if (!can(ctx, EDIT_CLIENT)) throw fail("NO_PERMISSION", { field: "keys" });
    const row = await visible(ctx, id);
    await mustReachClients(ctx, [row.customerId], "id");
    const file = await fileFor(ctx, row);
    const chosen = file ? shownTo(ctx, row, file).filter(({ key }) => keys.includes(key)) : [];
    if (file) await apply(ctx, file, chosen);
    return { diff: await diffOf(ctx, row) };
  },
});

/** The client first: what is refused there leaves the pets as they are. */
async function apply(ctx: Ctx, { client, pets }: OnFile, chosen: readonly Change[]): Promise<void> {
  const { customerId, version } = client;
  const own = chosen.filter(({ petId }) => petId === undefined);
  if (own.length > 0) {
    await ctx.client(ClientService).updateClient({ customerId, version, client: valuesOf(own), updateMask: maskOf(own) });
  }
  for (const pet of pets) {
    const its = chosen.filter(({ petId }) => petId === pet.petId);
    if (its.length === 0) continue;
    await ctx.client(PetService).updatePet({ petId: pet.petId, version: pet.version, pet: valuesOf(its), updateMask: maskOf(its) });
  }
}

const valuesOf = (changes: readonly Change[]) =>
  Object.fromEntries(changes.map(({ field, given }) => [field, field === "weight" ? Number(given) : given]));

const maskOf = (changes: readonly Change[]) => ({
  paths: changes.map(({ field }) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
});
