import { deliver } from "@leashline/kit/events/consumer.ts";
import { startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service as account } from "../../services/account/src/main.ts";
import { mergedClients as ofCalendar } from "../../services/calendar/src/booking/merged-clients.ts";
import { service as calendar } from "../../services/calendar/src/main.ts";
import { service as customer } from "../../services/customer/src/main.ts";
import { mergeFollower as ofCustomer } from "../../services/customer/src/merge/places.ts";
import { service as message } from "../../services/message/src/main.ts";
import { mergedClients as ofMessage } from "../../services/message/src/threads/merged-clients.ts";
import { mergedClients as ofOffering } from "../../services/offering/src/evaluations/merged-clients.ts";
import { service as offering } from "../../services/offering/src/main.ts";
import { service as onlineBooking } from "../../services/online-booking/src/main.ts";
import { mergedClients as ofOnlineBooking } from "../../services/online-booking/src/waitlist/merged-clients.ts";
import { service as order } from "../../services/order/src/main.ts";
import { mergedClients as ofOrder } from "../../services/order/src/projections/merged-clients.ts";
import { mergedClients as ofPayment } from "../../services/payment/src/cards/merged-clients.ts";
import { service as payment } from "../../services/payment/src/main.ts";
import { mergedClients as ofReporting } from "../../services/reporting/src/facts/merged-clients.ts";
import { service as reporting } from "../../services/reporting/src/main.ts";
import { services } from "../constellation.ts";
import { stay } from "./faults/merge-stays.ts";

const followers = {
  calendar: ofCalendar,
  customer: ofCustomer,
  message: ofMessage,
  offering: ofOffering,
  online_booking: ofOnlineBooking,
  order: ofOrder,
  payment: ofPayment,
  reporting: ofReporting,
};
const others = [calendar, message, offering, onlineBooking, order, payment, reporting];

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([customer, account, ...others], { background: false });
});
afterAll(async () => await servers.stop());

test("every column of every service that names a client or a pet goes with a merge, or is excused here", async () => {
  const started = [customer, account, ...others].map(({ name }) => name);
  expect(started.sort(), "a new service is started here too").toEqual([...services].sort());
  const { rows } = await servers.admin.query<{ place: string }>(
    `select c.table_schema || '.' || c.table_name || '.' || c.column_name as place from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema = any($1) and c.column_name ~ '(^|_)(client|customer|pet|referrer)_ids?$' order by 1`,
    [services.map((name) => name.replaceAll("-", "_"))],
  );
  const followed = new Set(
    Object.entries(followers).flatMap(([schema, { places }]) => places.map(({ table, column }) => `${schema}.${table}.${column}`)),
  );
  const left = rows.map(({ place }) => place).filter((place) => !followed.has(place) && !stay.has(place));
  expect(left, "name the column in its service's merged-clients.ts (or places.ts), or say above why it stays").toEqual([]);
  expect([...followed].filter((place) => !rows.some((row) => row.place === place))).toEqual([]);
});

type Row = Record<string, unknown>;
const plainValues: Record<string, unknown> = { boolean: false, text: "x", date: "2026-12-01", jsonb: "{}", ARRAY: "{}" };

/** A row with what is said, and anything that will do in the columns that must not be empty. */
async function put(place: string, known: Row): Promise<void> {
  const [schema, table] = place.split(".");
  const { rows } = await servers.admin.query<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns where table_schema = $1 and table_name = $2 and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
    [schema, table],
  );
  const row: Row = { company_id: 1 };
  for (const { column_name: column, data_type: type } of rows)
    if (column !== "company_id") row[column] = type.startsWith("timestamp") ? new Date() : (plainValues[type] ?? 1);
  Object.assign(row, known);
  const names = Object.keys(row);
  const text = `insert into "${schema}".${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`;
  await servers.admin.query(text, Object.values(row));
}

