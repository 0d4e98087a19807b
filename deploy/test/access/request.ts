import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { type FieldRules, field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { wireDay } from "../wire.ts";

/** Real ids by the name of the field that takes them: "customer_id", "pet_id"; and names that must fit, such as a page's. */
export type Known = Readonly<Record<string, string>>;

export type Json = string | number | boolean | Json[] | { [name: string]: Json };

/** What a request is made from. */
export interface Recipe {
  readonly known: Known;
  /** A number no other request has, so that names do not clash. */
  readonly turn: number;
  /** What the field called "id" or "ids" means for this RPC: the name of a known id. */
  readonly own: string;
  /** As the REST face writes it: money a number, a date "YYYY-MM-DD", an instant in seconds. */
  readonly rest?: boolean;
}

/** The password of every account that walkers make. */
export const walkersPassword = "walk in the park 7";

const deepest = 4;
const today = Temporal.Now.plainDateISO();
const skipped = new Set([
  "version",
  "page_token",
  "page_num",
  "update_mask",
  "revision",
  "override",
  "held_request",
  "held_offer",
  "hold_token",
  "visitor",
  "told_with_another",
  "replace_token",
  "filters",
  "required_for_scheduling",
  "enable_operation",
  "operation_list",
  "groups",
  "queries",
  // What a client was told with their request: set by whoever accepts it.
  "agreed_policy",
  // What was read is signed: nothing is asked here, and another text is refused.
  "agreements",
  // Another than is due is refused, and none is here.
  "convenience_fee",
  // In place of a method, which is named.
  "store_credit",
  // Of services: each has an effect for some care types alone, and is refused for the others.
  "require_dedicated_lodging",
  "auto_rollover_rule",
  "bundle_service_ids",
  "prerequisite_class_ids",
  "additional_service_rule",
]);
const texts: Record<string, (turn: number) => string> = {
  email: (turn) => `walker${turn}@walk.test`,
  contact_email: (turn) => `walker${turn}@walk.test`,
  notification_email_list: (turn) => `walker${turn}@walk.test`,
  phone_number: (turn) => `+1206${String(5_550_000 + (turn % 9_999)).padStart(7, "0")}`,
  phone: (turn) => `+1206${String(5_560_000 + (turn % 9_999)).padStart(7, "0")}`,
  currency_code: () => "USD",
  country_alpha2_code: () => "US",
  timezone_name: () => "America/Los_Angeles",
  care_type: () => "GROOMING",
  care_types: () => "GROOMING",
  required_care_types: () => "GROOMING",
  url: (turn) => `https://walk.test/${turn}`,
  sites: (turn) => `https://walk${turn}.test`,
  type: () => "amount",
  tips_type: () => "amount",
  method: () => "cash",
  avatar_path: () => "",
  media_url1: () => "",
  document_path: () => "",
  photo_paths: () => "walk.jpg",
  file_name: () => "walk.csv",
  code: () => "123456",
  access_code: () => "",
  pet_type: () => "Dog",
  breeds: () => "Beagle",
  coat_types: () => "Short",
  keyword: () => "a",
  tax_rate: (turn) => `${turn % 20}.5`,
  color: () => "#2A7383",
  theme_color: () => "#2A7383",
  color_code: () => "#2A7383",
  amount: () => "12.50",
  percent: () => "10",
  percentage: () => "10",
  event_types: () => "*",
  app_icon_url: (turn) => `https://walk.test/${turn}.png`,
  website: (turn) => `https://walk.test/${turn}`,
  facebook: () => "",
  instagram: () => "",
  google: () => "",
  yelp: () => "",
  tiktok: () => "",
  field: () => "first_name",
  path: () => "/uploads/walk.png",
  key: () => "walk.key",
  password: () => walkersPassword,
  current_password: () => "not the password",
  new_password: () => walkersPassword,
  book_online_name: (turn) => `walk-${turn}`,
  page_name: (turn) => `walk-${turn}`,
};

/** Of a rule by which something repeats: each is heard by one frequency alone. */
const ofOneFrequency = new Set(["leashline.calendar.v1.RepeatRule.weekdays", "leashline.calendar.v1.RepeatRule.month_day"]);

/** Together they are the amount beside them. */
const partsOfAmount = new Set(["leashline.payment.v1.RefundPaymentRequest.parts"]);

/** A well-formed request in JSON, from the descriptor and the rules declared on its fields. */
export function wellFormed(desc: DescMessage, recipe: Recipe, depth = 0): { [name: string]: Json } {
  const made: { [name: string]: Json } = {};
  const taken = new Set<string>();
  for (const field of desc.fields) {
    const place = `${desc.typeName}.${field.name}`;
    if (skipped.has(field.name) || ofOneFrequency.has(place) || partsOfAmount.has(place)) continue;
    if (field.oneof && taken.has(field.oneof.name)) continue;
    const value = fieldValue(field, recipe, depth);
    if (value === undefined) continue;
    if (field.oneof) taken.add(field.oneof.name);
    made[field.jsonName] = value;
  }
  return made;
}

function fieldValue(field: DescField, recipe: Recipe, depth: number): Json | undefined {
  const rules = getOption(field, rulesOption);
  if (field.fieldKind === "map") return undefined;
  if (field.fieldKind !== "list") return one(field, rules, recipe, depth);
  const items = rules.type.case === "repeated" ? rules.type.value.items : undefined;
  const item = one(field, items, recipe, depth);
  return item === undefined || item === "0" ? undefined : [item];
}

function one(field: DescField, rules: FieldRules | undefined, recipe: Recipe, depth: number): Json | undefined {
  if (field.message) return depth < deepest || wholes[field.message.typeName] ? messageOf(field, field.message, recipe, depth) : undefined;
  if (field.enum) return enumOf(field, rules);
  return scalarOf(field, rules, recipe);
}

const wholes: Record<string, (field: DescField, recipe: Recipe) => Json> = {
  "google.type.Date": (field, { rest }) => {
    const days = field.name.startsWith("end") || field.name.startsWith("expiration") ? 9 : field.name === "taken_on" ? -1 : 7;
    const date = today.add({ days });
    return rest ? date.toString() : wireDay(date);
  },
  "google.type.Money": (_, { rest }) => (rest ? 3 : { currencyCode: "USD", units: "3" }),
  "google.protobuf.Timestamp": (field, { turn, rest }) => {
    const hours = (turn % 90) * 6 + (/out|end/.test(field.name) ? 1 : 2);
    const instant = Temporal.Now.instant().round("second").subtract({ hours });
    return rest ? instant.epochMilliseconds / 1000 : instant.toString();
  },
};

/** What a name means within one message. */
const within: Record<string, Record<string, string>> = { "leashline.online_booking.v1.StayWish": { service_id: "stay_service_id" } };
const meant = ({ typeName }: DescMessage, recipe: Recipe): Recipe => {
  const names = Object.entries(within[typeName] ?? {}).flatMap(([name, known]) =>
    recipe.known[known] ? [[name, recipe.known[known]]] : [],
  );
  return names.length === 0 ? recipe : { ...recipe, known: { ...recipe.known, ...Object.fromEntries(names) } };
};

function messageOf(field: DescField, desc: DescMessage, recipe: Recipe, depth: number): Json | undefined {
  const whole = wholes[desc.typeName];
  if (whole) return whole(field, recipe);
  if (desc.typeName.startsWith("google.")) return undefined;
  return wellFormed(desc, meant(desc, recipe), depth + 1);
}

function enumOf(field: DescField, rules: FieldRules | undefined): number {
  const allowed = rules?.type.case === "enum" ? rules.type.value.in : [];
  const fitting = (field.enum?.values ?? []).map((value) => value.number).filter((each) => allowed.length === 0 || allowed.includes(each));
  return fitting.find((each) => each !== 0) ?? fitting[0] ?? 0;
}

function scalarOf(field: DescField, rules: FieldRules | undefined, recipe: Recipe): Json | undefined {
  switch (field.scalar) {
    case ScalarType.BOOL:
      return true;
    case ScalarType.STRING:
      return textOf(field.name, rules, recipe);
    case ScalarType.BYTES:
      return Buffer.from("Name,Phone\nWalker,+12065550199\n").toString("base64");
    case ScalarType.INT64:
      return idOf(field.name, rules, recipe);
    default:
      return numberOf(field.name, rules);
  }
}

const listNames: Record<string, string> = {
  business_id_list: "business_id",
  chosen_list: "customer_id",
  unchosen_list: "",
  staff_id_list: "staff_id",
  customer_tag_id_list: "tag_id",
};

/** The name under which a field's id is known. */
export function idName(name: string, own: string): string {
  if (["id", "ids", "id_list", "target_id"].includes(name)) return own;
  return listNames[name] ?? name.replace(/_ids$/, "_id");
}

function idOf(name: string, rules: FieldRules | undefined, { known, own }: Recipe): string {
  const id = known[idName(name, own)];
  if (id !== undefined) return id;
  const least = rules?.type.case === "int64" ? Number(rules.type.value.greaterThan.value ?? -1) : -1;
  return String(Math.max(0, least + 1));
}

function numberOf(name: string, rules: FieldRules | undefined): number {
  const wanted: Record<string, number> = {
    start_time: 600,
    end_time: 660,
    duration: 60,
    page_size: 20,
    quantity: 1,
    schedule_type: 1,
    year: 2026,
  };
  if (rules?.type.case !== "int32" && rules?.type.case !== "double") return wanted[name] ?? 1;
  const { greaterThan, lessThan } = rules.type.value;
  const allowed = rules.type.case === "int32" ? rules.type.value.in : [];
  if (allowed.length > 0) return allowed[0] as number;
  const low = greaterThan.case === "gt" ? Number(greaterThan.value) + 1 : Number(greaterThan.value ?? 0);
  const high = lessThan.case === "lt" ? Number(lessThan.value) - 1 : Number(lessThan.value ?? 1_000);
  return Math.min(high, Math.max(low, wanted[name] ?? 1));
}

/** Ids that are texts, by the name of the field. */
const namedTexts: Record<string, string> = { location_id: "terminal_location_id" };

function textOf(name: string, rules: FieldRules | undefined, { known, turn }: Recipe): string | undefined {
  const fixed = known[namedTexts[name] ?? name];
  if (fixed !== undefined) return fixed;
  const declared = rules?.type.case === "string" ? rules.type.value : undefined;
  if (declared && declared.in.length > 0) return declared.in[0];
  const text =
    texts[name]?.(turn) ?? (name.endsWith("token") ? `token-${turn}` : `${known.mark ?? "Walk"} ${name.replaceAll("_", " ")} ${turn}`);
  const longest = Number(declared?.maxLen ?? 200n) || 200;
  if (declared?.pattern && !new RegExp(declared.pattern).test(text)) return new RegExp(declared.pattern).test("") ? "" : undefined;
  return text.slice(-longest);
}
