import type { FileRegistry } from "@bufbuild/protobuf";
import { type DescField, type DescMessage, fromJson, type JsonObject, type JsonValue, type Message } from "@bufbuild/protobuf";
import { nameWhatIsGiven } from "../descriptors/update-mask.ts";
import type { Line } from "./args.ts";
import { kebab } from "./names.ts";
import { Usage } from "./usage.ts";
import { flagValue } from "./values.ts";

/** Flags into the request: nested by dots, lists by repeating the flag, maps as key=value. `start` comes from --input. */
export function requestFrom(desc: DescMessage, flags: Line["flags"], start: JsonObject, registry: FileRegistry): Message {
  const json: JsonObject = structuredClone(start);
  for (const { name, value } of flags) assign(desc, json, name, value);
  try {
    const message = fromJson(desc, json, { registry });
    nameWhatIsGiven(desc, message, json);
    return message;
  } catch (error) {
    throw new Usage((error as Error).message.replace(/^cannot decode message [\w.]+ from JSON: /, ""));
  }
}

function assign(desc: DescMessage, json: JsonObject, flag: string, text: string | undefined): void {
  const negated = flag.startsWith("no-") && findField(desc, flag) === undefined;
  const path = fieldPath(desc, negated ? flag.slice(3) : flag);
  let target = json;
  for (const step of path.slice(0, -1)) {
    target[step.jsonName] ??= {};
    target = target[step.jsonName] as JsonObject;
  }
  const field = path.at(-1) as DescField;
  put(target, field, negated ? "false" : text, flag);
}

function put(target: JsonObject, field: DescField, text: string | undefined, flag: string): void {
  const { jsonName } = field;
  if (field.fieldKind === "list") target[jsonName] = [...((target[jsonName] as JsonValue[]) ?? []), ...listValues(field, text, flag)];
  else if (field.fieldKind === "map") target[jsonName] = { ...((target[jsonName] as JsonObject) ?? {}), ...mapEntry(field, text, flag) };
  else target[jsonName] = flagValue(field, text, flag);
}

/** Ids and enum values may also be given in one flag, by commas; text may hold commas itself. */
function listValues(field: DescField & { fieldKind: "list" }, text: string | undefined, flag: string): JsonValue[] {
  if (field.message && text?.trim().startsWith("[")) return JSON.parse(text) as JsonValue[];
  const isText = field.listKind === "scalar" && field.scalar === 9;
  const items = isText || field.message ? [text] : (text ?? "").split(",").map((item) => item.trim());
  return items.map((item) => flagValue(field, item, flag));
}

function mapEntry(field: DescField & { fieldKind: "map" }, text: string | undefined, flag: string): JsonObject {
  const equals = text?.indexOf("=") ?? -1;
  if (text === undefined || equals < 1) throw new Usage(`--${flag} takes key=value.`);
  const item = text.slice(equals + 1);
  return { [text.slice(0, equals)]: field.mapKind === "message" ? (JSON.parse(item) as JsonValue) : item };
}

function fieldPath(desc: DescMessage, dotted: string): DescField[] {
  const path: DescField[] = [];
  let at: DescMessage | undefined = desc;
  for (const name of dotted.split(".")) {
    const field: DescField | undefined = at && findField(at, name);
    if (!field) throw new Usage(`There is no flag --${dotted}. ${knownFlags(at ?? desc)}`);
    path.push(field);
    at = field.fieldKind === "message" ? field.message : undefined;
  }
  return path;
}

function findField(desc: DescMessage, name: string): DescField | undefined {
  const find = (wanted: string) => desc.fields.find((field) => kebab(field.name) === wanted || kebab(field.jsonName) === wanted);
  // A range that is one day may be given by its start: --date for --start-date.
  return find(kebab(name)) ?? find(`start-${kebab(name)}`);
}

function knownFlags(desc: DescMessage): string {
  return desc.fields.length === 0 ? "It takes none." : `Known: ${desc.fields.map((field) => `--${kebab(field.name)}`).join(", ")}.`;
}
