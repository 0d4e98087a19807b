import { type Ctx, fail, inList } from "@leashline/kit";
import { type GetPetSettingsResponse, PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import type { ServiceAvailability } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Availability } from "./availability.ts";

/** Something that a service is said to be for and that the pet settings do not have. */
export type UnknownTrait = { readonly field: string; readonly what: string; readonly value: string };

const plain = (text: string): string => text.trim().toLowerCase();
const lacks = (known: readonly { readonly name: string }[], value: string): boolean =>
  !known.some((one) => plain(one.name) === plain(value));

/** What an availability names and the company does not have; asked only where something is named. */
export async function unknownTraits(ctx: Ctx, named: ServiceAvailability | undefined): Promise<UnknownTrait[]> {
  if (!named) return [];
  const { petSizeIds, excludedPetCodeIds, coatTypes, petTypes } = named;
  if (petSizeIds.length + excludedPetCodeIds.length + coatTypes.length + petTypes.length === 0) return [];
  return traitsBeyond(named, await ctx.client(PetSettingsService).getPetSettings({}));
}

type Known = Pick<GetPetSettingsResponse, "petSizes" | "petCodes" | "coatTypes" | "petTypes">;

function traitsBeyond({ petSizeIds, excludedPetCodeIds, coatTypes, petTypes }: ServiceAvailability, known: Known): UnknownTrait[] {
  const beyond = (field: string, what: string, values: readonly string[]) => values.map((value) => ({ field, what, value }));
  const without = (ids: readonly string[], there: readonly { id: string }[]) => ids.filter((id) => !there.some((one) => one.id === id));
  return [
    ...beyond("petSizeIds", "pet size", without(petSizeIds, known.petSizes)),
    ...beyond("excludedPetCodeIds", "pet code", without(excludedPetCodeIds, known.petCodes)),
    ...beyond(
      "coatTypes",
      "coat type",
      coatTypes.filter((name) => lacks(known.coatTypes, name)),
    ),
    ...petTypes.flatMap(({ petType, breeds }, index) => {
      const type = known.petTypes.find((one) => plain(one.name) === plain(petType));
      if (!type) return beyond(inList("petTypes", index, "petType"), "pet type", [petType]);
      const listed = type.breeds.map((name) => ({ name }));
      // A type without a list of breeds takes any.
      const strange = listed.length === 0 ? [] : breeds.filter((breed) => lacks(listed, breed));
      return beyond(inList("petTypes", index, "breeds"), `breed of ${type.name}`, strange);
    }),
  ];
}

/** Refuses what is not there, with its field; what stood there before may stay until somebody takes it out. */
export function mustBeKnownTraits(unknown: readonly UnknownTrait[], before: Availability = {}): void {
  const { petSizeIds = [], excludedPetCodeIds = [], coatTypes = [], petTypes = [] } = before;
  // The number of a size says nothing of a code with the same number.
  const stood: readonly [start: string, values: readonly string[]][] = [
    ["petSizeIds", petSizeIds],
    ["excludedPetCodeIds", excludedPetCodeIds],
    ["coatTypes", coatTypes],
    ["petTypes", petTypes.flatMap(({ petType, breeds = [] }) => [petType, ...breeds])],
  ];
  const stays = ({ field, value }: UnknownTrait) =>
    stood.some(([start, values]) => field.startsWith(start) && values.some((one) => plain(one) === plain(value)));
  const strange = unknown.find((one) => !stays(one));
  if (!strange) return;
  const { field, what, value } = strange;
  const reason = `there is no ${what} ${value}: choose from the pet settings`;
  throw fail("PARAMS_INVALID", { field: `service.availability.${field}`, reason, facts: { value } });
}
