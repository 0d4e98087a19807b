import { fail, notBlank } from "@leashline/kit";

export type PlaygroupFields = {
  name: string;
  description: string;
  colorCode: string;
  maxPetCapacity: number;
  petSizeIds: string[];
  petCodeIds: string[];
};

/** As many as stand beside each other on a day's page. */
export const MOST_PLAYGROUPS = 100;

export const nameTaken = (name: string) =>
  fail("STATE_CONFLICT", { field: "name", message: `There is a playgroup called ${name} already.` });

export function mustHaveRoom(count: number): void {
  if (count >= MOST_PLAYGROUPS)
    throw fail("PARAMS_INVALID", { field: "name", reason: `a company has at most ${MOST_PLAYGROUPS} playgroups` });
}

type Given = { readonly [K in keyof PlaygroupFields]?: PlaygroupFields[K] | undefined };

/** What an update changes, from the fields it names. One that is named and not sent becomes empty; a number of pets stays. */
export function playgroupChange(given: Given, fields: ReadonlySet<string>): Partial<PlaygroupFields> {
  return {
    ...(fields.has("name") && { name: notBlank(given.name, "name") }),
    ...(fields.has("description") && { description: given.description ?? "" }),
    ...(fields.has("colorCode") && { colorCode: given.colorCode ?? "" }),
    ...(fields.has("maxPetCapacity") && given.maxPetCapacity !== undefined && { maxPetCapacity: given.maxPetCapacity }),
    ...(fields.has("petSizeIds") && { petSizeIds: given.petSizeIds ?? [] }),
    ...(fields.has("petCodeIds") && { petCodeIds: given.petCodeIds ?? [] }),
  };
}
