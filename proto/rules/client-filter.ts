import { FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";

/** What clients are filtered by (core §3): one table for the service that compares and for the screen that asks. */
/** `due`: of one thing, or of any, within so many days: see `dueOf`. */
export type FilterKind = "text" | "number" | "money" | "date" | "boolean" | "choice" | "id" | "due";
export type FilterField = {
  readonly kind: FilterKind;
  /** What a choice may be, as it is written. */
  readonly choices?: readonly string[];
  /** Who may not see how clients are reached does not find out by asking either; the same with what they left unfinished online. */
  readonly seen?: "contact" | "abandoned";
};

const field = <K extends FilterKind>(kind: K, more: Omit<FilterField, "kind"> = {}): FilterField => ({ kind, ...more });

/** How far somebody came with a booking, by the number of its step; the three ways to pay are one (growth §4). */
export const abandonSteps: readonly string[] = [
  ...["", "welcome", "basic_info", "care_type", "address", "pet", "date", "service", "groomer", "time", "pet_info", "personal_info"],
  ...["payment", "payment", "payment", "submit"],
];
/** What became of a booking that was left, by the number of its state. */
export const abandonStatuses: readonly string[] = ["", "abandoned", "contacted", "recovered"];
const worded = (words: readonly string[]): string[] => [...new Set(words)].filter((word) => word !== "");
const abandoned = { seen: "abandoned" } as const;
const contact = { seen: "contact" } as const;

export const clientFilterFields = {
  client_id: field("id"),
  client_status: field("choice", { choices: ["active", "inactive"] }),
  client_type: field("choice", { choices: ["LEAD", "CUSTOMER"] }),
  first_name: field("text"),
  last_name: field("text"),
  email: field("text", contact),
  phone_number: field("text", contact),
  client_tag: field("id"),
  preferred_groomer: field("id"),
  preferred_business: field("id"),
  referral_source: field("id"),
  zipcode: field("text", contact),
  city: field("text", contact),
  create_date: field("date"),
  source: field("text"),
  owner_unknown: field("boolean"),
  unsubscribed: field("boolean"),
  block_message: field("boolean"),
  block_online_booking: field("boolean"),
  pet_name: field("text"),
  pet_type: field("text"),
  pet_breed: field("text"),
  pet_code: field("id"),
  pet_weight: field("number"),
  pet_size: field("id"),
  pet_gender: field("choice", { choices: ["male", "female", "unknown"] }),
  pet_fixed: field("boolean"),
  pet_coat: field("text"),
  pet_birthday: field("date"),
  pet_life_status: field("choice", { choices: ["alive", "passed_away"] }),
  pet_count: field("number"),
  vaccine_missing: field("id"),
  vaccine_expired: field("id"),
  vaccine_expiring: field("due"),
  agreement_unsigned: field("id"),
  agreement_signed: field("id"),
  upcoming_count: field("number"),
  finished_count: field("number"),
  cancelled_count: field("number"),
  no_show_count: field("number"),
  total_count: field("number"),
  last_visit_date: field("date"),
  next_visit_date: field("date"),
  card_on_file: field("boolean"),
  total_paid: field("money"),
  outstanding_balance: field("money"),
  abandon_date: field("date", abandoned),
  abandon_status: field("choice", { choices: worded(abandonStatuses), ...abandoned }),
  abandon_step: field("choice", { choices: worded(abandonSteps), ...abandoned }),
} satisfies Record<string, FilterField>;

export type FilterFieldName = keyof typeof clientFilterFields;
export const isFilterField = (name: string): name is FilterFieldName => Object.hasOwn(clientFilterFields, name);
export const filterField = (name: FilterFieldName): FilterField => clientFilterFields[name];

const same = [Op.EQUAL, Op.NOT_EQUAL, Op.IN, Op.NOT_IN];
const ordered = [...same, ...[Op.GREATER, Op.GREATER_OR_EQUAL, Op.LESS, Op.LESS_OR_EQUAL], ...[Op.BEFORE, Op.AFTER, Op.ON, Op.RANGE]];

/** How a kind may be compared. */
export const filterOperators: Readonly<Record<FilterKind, readonly Op[]>> = {
  text: [...ordered, Op.LIKE, Op.NOT_LIKE, Op.LIKE_START, Op.LIKE_END],
  number: ordered,
  money: ordered,
  date: ordered,
  id: ordered,
  boolean: [...same, Op.ON],
  choice: same,
  due: [Op.EQUAL, Op.NOT_EQUAL],
};

/** How many values an operator takes: one, exactly two, or as many as are named. */
export const valuesOfOperator = (operator: Op): "one" | "two" | "many" => {
  if (operator === Op.RANGE) return "two";
  return operator === Op.IN || operator === Op.NOT_IN ? "many" : "one";
};

const relative = /^today(?:([+-])(\d{1,4}))?$/;

/** Days from today of a value that is counted from there: 0 today, -90 ninety days ago; undefined for any other value. */
export function daysFromToday(value: string): number | undefined {
  const found = relative.exec(value);
  if (!found) return undefined;
  return found[1] === undefined ? 0 : Number(`${found[1]}${found[2]}`);
}

/** "30:12" is thing 12 within 30 days from today; "30:0" is any of them. */
export type Due = { days: string; id: string };
export const dueValue = ({ days, id }: Due): string => `${days}:${id}`;
export function dueOf(value: string): Due | undefined {
  const [, days, id] = /^(\d{1,4}):(\d{1,18})$/.exec(value) ?? [];
  return days !== undefined && id !== undefined ? { days, id } : undefined;
}

/** Groups within groups below the first; and what one group may hold. */
export const filterBounds = { depth: 5, conditions: 50, groups: 10, values: 500, valueLength: 200 } as const;