/** Something of a client and of their pet in every service; `n` sets the two clients' rows apart. */
async function fill(client: string, pet: string, n: number): Promise<void> {
  const c = { customer_id: client };
  await put("calendar.appointment", {
    ...c,
    id: n,
    currency: "USD",
    start_minute: 600,
    end_minute: 660,
    end_at: "2026-12-01T11:00:00Z",
    start_at: "2026-12-01T10:00:00Z",
  });
  await put("calendar.appointment_series", { ...c, rule: "{}" });
  await put("calendar.pet_service", { id: n, appointment_id: n, pet_id: pet });
  await put("calendar.care_schedule", { appointment_id: n, pet_id: pet, kind: 1, times: "{1}" });
  await put("calendar.day_service_event", { appointment_id: n, pet_detail_id: n, pet_id: pet, outcome: 1, entry_key: `${n}` });
  await put("calendar.belonging", { appointment_id: n, pet_id: pet });
  await put("calendar.group_class", { id: n, capacity: 5 });
  await put("calendar.class_enrolment", { ...c, id: n, class_id: n, pet_id: pet, state: 1 });
  await put("order.orders", { ...c, order_id: n, currency: "USD", appointment_id: n });
  await put("order.order_line", { order_id: n, order_line_item_id: n, pet_id: pet });
  await put("payment.card", { ...c, card_id: n, provider_id: `pm_${n}`, is_default: true });
  await put("payment.provider_customer", { ...c, provider_id: `cus_${n}` });
  await put("payment.order_account", { ...c, order_id: n, currency: "USD" });
  await put("payment.payment", { ...c, payment_id: n, order_id: n, currency: "USD", kind: "cash", method: "cash", state: "paid" });
  await put("payment.credit_change", { ...c, change_id: n, currency: "USD", kind: "given", amount: 5 });
  await put("payment.booking_payment", { ...c, booking_payment_id: n, ref: `booking-${n}`, kind: "card", state: "settled" });
  await put("payment.pre_auth", { ...c, pre_auth_id: n, currency: "USD", state: "waiting", ticket_id: n, order_id: n });
  await put("message.recipient", c);
  await put("message.thread", { ...c, id: n, business_id: 1, unread_count: 1 });
  await put("message.thread", { ...c, id: n + 100, business_id: n });
  await put("message.message", {
    ...c,
    id: n,
    business_id: 1,
    thread_id: n,
    author: 2,
    method: 1,
    status: 1,
    message_text: `from ${n}`,
    is_read: false,
  });
  await put("message.message", {
    ...c,
    id: n + 100,
    business_id: n,
    thread_id: n + 100,
    author: 1,
    method: 1,
    status: 1,
    use_case: "x",
    cause: "y",
  });
  await put("message.text_consent", { ...c, agreed: true, source: 1, words: "yes", cause: "z" });
  await put("message.visit", { ...c, appointment_id: n, status: 1 });
  await put("offering.pet_evaluation", { id: n, pet_id: pet, result: 1, evaluation_service_id: 1 });
  await put("online_booking.booking_request", {
    ...c,
    id: n,
    state: "submitted",
    start_time: 600,
    end_time: 660,
    currency: "USD",
    pets: "[]",
  });
  await put("online_booking.change_request", { ...c, id: n, appointment_id: n, wish: 1, state: "waiting" });
  await put("online_booking.correction", { ...c, id: n, key: "customer.email", given: "new@example.test", state: "waiting" });
  await put("online_booking.waitlist_entry", {
    ...c,
    id: n,
    state: "waiting",
    currency: "USD",
    pets: JSON.stringify([{ petId: pet, petName: "Rex", petType: "Dog", breed: "", services: [] }]),
    time_ranges: "[]",
    care_types: "{}",
    dates: "{}",
    staff_ids: "{}",
  });
  await put("reporting.appointment_fact", { ...c, appointment_id: n, status: 1 });
  await put("reporting.order_fact", { ...c, order_id: n, currency: "USD", total: 1, sub_total: 1, discount: 0, tax: 0, tips: 0 });
  await put("reporting.money_fact", { ...c, id: n, kind: "payment", currency: "USD" });
  await put("reporting.order_line_fact", { order_id: n, line_id: n, pet_id: pet });
}

/** Whose every row is, in every service; rows are told apart by what does not change. */
async function whose(): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const [schema, { places }] of Object.entries(followers))
    for (const { table, column, key = "id" } of places) {
      const columns = ["payment.card"].includes(`${schema}.${table}`) ? `, is_default` : table === "message" ? ", thread_id" : "";
      const text = `select ${key.split(", ").join(" || ':' || ")} as key, ${column}${columns} from "${schema}".${table} order by 1`;
      found[`${schema}.${table}.${column}`] = (await servers.admin.query<Row>(text)).rows;
    }
  return found;
}

type Told = { id: string; type: string; payload: Buffer };
const written = async (after: string) =>
  (await servers.admin.query<Told>("select id, type, payload from customer.outbox where id > $1 order by id", [after])).rows;

