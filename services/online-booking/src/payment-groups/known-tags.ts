import { type Ctx, fail } from "@leashline/kit";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";

/** Those of some ids that are no tags of the company; asked only where some are named. */
export async function unknownTags(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { tags } = await ctx.client(TagService).listTags({});
  const known = new Set(tags.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Refuses a tag that is not there; one that stood there before may stay until somebody takes it out. */
export function mustBeTags(unknown: readonly string[], before: readonly string[] = []): void {
  const id = unknown.find((one) => !before.includes(one));
  if (id === undefined) return;
  throw fail("PARAMS_INVALID", {
    field: "customerTagIdList",
    reason: `there is no tag ${id}: choose from the clients' tags`,
    facts: { id },
  });
}
