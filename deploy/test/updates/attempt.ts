import { isDeepStrictEqual } from "node:util";
import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { updateOf } from "@leashline/proto/descriptors/update-mask.ts";
import { type Answer, callRest, callRpc } from "../access/call.ts";
import { type Company, make, type World } from "../access/company.ts";
import { ownId } from "../access/own-id.ts";
import { type Json, wellFormed } from "../access/request.ts";
import { restRequest } from "../access/rest.ts";
import { shortName } from "../access/walk.ts";
import { wireDay } from "../wire.ts";
import type { Case } from "./cases.ts";

type Bag = { [name: string]: Json };

/** What every change of a record may move. */
const always = ["version", "revision", "updateTime", "updatedAt", "lastStaffId", "lastStaffName"];

const recordOf = ({ desc }: ContractMethod): { schema: DescMessage; under: string } => {
  const { record } = updateOf(desc.input);
  return record?.message ? { schema: record.message, under: record.jsonName } : { schema: desc.input, under: "" };
};

/** The fields of an update that this test writes, one at a time. */
export function fieldsOf(method: ContractMethod, one: Case, company: Company): DescField[] {
  const sent = Object.keys(one.with?.(company.known) ?? {});
  const passed = new Set([...sent, ...Object.keys(one.leave ?? {}), "version", "revision", "updateMask"]);
  return recordOf(method).schema.fields.filter((field) => !passed.has(field.jsonName));
}

/** Values of a field: from the case, or as a well-formed request has them, in two different ways where there are two. */
function valuesOf(world: World, method: ContractMethod, field: DescField, one: Case, company: Company, rest: boolean): readonly Json[] {
  const own = one.values?.[field.jsonName];
  if (own) return own;
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.BOOL) return [true, false];
  if (field.fieldKind === "enum") return namesOf(field);
  if (field.message?.typeName === "google.type.Date" && field.fieldKind === "message") return [dateFor(field, ++world.turn, rest)];
  const made = () => {
    const turn = ++world.turn;
    const given = wellFormed(recordOf(method).schema, { known: company.known, turn, own: ownId(method), rest })[field.jsonName];
    return field.fieldKind === "scalar" && field.scalar === ScalarType.INT32 ? [given, Number(given) + 1] : [given];
  };
  return [...made(), ...made(), ...(field.fieldKind === "list" ? [[]] : [])].filter((value) => value !== undefined);
}

/** The names of an enum that the field takes. */
function namesOf(field: DescField): string[] {
  const rules = getOption(field, rulesOption).type;
  const allowed = rules.case === "enum" ? rules.value.in : [];
  const values = (field.enum?.values ?? []).filter(({ number }) => number !== 0 && (allowed.length === 0 || allowed.includes(number)));
  return values.map(({ name }) => name);
}

/** A day that no other try had; ends lie after starts. */
function dateFor({ name }: DescField, turn: number, rest: boolean): Json {
  const day = Temporal.PlainDate.from("2031-03-03").add({ days: (turn % 40) + (name.startsWith("end") ? 60 : 0) });
  return rest ? day.toString() : wireDay(day);
}

function place(value: Json | undefined, path: string, keys: Bag): Bag | undefined {
  const [name = "", ...rest] = path.split(".");
  const here = (value as Bag | undefined)?.[name];
  if (!Array.isArray(here)) return rest.length === 0 ? (here as Bag | undefined) : place(here, rest.join("."), keys);
  const [id = ""] = rest;
  return (here as Bag[]).find((item) => !(id in keys) || String(item[id]) === String(keys[id]));
}

const read = async (world: World, one: Case, company: Company): Promise<Bag> => {
  const [rpc, request, at] = one.read;
  const found = place(await make(world, company.owner, rpc, request(company.known)), at, one.with?.(company.known) ?? {}) ?? {};
  return one.whole?.(found) ?? found;
};

/** An update with these fields of its record and no mask, on the REST face or the service-style one. */
export async function send(world: World, method: ContractMethod, one: Case, company: Company, fields: Bag, rest: boolean): Promise<Answer> {
  const { under } = recordOf(method);
  const keys = one.with?.(company.known) ?? {};
  const inside = (name: string) => method.desc.input.fields.some((field) => field.jsonName === name);
  const outer = Object.fromEntries(Object.entries(keys).filter(([name]) => under === "" || inside(name)));
  const inner = Object.fromEntries(Object.entries(keys).filter(([name]) => under !== "" && !inside(name)));
  const request = under === "" ? { ...outer, ...fields } : { ...outer, [under]: { ...inner, ...fields } };
  const [route] = method.routes;
  if (!rest || !route) return await callRpc(world.url, method.path, request, company.owner);
  return await callRest(world.url, restRequest(route, request), company.owner);
}

/** Writes one field and answers what went otherwise than that: a refusal, another field that changed, or the field that did not. */
export async function writeOne(
  world: World,
  method: ContractMethod,
  one: Case,
  company: Company,
  field: DescField,
  rest: boolean,
): Promise<string[]> {
  const said = `${shortName(method)} ${field.jsonName} ${rest ? "REST" : "service-style"}`;
  const before = await read(world, one, company);
  const values = valuesOf(world, method, field, one, company, rest);
  const value = values.find((each) => !isDeepStrictEqual(each, before[field.jsonName] ?? emptyOf(each)));
  if (value === undefined) return [];
  const answer = await send(world, method, one, company, { [field.jsonName]: value }, rest);
  if (answer.code !== 200) return [`${said} = ${JSON.stringify(value)}: ${answer.status} ${answer.code} ${answer.text.slice(0, 200)}`];
  const after = await read(world, one, company);
  const free = new Set([...always, ...(one.aside ?? []), field.jsonName, ...(one.follows?.[field.jsonName] ?? [])]);
  const wiped = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !free.has(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  const stays = field.jsonName in { ...before, ...after } && isDeepStrictEqual(before[field.jsonName], after[field.jsonName]);
  return [
    ...wiped.map((name) => `${said}: ${name} was ${JSON.stringify(before[name])} and is ${JSON.stringify(after[name])}`),
    ...(stays ? [`${said} = ${JSON.stringify(value)}: still ${JSON.stringify(after[field.jsonName])}`] : []),
  ];
}

const emptyOf = (value: Json): Json =>
  Array.isArray(value) ? [] : typeof value === "boolean" ? false : typeof value === "number" ? 0 : "";

/** Fields that say from when to when: a start and the end beside it. */
export function pairsOf(method: ContractMethod): [start: DescField, end: DescField][] {
  const { schema } = recordOf(method);
  return schema.fields.flatMap((field): [DescField, DescField][] => {
    const name = field.name.startsWith("clock_in") ? field.name.replace("_in", "_out") : field.name.replace("start", "end");
    const end = name === field.name ? undefined : schema.fields.find((other) => other.name === name);
    return end ? [[field, end]] : [];
  });
}
