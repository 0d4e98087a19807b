import { type DescField, type DescMessage, type DescMethod, getOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { names, Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";

/** A field of requests that names something of a client or a location; `path` leads to it through the messages around it. */
export type Place = { resource: Resource; path: readonly DescField[] };
type Bag = Record<string, unknown>;

/** What scopes of their own govern: the handlers ask those. */
const byOwnScope: ReadonlySet<Resource> = new Set([Resource.THREAD, Resource.MESSAGE, Resource.BOOKING_REQUEST]);

/** Every field of an RPC's requests whose ids the caller must reach. */
export const placesOf = (method: DescMethod): Place[] => walk(method.input, [], []).filter(({ resource }) => !byOwnScope.has(resource));

function walk(desc: DescMessage, path: readonly DescField[], within: readonly DescMessage[]): Place[] {
  if (within.includes(desc)) return [];
  return desc.fields.flatMap((field): Place[] => {
    const here = [...path, field];
    if (field.message && field.fieldKind !== "map") return walk(field.message, here, [...within, desc]);
    const resource = getOption(field, names);
    if (resource === Resource.UNSPECIFIED) return [];
    if (field.scalar !== ScalarType.INT64 || field.fieldKind === "map") throw new Error(`${field} names something, but is no id.`);
    return [{ resource, path: here }];
  });
}

/** The ids that stand at a place of a request, as often as they do. */
export const idsAt = (message: Message, { path }: Place): string[] =>
  held(message, path).filter((id): id is string => id !== "0" && id !== "");

/** A list of ids, from which single ones can be left out. */
export const isList = ({ path }: Place): boolean => path.at(-1)?.fieldKind === "list";

/** Leaves ids out of a list, wherever in the request it stands. */
export function keepAt(message: Message, { path }: Place, keep: (id: string) => boolean): void {
  const name = path.at(-1)?.localName ?? "";
  for (const holder of held(message, path.slice(0, -1)) as Record<string, string[]>[]) holder[name] = (holder[name] ?? []).filter(keep);
}

export const fieldOf = ({ path }: Place): string => path.map((field) => field.localName).join(".");

/** What stands where a path ends; several things when lists are on the way. */
function held(message: Message, path: readonly DescField[]): unknown[] {
  let here: unknown[] = [message];
  for (const field of path) here = here.flatMap((holder) => valuesOf(holder as Bag, field));
  return here;
}

function valuesOf(holder: Bag, { oneof, localName }: DescField): unknown[] {
  const group = oneof ? (holder[oneof.localName] as { case?: string; value?: unknown }) : undefined;
  const value = group ? (group.case === localName ? group.value : undefined) : holder[localName];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
