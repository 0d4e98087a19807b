import { fail, implement, mustExist, notBlank, type Tx } from "@leashline/kit";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { command, type DB, query } from "../db.ts";
import { deleteTag, insertTag, listTags, renameTag, type StoredTag, sortTags, tagByName } from "./tag.store.ts";

const nameOf = (text: string): string => notBlank(text, "name");

async function mustHave(tx: Tx<DB>, id: string): Promise<StoredTag> {
  const found = (await listTags(tx.db)).find((t) => t.id === id);
  return mustExist(found, "id");
}

export const tagRpc = implement(TagService, {
  async listTags(_, ctx) {
    return { tags: await query(ctx, listTags) };
  },

  async createTag(req, ctx) {
    return await command(ctx, async (tx) => {
      const id = await insertTag(tx.db, nameOf(req.name));
      if (!id) throw fail("TAG_NAME_IN_USE", { field: "name" });
      const tag = await mustHave(tx, id);
      tx.log({ entity: "tag", id, action: "create", after: tag });
      tx.notify("customer.tags");
      return { tag };
    });
  },

  async updateTag(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, req.id);
      const name = nameOf(req.name);
      tx.lock([`tag:${name.toLowerCase()}`]);
      const holder = await tagByName(tx.db, name);
      if (holder && holder !== req.id) throw fail("TAG_NAME_IN_USE", { field: "name" });
      await renameTag(tx.db, req.id, name);
      tx.log({ entity: "tag", id: req.id, action: "update", before, after: { ...before, name } });
      tx.notify("customer.tags");
      return { tag: { ...before, name } };
    });
  },

  async deleteTag(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, req.id);
      await deleteTag(tx.db, req.id);
      tx.log({ entity: "tag", id: req.id, action: "delete", before });
      tx.notify("customer.tags");
      return {};
    });
  },

  async sortTags(req, ctx) {
    return await command(ctx, async (tx) => {
      if ((await sortTags(tx.db, req.ids)) !== new Set(req.ids).size) throw fail("NOT_FOUND", { field: "ids" });
      tx.notify("customer.tags");
      return {};
    });
  },
});
