import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import {
  type DuplicateClientSchema,
  type DuplicateGroupSchema,
  DuplicateReason,
} from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { toClient } from "../clients/client.mapper.ts";
import { clientsById } from "../clients/client.store.ts";
import { overviewsOf } from "../clients/overview.store.ts";
import { reach } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";
import { havingOne, type Stage, shared, stages } from "./duplicate.store.ts";
import { type Apart, alike, allFor, apartBy, type Group, neighborsAlike, type Traits } from "./duplicate.ts";
import { pairsAmong } from "./not-the-same.store.ts";

type Found = { groups: MessageInitShape<typeof DuplicateGroupSchema>[]; nextPageToken: string };

/** People with one value of a column, as groups; of those with one name only who shares more than that, of those at one place only who is nearly called alike. */
function grouped(stage: Stage, values: readonly string[], people: readonly (Traits & { value: string })[], apart: Apart): Group[] {
  return values.flatMap((value) => {
    const same = people.filter((one) => one.value === value);
    if (stage === "name_key") return alike(same, apart);
    if (stage === "place_key") return neighborsAlike(same, apart);
    return allFor(stage === "phone_key" ? DuplicateReason.PHONE : DuplicateReason.EMAIL, same, apart);
  });
}

/** A page through phone numbers, then e-mails, then names, then places that several clients have. */
export async function listDuplicates(ctx: Ctx, db: Db, token: string, size: number): Promise<Found> {
  const { stage, after } = placeOf(token);
  const here = await shared(db, stage, after, size);
  const people = here.length > 0 ? await havingOne(db, stage, here, reach(ctx)) : [];
  const said = await pairsAmong(
    db,
    people.map(({ id }) => id),
  );
  const groups = grouped(stage, here, people, apartBy(said));
  const inGroups = new Set(groups.flatMap(({ ids }) => ids));
  const shown = await shownAll(
    ctx,
    db,
    people.filter(({ id }) => inGroups.has(id)),
  );
  const next = stages[stages.indexOf(stage) + 1];
  const more = here.length === size ? tokenOf(stage, here.at(-1) ?? "") : next ? tokenOf(next, "") : "";
  return { groups: groups.map(({ reason, ids }) => ({ reason, clients: ids.flatMap((id) => shown.get(id) ?? []) })), nextPageToken: more };
}

/** As a list shows them: with pets, and how often they came. */
export async function shownAll(
  ctx: Ctx,
  db: Db,
  people: readonly Traits[],
): Promise<Map<string, MessageInitShape<typeof DuplicateClientSchema>>> {
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [clients, overviews] = [await clientsById(db, ids, reach(ctx)), await overviewsOf(ctx, db, ids)];
  return new Map(
    people.flatMap(({ id, petNames }) => {
      const client = clients.get(id);
      return client
        ? [[id, { client: toClient(client, ctx), petNames: [...petNames], appointments: overviews.get(id)?.total ?? 0 }] as const]
        : [];
    }),
  );
}

const tokenOf = (stage: Stage, after: string): string => Buffer.from(JSON.stringify([stage, after])).toString("base64url");
function placeOf(token: string): { stage: Stage; after: string } {
  if (token === "") return { stage: stages[0], after: "" };
  try {
    const [stage, after] = JSON.parse(Buffer.from(token, "base64url").toString());
    if (stages.includes(stage) && typeof after === "string" && !after.includes("\0")) return { stage, after };
  } catch {
    // Falls through to the refusal.
  }
  throw fail("PARAMS_INVALID", { field: "pageToken", reason: "this is no token of this list" });
}
