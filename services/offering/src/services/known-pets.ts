import { type Ctx, fail } from "@leashline/kit";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";

type Named = { readonly petSizeIds?: readonly string[] | undefined; readonly petCodeIds?: readonly string[] | undefined };

/** Ids that the company has no size or code for; asked only where some are named. */
export type Unknown = { readonly petSizeIds: readonly string[]; readonly petCodeIds: readonly string[] };

export async function unknownAmong(ctx: Ctx, { petSizeIds = [], petCodeIds = [] }: Named): Promise<Unknown> {
  if (petSizeIds.length + petCodeIds.length === 0) return { petSizeIds, petCodeIds };
  const { petSizes, petCodes } = await ctx.client(PetSettingsService).getPetSettings({});
  const without = (ids: readonly string[], known: readonly { id: string }[]) => ids.filter((id) => !known.some((one) => one.id === id));
  return { petSizeIds: without(petSizeIds, petSizes), petCodeIds: without(petCodeIds, petCodes) };
}

const words = { petSizeIds: "pet size", petCodeIds: "pet code" } as const;

/** Refuses what is not there, with its field; what stood there before may stay until somebody takes it out. */
export function mustBeKnown(unknown: Unknown, before: Named = {}): void {
  for (const field of ["petSizeIds", "petCodeIds"] as const) {
    const id = unknown[field].find((one) => !before[field]?.includes(one));
    if (id !== undefined)
      throw fail("PARAMS_INVALID", { field, reason: `there is no ${words[field]} ${id}: choose from the pet settings`, facts: { id } });
  }
}