/** Tells a service what customer has written since, in order; twice, as a stream may. */
async function tell(service: (typeof others)[number], events: readonly Told[]): Promise<void> {
  for (const { id, type, payload } of [...events, ...events]) {
    const meta = { id: `customer-${id}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} };
    await deliver(
      servers.runtime(service.name),
      [...(service.consumers ?? []), ...(service.projections ?? []).flatMap((one) => one.consumers)],
      {
        typeName: type,
        data: payload,
        meta,
      },
    );
  }
}

/** What looks once more is due at once. */
async function runLate(name: string): Promise<void> {
  const schema = name.replaceAll("-", "_");
  await servers.admin.query(
    `update "${schema}".job set due_at = clock_timestamp() - interval '1 second' where kind = 'merge-followed' and state = 'due'`,
  );
  await servers.runDue(name);
}

test("after a merge no service has anything of the one who went, also what comes late; undoing gives each row back to whose it was", async () => {
  const clients = servers.client(ClientService);
  const make = async (firstName: string) => {
    const made = await clients.createClientWithPets({
      client: { firstName, phoneNumber: "+12125559900" },
      pets: [{ petName: "Rex" }],
      allowDuplicatePhone: true,
    });
    return { id: made.client!.customerId, pet: made.pets[0]!.petId };
  };
  const [winner, loser] = [await make("Wynn"), await make("Wyn")];
  await fill(winner.id, winner.pet, 11);
  await fill(loser.id, loser.pet, 12);
  await servers.admin.query("insert into message.text_stop (company_id, customer_id) values (1, $1)", [loser.id]);
  const before = await whose();
  const from = (await written("0")).at(-1)?.id ?? "0";
  const merging = servers.client(MergeService);
  const pets = [{ petId: loser.pet, intoPetId: winner.pet }];
  const { merge } = await merging.mergeClients({ winnerId: winner.id, loserId: loser.id, pets });
  const events = await written(from);
  // One service dies half way: nothing of it is left there, and it hears of it again.
  await servers.admin.query(`create function public.trip() returns trigger language plpgsql as $$ begin raise exception 'trip'; end $$;
    create trigger trip before update on reporting.order_line_fact for each row execute function public.trip()`);
  for (const service of others.filter((one) => one !== reporting)) await tell(service, events);
  await expect(tell(reporting, events)).rejects.toThrow("trip");
  expect((await whose())["reporting.appointment_fact.customer_id"]).toEqual(before["reporting.appointment_fact.customer_id"]);
  await servers.admin.query("drop trigger trip on reporting.order_line_fact");
  await tell(reporting, events);
  const merged = await whose();
  for (const [place, rows] of Object.entries(merged)) {
    expect(rows.length, place).toBe(before[place]?.length);
    const column = place.split(".")[2] as string;
    // The winner has a thread at that location already, into which the messages went.
    const emptied = place === "message.thread.customer_id" || place === "message.text_consent.customer_id" ? 1 : 0;
    const gone = column.startsWith("pet_id") ? loser.pet : loser.id;
    const left = rows.filter((row) => [row[column]].flat().includes(gone));
    expect([place, left.length]).toEqual([place, emptied]);
  }
  const cards = merged["payment.card.customer_id"] as Row[];
  expect(cards.filter(({ is_default: is }) => is).map(({ key }) => key)).toEqual(["11"]);
  const held = (await servers.admin.query("select card_id, provider_customer from payment.card order by 1")).rows;
  expect(held).toEqual([
    { card_id: "11", provider_customer: "" },
    { card_id: "12", provider_customer: "cus_12" },
  ]);
  const stopped = await servers.admin.query("select customer_id from message.text_stop where customer_id = $1", [winner.id]);
  expect(stopped.rowCount).toBe(1);
  const thread = (await servers.admin.query("select unread_count, last_message_text from message.thread where id = 11")).rows[0];
  expect(thread).toEqual({ unread_count: 2, last_message_text: "from 12" });
  const [shown] = (await servers.admin.query("select customer_first_name as name from calendar.appointment where id = 12")).rows;
  expect(shown.name).toBe("Wynn");
  // Told before the merge, and on its way until after it.
  await put("reporting.order_fact", {
    customer_id: loser.id,
    order_id: 13,
    currency: "USD",
    total: 1,
    sub_total: 1,
    discount: 0,
    tax: 0,
    tips: 0,
  });
  await runLate("reporting");
  const [late] = (await servers.admin.query("select customer_id from reporting.order_fact where order_id = 13")).rows;
  expect(late.customer_id).toBe(winner.id);

  const last = (await written("0")).at(-1)?.id ?? "0";
  await merging.undoMerge({ mergeId: merge!.mergeId });
  for (const service of others) await tell(service, await written(last));
  for (const service of [customer, ...others]) await runLate(service.name);
  const after = await whose();
  after["reporting.order_fact.customer_id"] = (after["reporting.order_fact.customer_id"] ?? []).filter(({ key }) => key !== "13");
  expect(after).toEqual(before);
});
