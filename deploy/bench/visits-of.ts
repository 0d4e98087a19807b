import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { House, Shop } from "./house.ts";

/** Where the services keep what a merge moves: one row for each visit. */
const places = [
  "calendar.appointment",
  "customer.visit",
  '"order".orders',
  "payment.order_account",
  "payment.payment",
  "message.visit",
  "message.message",
  "reporting.appointment_fact",
  "reporting.order_fact",
] as const;
const clientColumn = (place: string): string => (place === "customer.visit" ? "client_id" : "customer_id");

const plain: Record<string, string> = {
  boolean: "false",
  text: "'x'",
  date: "current_date - 30",
  jsonb: "'{}'",
  ARRAY: "'{}'",
  "timestamp with time zone": "now() - interval '30 days'",
  smallint: "3",
  integer: "1",
  bigint: "1",
  numeric: "1",
};
/** What must be told apart, or must fit. */
const special: Record<string, string> = {
  id: "n",
  appointment_id: "n",
  order_id: "n",
  payment_id: "n",
  currency: "'USD'",
  total: "1",
  sub_total: "1",
  discount: "0",
  tax: "0",
  tips: "0",
  start_minute: "600",
  end_minute: "645",
  status: "3",
  kind: "'cash'",
  method: "'cash'",
  state: "'paid'",
  use_case: "'laid'",
  cause: "n::text",
};

/** So many rows of the client, numbered from `first` on, with anything that will do in the columns that must not be empty. */
async function lay({ admin }: House, place: string, known: Record<string, string>, first: number, count: number): Promise<void> {
  const [schema = "", table = ""] = place.replaceAll('"', "").split(".");
  const { rows } = await admin.query<{ name: string; type: string; must: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as must
      from information_schema.columns where table_schema = $1 and table_name = $2`,
    [schema, table],
  );
  const isText = (type: string) => type === "text";
  const chosen = rows.filter(({ name, must }) => must || name in known || ["id", "use_case", "cause"].includes(name));
  const plainFor = (name: string, type: string): string => {
    if (name in known) return known[name] ?? "null";
    const value = special[name];
    // A method or a state is a word in one service and a number in another.
    if (value !== undefined && (isText(type) || !value.startsWith("'"))) return name === "status" && isText(type) ? "'x'" : value;
    return plain[type] ?? "1";
  };
  await admin.query(
    `insert into ${place} (${chosen.map(({ name }) => name).join(", ")})
      select ${chosen.map(({ name, type }) => plainFor(name, type)).join(", ")} from generate_series($1::int, $1::int + $2::int - 1) n`,
    [first, count],
  );
}

let next = 700_000_000;

/** A client with visits that were paid for and written about, as each service keeps them. */
export async function clientWithVisits(house: House, { api, identity }: Shop, firstName: string, visits: number): Promise<string> {
  const made = await api.client(ClientService).createClient({ client: { firstName, lastName: "Goes" } });
  const customerId = made.client?.customerId ?? "0";
  const { companyId, businessId } = identity;
  const { rows } = await house.admin.query(
    "insert into message.thread (company_id, business_id, customer_id) values ($1, $2, $3) returning id::text",
    [companyId, businessId, customerId],
  );
  const first = next;
  next += visits;
  for (const place of places) {
    const known = { company_id: companyId, [clientColumn(place)]: customerId, business_id: businessId };
    await lay(house, place, place === "message.message" ? { ...known, thread_id: String(rows[0]?.id) } : known, first, visits);
  }
  return customerId;
}

/** Where rows of this company are still the client's, and how many: another company has clients of the same numbers. */
export async function leftOf({ admin }: House, { identity }: Shop, customerId: string): Promise<string[]> {
  const counts = places.map(
    (place) => `select '${place}' as place, count(*)::int as n from ${place} where company_id = $1 and ${clientColumn(place)} = $2`,
  );
  const { rows } = await admin.query<{ place: string; n: number }>(counts.join(" union all "), [identity.companyId, customerId]);
  return rows.filter(({ n }) => n > 0).map(({ place, n }) => `${n} of ${place}`);
}
