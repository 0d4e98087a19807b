import type { DescField, DescMessage, Message } from "@bufbuild/protobuf";
import { type Money, MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { type Bag, placeOf } from "./place-of.ts";

/** An amount and the path of its field as callers write it: "lines.0.unitPrice". */
export type NamedMoney = { money: Money; at: string };
type Step = (message: Bag, at: string, found: NamedMoney[]) => void;

const known = new WeakMap<DescMessage, boolean>();
const compiled = new WeakMap<DescMessage, readonly Step[]>();

/** Whether a message has room for an amount of money, in itself or in what it holds. */
export function holdsMoney(schema: DescMessage): boolean {
  const found = known.get(schema) ?? reachesMoney(schema, new Set());
  known.set(schema, found);
  return found;
}

function reachesMoney(schema: DescMessage, seen: Set<DescMessage>): boolean {
  if (schema.typeName === MoneySchema.typeName) return true;
  if (seen.has(schema)) return false;
  seen.add(schema);
  return schema.fields.some((field) => field.message !== undefined && reachesMoney(field.message, seen));
}

/** Every amount that a message holds, however deep. */
export function moneyIn(schema: DescMessage, message: Message): readonly NamedMoney[] {
  const found: NamedMoney[] = [];
  if (holdsMoney(schema)) walk(schema, message as unknown as Bag, "", found);
  return found;
}

function walk(schema: DescMessage, message: Bag, at: string, found: NamedMoney[]): void {
  for (const step of stepsOf(schema)) step(message, at, found);
}

function stepsOf(schema: DescMessage): readonly Step[] {
  const ready = compiled.get(schema) ?? schema.fields.flatMap((field) => stepOf(field) ?? []);
  compiled.set(schema, ready);
  return ready;
}

function stepOf(field: DescField): Step | undefined {
  const { message: inner } = field;
  if (!inner || !holdsMoney(inner)) return undefined;
  const { place, name } = placeOf(field);
  const isMoney = inner.typeName === MoneySchema.typeName;
  const one = (value: unknown, at: string, found: NamedMoney[]): void => {
    if (isMoney) found.push({ money: value as Money, at });
    else walk(inner, value as Bag, at, found);
  };
  return (message, at, found) => {
    const value = place(message)?.[name];
    const path = at ? `${at}.${field.localName}` : field.localName;
    if (value === undefined) return;
    if (field.fieldKind === "message") one(value, path, found);
    else for (const [key, item] of Object.entries(value as Bag)) one(item, `${path}.${key}`, found);
  };
}
