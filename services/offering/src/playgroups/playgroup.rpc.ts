import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, implement, mustBeCurrent, mustExist, named, notBlank, type Tx } from "@leashline/kit";
import {
  type PlaygroupSchema,
  PlaygroupService,
  UpdatePlaygroupRequestSchema,
} from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import type { DB } from "../db.gen.ts";
import { command, query } from "../db.ts";
import { mustBeKnown, unknownAmong } from "../services/known-pets.ts";
import {
  deletePlaygroup,
  insertPlaygroup,
  lockPlaygroup,
  type PlaygroupRow,
  playgroupNameTaken,
  readPlaygroups,
  sortPlaygroups,
  updatePlaygroup,
} from "./playgroup.store.ts";
import { mustHaveRoom, nameTaken, playgroupChange } from "./playgroup.ts";

/** One after the other, so that two of a name and one too many are seen. */
const LOCK = "playgroups";

export const playgroupRpc = implement(PlaygroupService, {
  async getPlaygroups(_, ctx) {
    return { playgroups: (await query(ctx, readPlaygroups)).map(toPlaygroup) };
  },

  async createPlaygroup({ $typeName: _, ...request }, ctx) {
    const fields = { ...request, name: notBlank(request.name, "name") };
    mustBeKnown(await unknownAmong(ctx, fields));
    return await command(ctx, async (tx) => {
      tx.lock([LOCK]);
      mustHaveRoom((await readPlaygroups(tx.db)).length);
      const row = await insertPlaygroup(tx.db, fields);
      if (!row) throw nameTaken(fields.name);
      tell(tx, "created", row);
      return { playgroup: toPlaygroup(row) };
    });
  },

  async updatePlaygroup(request, ctx) {
    const change = playgroupChange(request, named(UpdatePlaygroupRequestSchema, request, request.updateMask));
    const unknown = await unknownAmong(ctx, change);
    return await command(ctx, async (tx) => {
      tx.lock([LOCK]);
      const before = mustExist(await lockPlaygroup(tx.db, request.playgroupId), "playgroupId");
      mustBeCurrent(request.version, before.version);
      mustBeKnown(unknown, before);
      if (change.name !== undefined && (await playgroupNameTaken(tx.db, change.name, before.id))) throw nameTaken(change.name);
      const after = await updatePlaygroup(tx.db, before.id, change);
      tell(tx, "updated", after, before);
      return { playgroup: toPlaygroup(after) };
    });
  },

  async deletePlaygroup({ playgroupId }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([LOCK]);
      const before = await deletePlaygroup(tx.db, playgroupId);
      if (before) tell(tx, "deleted", before);
      return {};
    });
  },

  async sortPlaygroups({ idList }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([LOCK]);
      const rows = await sortPlaygroups(tx.db, idList);
      if (rows.length !== idList.length) throw fail("NOT_FOUND", { field: "idList" });
      for (const row of rows) tell(tx, "sorted", row);
      return {};
    });
  },
});

function tell(tx: Tx<DB>, action: string, row: PlaygroupRow, before?: PlaygroupRow): void {
  tx.log({ entity: "playgroup", id: row.id, action, after: row, ...(before && { before }) });
  tx.notify("offering.playgroups", { ids: [row.id] });
}

const toPlaygroup = (row: PlaygroupRow): MessageInitShape<typeof PlaygroupSchema> => ({
  playgroupId: row.id,
  name: row.name,
  description: row.description,
  colorCode: row.colorCode,
  maxPetCapacity: row.maxPetCapacity,
  petSizeIds: row.petSizeIds,
  petCodeIds: row.petCodeIds,
  sort: row.sort,
  version: row.version,
});
