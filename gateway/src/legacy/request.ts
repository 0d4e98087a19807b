import type { DescField, DescMessage, Message } from "@bufbuild/protobuf";
import { wholeCoins } from "@leashline/kit/money/money.ts";
import { moneyIn } from "@leashline/kit/money/money-fields.ts";
import { nameWhatIsGiven } from "@leashline/proto/descriptors/update-mask.ts";
import { legacyCodec } from "./codec.ts";
import type { LegacyRoute } from "./routes.ts";
import { wholeCodec } from "./well-known.ts";
import { WrongValue } from "./wrong-value.ts";

type Bag = Record<string, unknown>;

/** What a legacy call brings: path parameters in order, the query, and the parsed body. */
export interface LegacyInput {
  params: readonly string[];
  query: string;
  body: unknown;
  /** Of the business the call is made for: an amount here is a bare number. */
  currency: string;
}

/** Path, query and body into the request message. The path wins over the body, the body over the query. */
export function legacyRequest(route: Pick<LegacyRoute, "params" | "body" | "method" | "verb">, input: LegacyInput): Message {
  const desc = route.method.desc.input;
  const given: Bag = Object.create(null);
  readQuery(desc, given, input.query);
  // Legacy clients send what to delete in the query or in the body.
  readBody(route.verb === "DELETE" ? "*" : route.body, given, input.body);
  for (const [index, path] of route.params.entries()) assign(given, path, input.params[index]);
  try {
    const message = legacyCodec(desc).decode(given);
    nameWhatIsGiven(desc, message, given);
    return inWholeCoins(desc, message, input.currency);
  } catch (error) {
    if (error instanceof RangeError) throw new WrongValue("", "the body is nested too deeply");
    throw error;
  }
}

/** money-rounds-down (core §5): a bare number loses what is finer than the currency's smallest coin. */
function inWholeCoins(desc: DescMessage, message: Message, currency: string): Message {
  for (const { money } of moneyIn(desc, message)) money.nanos = wholeCoins(money.nanos, currency);
  return message;
}

function readBody(field: string, given: Bag, body: unknown): void {
  if (field === "" || body === undefined) return;
  if (field !== "*") {
    given[field] = body;
    return;
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new WrongValue("", "the body must be a JSON object");
  Object.assign(given, body);
}

function readQuery(desc: DescMessage, given: Bag, query: string): void {
  if (query === "") return;
  const values = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.endsWith("[]") ? key.slice(0, -2) : key;
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  for (const [name, texts] of values) {
    const path = fieldsOf(desc, name);
    const last = path?.at(-1);
    if (path && last)
      assign(
        given,
        path.map((field) => field.jsonName),
        queryValue(last, texts),
      );
  }
}

/** The fields a dotted query name walks through; undefined when it names none, and is ignored. */
function fieldsOf(desc: DescMessage, dotted: string): DescField[] | undefined {
  const path: DescField[] = [];
  let current: DescMessage | undefined = desc;
  for (const name of dotted.split(".")) {
    const field: DescField | undefined = current?.fields.find((each) => each.jsonName === name || each.name === name);
    if (!field) return undefined;
    path.push(field);
    current = field.fieldKind === "message" ? field.message : undefined;
  }
  return path;
}

function queryValue(field: DescField, texts: readonly string[]): unknown {
  if (field.fieldKind === "list") {
    const [only = ""] = texts;
    if (only.startsWith("[") && texts.length === 1) return json(only, field);
    const items = texts.length === 1 ? only.split(",") : texts;
    return items.map((item) => item.trim()).filter((item) => item !== "");
  }
  const last = texts.at(-1) ?? "";
  const isObject = field.fieldKind === "map" || (field.fieldKind === "message" && wholeCodec(field.message.typeName) === undefined);
  return isObject && last.startsWith("{") ? json(last, field) : last;
}

function json(text: string, field: DescField): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongValue(field.jsonName, "must be JSON");
  }
}

function assign(target: Bag, path: readonly string[], value: unknown): void {
  let at = target;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (typeof next === "object" && next !== null) at = next as Bag;
    else {
      const fresh: Bag = Object.create(null);
      at[name] = fresh;
      at = fresh;
    }
  }
  at[path.at(-1)!] = value;
}
