import { create, toBinary } from "@bufbuild/protobuf";
import { ErrorCode, nobody, type PersonalData, personKeepers } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MergeField, MergePetField, MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PrivacyRecordKind, PrivacyService } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import { ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { OrderLineSchema, OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service as account } from "../../services/account/src/main.ts";
import { service as calendar } from "../../services/calendar/src/main.ts";
import { service as customer } from "../../services/customer/src/main.ts";
import { service as message } from "../../services/message/src/main.ts";
import { service as offering } from "../../services/offering/src/main.ts";
import { service as onlineBooking } from "../../services/online-booking/src/main.ts";
import { service as order } from "../../services/order/src/main.ts";
import { service as payment } from "../../services/payment/src/main.ts";
import { service as reporting } from "../../services/reporting/src/main.ts";

const others = [calendar, message, offering, onlineBooking, order, payment, reporting];
const keepers = [customer, ...others].map(({ name, personal }) => ({
  schema: name.replaceAll("-", "_"),
  personal: personal as PersonalData,
}));

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([customer, account, ...others], { background: false });
});
afterAll(async () => await servers.stop());

const api = (options = {}) => servers.client(PrivacyService, {}, options);
const rowsOf = async <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await servers.admin.query<R>(text, values)).rows;

test("every service that keeps something of clients is asked for it", () => {
  expect([...personKeepers].sort()).toEqual([customer, ...others].map(({ name }) => name).sort());
});

test("every table that names a client or a pet says what becomes of it when they are erased", async () => {
  const found = await rowsOf<{ place: string }>(
    `select distinct c.table_schema || '.' || c.table_name as place from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema = any($1) and c.column_name in ('client_id', 'customer_id', 'pet_id', 'pet_ids') order by 1`,
    [keepers.map(({ schema }) => schema)],
  );
  const told = new Set(keepers.flatMap(({ schema, personal }) => personal.places.map(({ table }) => `${schema}.${table}`)));
  const left = found.map(({ place }) => place).filter((place) => !told.has(place));
  expect(left, "say it in the service's personal-data.ts").toEqual([]);
});

test("every column that names files is among the files of its place", async () => {
  const columns = await rowsOf<{ place: string; name: string }>(
    `select table_schema || '.' || table_name as place, column_name as name from information_schema.columns
      where table_schema = any($1) and udt_name in ('text', '_text') and column_name ~ '(^|_)(paths?|images?|photos?)$' order by 1, 2`,
    [keepers.map(({ schema }) => schema)],
  );
  const places = keepers.flatMap(({ schema, personal }) =>
    personal.places.map((place) => ({ ...place, place: `${schema}.${place.table}` })),
  );
  const personal = columns.filter(({ place }) => places.some((one) => one.place === place && one.erase !== "stay"));
  const left = personal.filter(({ place, name }) => !places.some((one) => one.place === place && one.files?.includes(`t.${name}`)));
  expect(personal.length).toBeGreaterThan(5);
  expect(left).toEqual([]);
});

/** Texts that are no name and say nothing of the person: what a thing is, its state, and words of the business. */
const impersonal = new Set(
  `calendar.appointment: agreed_policy color_code currency override_reason
  calendar.appointment_series: rule
  calendar.care_event: staff_name entry_key
  calendar.care_schedule: amount unit
  calendar.change_log: entity action actor_name source request_id
  calendar.class_enrolment: breed
  calendar.day_service_event: service_name staff_name entry_key
  calendar.pet_service: breed service_name care_type color_code lodgings price_parts work
  customer.abandoned_booking: status step
  customer.change_log: entity action actor_name source request_id
  customer.client: preferred_day preferred_time
  customer.client_fact: currency
  customer.client_merge: staff_name
  customer.incident: place created_by_name
  customer.order_balance: currency
  customer.pet: pet_type breed secondary_breed coat_type
  customer.privacy_record: staff_name reason
  customer.store_credit: currency
  customer.visit: care_types
  message.change_log: entity action actor_name source request_id
  message.message: staff_name mime_type use_case cause from_name reply_to from_number provider_id
  message.text_consent: staff_name cause
  message.visit: date previous_date
  online_booking.booking_request: payment_type payment_ref payment_policy card_brand card_last4 prepay_rate sent_hold_token
  online_booking.change_log: entity action actor_name source request_id
  order.order_discount: type
  order.order_line: kind name care_type staff_name staff_shares tax_name tax_rate
  order.order_payment: method card_brand card_last4 convenience_fee_name
  order.order_refund: method
  order.orders: state currency type payment_status tips_type split_method split_custom discount_sequence guid appointment_lines tips_rate set_aside auto_charges
  payment.booking_payment: ref kind state currency vendor provider_account provider_ref intent_id provider_customer return_url consent_url card_brand card_last4 card_funding failure_code failure_message convenience_fee_name
  payment.card: brand funding country cvc_check auth_status vendor provider_id provider_customer provider_account
  payment.change_log: entity action actor_name source request_id
  payment.client_credit: currency
  payment.credit_change: currency kind
  payment.order_account: currency
  payment.payment: currency checkout_id kind method module state vendor card_brand card_last4 card_funding check_number failure_code failure_message client_secret consent_url intent_id payment_method_token provider_customer provider_account provider_ref transaction_id reader_id convenience_fee_name
  payment.pre_auth: currency state vendor card_brand card_last4 card_funding failure_code failure_message intent_id provider_customer provider_account provider_ref
  payment.provider_customer: provider_id provider_account provider_ref
  payment.refund: effect way state failure_message provider_ref provider_refund_id
  reporting.appointment_fact: pets
  reporting.money_fact: currency kind method
  reporting.order_fact: currency
  reporting.order_line_fact: care_type name staff_name`
    .split("\n")
    .flatMap((line) => {
      const [table, columns = ""] = line.trim().split(": ");
      return columns.split(" ").map((column) => `${table}.${column}`);
    }),
);

const marker = "zzmarker";
const plainValues: Record<string, unknown> = { boolean: false, date: "2026-12-01" };
const marked: Record<string, unknown> = {
  text: marker,
  jsonb: JSON.stringify([{ word: marker, customerName: marker }]),
  "text[]": [marker],
};

/** A row with what is said, the marker in every text that may name somebody, and anything that will do in the other columns that must not be empty. */
async function put(place: string, known: Record<string, unknown>): Promise<void> {
  const [schema, table] = place.split(".");
  const columns = await rowsOf<{ name: string; type: string; must: boolean }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as must
      from pg_attribute a where a.attrelid = ($1 || '.' || $2)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [schema, table],
  );
  const row: Record<string, unknown> = { company_id: 1 };
  for (const { name, type, must } of columns) {
    if (name === "company_id") continue;
    if (type in marked && !impersonal.has(`${place}.${name}`)) row[name] = marked[type];
    else if (must)
      row[name] = type.startsWith("timestamp")
        ? new Date()
        : type.endsWith("[]")
          ? "{}"
          : (plainValues[type] ?? (type === "jsonb" ? "[]" : type === "text" ? "x" : 1));
  }
  Object.assign(row, known);
  const names = Object.keys(row);
  await servers.admin.query(
    `insert into "${schema}".${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
}

/** Something of a client and of their pet in every table there is, all of it settled. */
async function fill(client: string, pet: string, n: number): Promise<void> {
  const c = { customer_id: client };
  const day = {
    start_minute: 600,
    end_minute: 660,
    start_at: "2025-12-01T10:00:00Z",
    end_at: "2025-12-01T11:00:00Z",
    date: "2025-12-01",
    end_date: "2025-12-01",
  };
  await put("calendar.appointment", { ...c, ...day, id: n, currency: "USD", status: 3, check_out_at: day.end_at, status_path: "{1,3}" });
  await put("calendar.pet_service", { id: n, appointment_id: n, pet_id: pet, lodgings: "[]" });
  await put("calendar.care_schedule", { id: n, appointment_id: n, pet_id: pet, kind: 1, times: "{1}" });
  await put("calendar.care_event", { care_schedule_id: n, minute: 1, outcome: 1, entry_key: `${n}` });
  await put("calendar.day_service_event", { appointment_id: n, pet_detail_id: n, pet_id: pet, outcome: 1, entry_key: `${n}` });
  await put("calendar.belonging", { appointment_id: n, pet_id: pet });
  await put("calendar.shift_note", { appointment_id: n });
  await put("calendar.walk", { appointment_id: n });
  await put("calendar.walk_pet", { appointment_id: n, pet_id: pet, marks: "{1}" });
  await put("calendar.group_class", { id: n, capacity: 5, name: "Puppies", note: "", cancel_reason: "", currency: "USD" });
  await put("calendar.class_enrolment", { ...c, class_id: n, pet_id: pet, state: 2 });
  await put("calendar.change_log", { entity: "appointment", entity_id: n, action: "create" });
  await put("order.orders", {
    ...c,
    order_id: n,
    currency: "USD",
    appointment_id: n,
    state: "completed",
    payment_status: "paid",
  });
  await put("order.order_line", { order_id: n, order_line_item_id: n, pet_id: pet });
  const snapshot = Buffer.from(
    toBinary(
      OrderSchema,
      create(OrderSchema, { id: `${n}`, customerName: marker, items: [create(OrderLineSchema, { petName: marker, name: "Bath" })] }),
    ),
  );
  await put("order.order_revision", { order_id: n, version: 1, action: "create", actor_name: "Olive", snapshot });
  await put("payment.card", { ...c, card_id: n, provider_id: `pm_${n}`, is_default: true });
  await put("payment.order_account", { ...c, order_id: n, currency: "USD" });
  await put("payment.payment", { ...c, payment_id: n, order_id: n, currency: "USD", kind: "cash", method: "cash", state: "failed" });
  const changed = { ...c, currency: "USD", reason: marker };
  await put("payment.credit_change", { ...changed, change_id: n, kind: "given", amount: 5 });
  await put("payment.credit_change", { ...changed, change_id: n + 100, kind: "taken_back", amount: -5 });
  await put("payment.client_credit", { ...c, currency: "USD" });
  await put("payment.booking_payment", { ...c, ref: `booking-${n}`, kind: "card", state: "settled" });
  await put("payment.pre_auth", { ...c, pre_auth_id: n, currency: "USD", state: "off", ticket_id: n, order_id: n });
  await put("message.thread", { ...c, id: n, business_id: 1, unread_count: 1 });
  await put("message.message", { ...c, id: n, business_id: 1, thread_id: n, author: 2, method: 1, status: 1 });
  await put("message.text_consent", { ...c, agreed: true, source: 1, cause: `${n}` });
  await put("message.visit", { ...c, appointment_id: n, status: 1 });
  await put("message.received", { sid: `sid${n}`, params: JSON.stringify({ From: "+12125559933", Body: marker }) });
  await put("online_booking.booking_request", { ...c, id: n, state: "declined", start_time: 600, end_time: 660, currency: "USD" });
  await put("online_booking.change_request", { ...c, id: n, appointment_id: n, wish: 1, state: "declined" });
  await put("online_booking.correction", { ...c, id: n, key: "customer.email", given: marker, state: "dismissed" });
  await put("online_booking.waitlist_entry", { ...c, id: n, state: "removed", currency: "USD", dates: "{}", staff_ids: "{}" });
  await put("online_booking.abandoned_booking", { ...c, flow_id: `flow${n}`, status: "abandoned", customer_type: 1, step: 1 });
  await put("offering.pet_evaluation", { pet_id: pet });
  await put("customer.note", { client_id: client });
  await put("customer.contact", { client_id: client });
  await put("customer.lead", { client_id: client, lost_reason: "" });
  await put("customer.agreement_record", { id: n, client_id: client });
  await put("customer.expected_signature", { client_id: client, agreement_id: n, booking_request_id: n });
  await put("online_booking.request_signature", { booking_request_id: n, agreement_id: n });
  await put("customer.agreement_step", { record_id: n, number: 1, what: "opened" });
  await put("customer.intake_submission", { client_id: client, added_at: new Date(), ticket: `t${n}` });
  await put("customer.vaccine", { id: n, name: `Rabies ${n}`, required_care_types: "{}", pet_types: "{}" });
  await put("customer.vaccine_proof", { pet_id: pet, vaccine_id: n, state: 3, decided_at: new Date() });
  await put("customer.incident_type", { id: n, name: `Bite ${n}` });
  await put("customer.incident", { id: n, incident_type_id: n, staff_ids: "{}" });
  await put("customer.incident_pet", { incident_id: n, pet_id: pet });
}

type Told = { id: string; type: string; payload: Buffer };
/** Tells every other service what customer has written since, in order; twice, as a stream may. */
async function tellAll(after: string): Promise<void> {
  const events = await rowsOf<Told>("select id, type, payload from customer.outbox where id > $1 order by id", [after]);
  for (const service of others)
    for (const { id, type, payload } of [...events, ...events]) {
      const meta = { id: `customer-${id}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} };
      const consumers = service.consumers ?? [];
      await deliver(servers.runtime(service.name), [...consumers], { typeName: type, data: payload, meta });
    }
}
const lastEvent = async () => (await rowsOf<{ id: string }>("select coalesce(max(id), 0)::text as id from customer.outbox"))[0]?.id ?? "0";

// What the machinery keeps for some days by itself is said in the operator guide.
const passing = ["outbox", "idempotency", "inbox", "job", "process_run", "keeping", "migration", "stream_state"];
/** Every table in which a word stands somewhere, of all that there are. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await rowsOf<{ place: string }>(
    "select table_schema || '.' || table_name as place from information_schema.tables where table_type = 'BASE TABLE' and table_schema = any($1) and table_name <> all($2) order by 1",
    [[...keepers.map(({ schema }) => schema)], passing],
  );
  const found: string[] = [];
  for (const { place } of tables) {
    const [schema, table] = place.split(".");
    const hits = await rowsOf<{ row: string }>(
      `select t::text as row from "${schema}".${table} t where t::text ilike '%' || $1 || '%'
      or t::text ilike '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`,
      [word],
    );
    for (const { row } of hits) found.push(`${place} ${row.slice(0, 300)}`);
  }
  return found;
}

async function make(firstName: string) {
  const made = await servers.client(ClientService).createClientWithPets({
    client: {
      firstName,
      lastName: marker,
      phoneNumber: "+12125559933",
      email: `${marker}@example.com`,
      avatarPath: `/uploads/public/1/${"a".repeat(20)}/${marker}.jpg`,
    },
    pets: [{ petName: `${marker} dog`, behavior: marker, vetName: marker }],
    address: { address1: marker, city: marker },
    note: marker,
    allowDuplicatePhone: true,
  });
  return { id: made.client!.customerId, pet: made.pets[0]!.petId };
}

test("an export has what every service keeps of a person, records merged into theirs included, and is recorded; an erasure leaves amounts and no name in any table", async () => {
  const one = await make("Wynn");
  const twin = await make("Wyn");
  await fill(one.id, one.pet, 11);
  await fill(twin.id, twin.pet, 12);
  let at = "0";
  await tellAll(at);
  await servers.client(MergeService).mergeClients({ winnerId: one.id, loserId: twin.id, pets: [] });
  await tellAll(at);

  const given = await api().exportPersonalData({ customerId: one.id, reason: "asked by phone" });
  const document = (path: string) =>
    JSON.parse(given.documents.find((each) => each.path === path)?.content ?? "[]") as Record<string, unknown>[];
  expect(
    document("customer/client.json")
      .map(({ first_name: name }) => name)
      .sort(),
  ).toEqual(["Wyn", "Wynn"]);
  expect(
    document("calendar/appointments.json")
      .map(({ id }) => id)
      .sort(),
  ).toEqual([11, 12]);
  for (const path of [
    "order/bills",
    "payment/payments",
    "message/messages",
    "online-booking/waitlist",
    "offering/evaluations",
    "customer/pets",
  ])
    expect([path, document(`${path}.json`).length]).toEqual([path, 2]);
  expect(
    document("payment/store-credit.json")
      .map(({ amount }) => Number(amount))
      .sort(),
  ).toEqual([-5, -5, 5, 5]);
  expect(given.documents.map(({ content }) => content).join("")).not.toMatch(/pm_11|company_id/);
  expect(given.filePaths).toEqual([`/uploads/public/1/${"a".repeat(20)}/${marker}.jpg`]);
  expect(given.record).toMatchObject({
    kind: PrivacyRecordKind.EXPORT,
    reason: "asked by phone",
    staffName: "Olive Owner",
    customerId: one.id,
  });

  expect((await tablesWith(marker)).length).toBeGreaterThan(30);
  at = await lastEvent();
  const ask = { customerId: one.id, confirmName: ` wynn  ${marker.toUpperCase()} `, reason: "asked by letter" };
  expect(await refusalOf(api().eraseClient({ ...ask, confirmName: "Wynn" }))).toMatchObject({ code: ErrorCode.PARAMS_INVALID });
  const { record } = await api({ idempotencyKey: "erase-1" }).eraseClient(ask);
  await tellAll(at);
  expect(await tablesWith(marker)).toEqual([]);
  expect(await rowsOf("select id from calendar.appointment where customer_first_name = 'Erased' order by id")).toHaveLength(2);
  expect(await rowsOf("select order_id from \"order\".orders where customer_name = 'Erased client'")).toHaveLength(2);
  expect(await rowsOf("select payment_id from payment.payment")).toHaveLength(2);
  expect(await rowsOf("select kind from payment.job where kind = 'forget-card' and state = 'due'")).toHaveLength(2);

  // Asked again under its key it answers the same; nobody brings the client back, and what comes late with a name is taken out too.
  expect((await api({ idempotencyKey: "erase-1" }).eraseClient(ask)).record?.privacyRecordId).toBe(record?.privacyRecordId);
  expect((await refusalOf(servers.client(ClientService).restoreClient({ customerId: one.id }))).code).toBe(ErrorCode.UNDO_EXPIRED);
  const left = await servers.client(ClientService).getClientDetail({ customerId: one.id, includeDeleted: true });
  expect(left.client).toMatchObject({ firstName: "Erased", lastName: "client", phoneNumber: "", email: "", deleted: true, erased: true });
  expect(Number(left.client?.eraseTime?.seconds)).toBeGreaterThan(0);
  const noted = await refusalOf(servers.client(NoteService).createNote({ customerId: one.id, note: "called" }));
  expect([noted.code, noted.message]).toEqual([ErrorCode.CUSTOMER_NOT_FOUND, "This client was erased. Nothing can be added or changed."]);
  await servers.admin.query("update message.visit set customer_name = $1", [marker]);
  await servers.admin.query(
    "update message.job set due_at = clock_timestamp() - interval '1 second' where kind = 'person-erased' and state = 'due'",
  );
  await servers.runDue("message");
  expect(await tablesWith(marker)).toEqual([]);
  const { records } = await api().listPrivacyRecords({ customerId: one.id });
  expect(records.map(({ kind, reason, staffName }) => [kind, reason, staffName])).toEqual([
    [PrivacyRecordKind.ERASURE, "asked by letter", "Olive Owner"],
    [PrivacyRecordKind.EXPORT, "asked by phone", "Olive Owner"],
  ]);
});

const path = (letter: string, kind = "private"): string => `/uploads/${kind}/1/${letter.repeat(20)}/${letter}.jpg`;

/** A form that asks for a number, an email and a photo, and what came in with it. */
async function fillForm(
  answers: readonly { id: number; ticket: string; owner: Record<string, string[]>; pets?: Record<string, string[]>[] }[],
): Promise<void> {
  const question = (key: string, target: string, type = 1) => ({ key, target, type });
  const questions = [
    question("tel", "client.phoneNumber"),
    question("mail", "client.email"),
    question("photo", "", 11),
    question("more", ""),
  ];
  const content = JSON.stringify({ sections: [{ questions }, { subject: 2, questions: [question("petPhoto", "", 11)] }] });
  await put("customer.intake_form", { id: 71, content, sort: 1, archived_at: null, deleted_at: null, published_at: null });
  await put("customer.intake_form_version", { form_id: 71, number: 1, content, staff_name: "Olive" });
  for (const { id, ticket, owner, pets = [] } of answers) {
    const given = { form_id: 71, ticket, answers: JSON.stringify({ owner, pets }), network: "n" };
    const sent = { id, version_number: 1, client_id: 0, form_title: "New clients", name: ticket, pet_names: "{}", read_at: null };
    if (id > 0) await put("customer.intake_submission", { ...given, ...sent, added_at: null, deleted_at: null });
    else await put("customer.intake_draft", { ...given, phone: "hash" });
    // Of what was sent long ago only the answers say where it lies.
    if (pets.length === 0)
      await put("customer.intake_file", { id: `file of ${ticket}`, ticket, path: owner.photo?.[0] ?? "", network: "n" });
  }
}

/** What is the shop's own, and was typed where any words may stand. */
const logo = path("q", "public");

test("forms that became nobody's profile and drafts of the same number or email are exported and erased, and files of theirs alone are deleted", async () => {
  const made = await servers.client(ClientService).createClientWithPets({
    client: {
      firstName: "Fern",
      lastName: "Files",
      phoneNumber: "+12125557788",
      email: "fern@files.test",
      avatarPath: path("c", "public"),
    },
    pets: [{ petName: "Moss", avatarPath: path("p", "public") }],
  });
  const [id, pet] = [made.client!.customerId, made.pets[0]!.petId];
  await fillForm([
    { id: 701, ticket: "by-number", owner: { tel: ["(212) 555-7788"], photo: [path("f")] } },
    { id: 702, ticket: "by-email", owner: { mail: [" Fern@Files.test "], tel: ["+1 646 555 0101"], more: [logo] } },
    { id: 704, ticket: "long ago", owner: { mail: ["fern@files.test"], photo: [path("t")] }, pets: [{ petPhoto: [path("u")] }] },
    { id: 703, ticket: "a-stranger's", owner: { tel: ["(646) 555-0102"], mail: ["other@files.test"], photo: [path("s")] } },
    { id: 0, ticket: "draft", owner: { tel: ["1 212 555 7788"], photo: [path("d")] } },
    { id: 0, ticket: "a stranger's draft", owner: { tel: ["555 7788"] } },
    { id: 0, ticket: "a draft with words", owner: { tel: ["1 212 555 7788"], more: [logo], photo: [logo] }, pets: [{}] },
  ]);
  await put("customer.note", { client_id: id, note: `As in ${logo}`, before_photo_path: path("n"), after_photo_path: "" });
  await put("customer.agreement_record", { client_id: id, agreement_id: 71, content: `Under ${logo}`, upload_images: [path("r")] });
  const written = JSON.stringify({ note: logo, healthIssues: logo, avatarPath: path("m", "public") });
  await put("customer.change_log", { entity: "pet", entity_id: pet, action: "update", before: written, after: written });
  await put("customer.vaccine", { id: 71, name: "Rabies of Moss", required_care_types: "{}", pet_types: "{}" });
  await put("customer.vaccine_proof", { pet_id: pet, vaccine_id: 71, state: 3, decided_at: new Date(), document_path: path("v") });
  const other = await make("Odd");
  await put("customer.incident_type", { id: 71, name: "Fight" });
  for (const [incident, letter, pets] of [
    [71, "i", [pet]],
    [72, "j", [pet, other.pet]],
  ] as const) {
    await put("customer.incident", { id: incident, incident_type_id: 71, staff_ids: "{}", photo_paths: [path(letter)] });
    for (const each of pets) await put("customer.incident_pet", { incident_id: incident, pet_id: each });
  }
  for (const [visit, customer] of [
    [71, id],
    [72, other.id],
  ] as const)
    await put("calendar.appointment", {
      customer_id: customer,
      id: visit,
      start_minute: 1,
      end_minute: 2,
      start_at: new Date(0),
      end_at: new Date(1),
      currency: "USD",
      status: 3,
      check_out_at: new Date(1),
      status_path: "{3}",
    });
  await put("calendar.belonging", { appointment_id: 71, pet_id: pet, photo_path: path("b"), name: `As in ${path("x")}` });
  await put("calendar.walk", {
    appointment_id: 71,
    note: `Met the dog of ${path("y")}`,
    photo_paths: [path("z", "public"), path("k", "public")],
  });
  await put("calendar.walk", { appointment_id: 72, note: "", photo_paths: [path("k", "public")] });
  const dropped = JSON.stringify({ written: { note: path("x"), photoPaths: [path("w", "public")], pets: [] } });
  await put("calendar.change_log", { entity: "walk", entity_id: 71, action: "report written", before: dropped, after: "{}" });

  const given = await api().exportPersonalData({ customerId: id, reason: "asked" });
  const documents = given.documents.map((each) => `${each.path} ${each.content}`).join("");
  for (const said of ["by-number", "by-email", "1 212 555 7788"]) expect(documents).toContain(said);
  expect(documents).not.toMatch(/stranger|555-0102/);
  expect(given.filePaths).toContain(path("d"));

  const at = await lastEvent();
  await api().eraseClient({ customerId: id, confirmName: "Fern Files", reason: "asked" });
  await tellAll(at);
  const left = await rowsOf("select ticket from customer.intake_submission union all select ticket from customer.intake_draft order by 1");
  expect(left.map(({ ticket }) => ticket)).toEqual(expect.arrayContaining(["a stranger's draft", "a-stranger's"]));
  expect(left.map(({ ticket }) => ticket)).not.toEqual(expect.arrayContaining(["by-number"]));
  expect(JSON.stringify(left)).not.toMatch(/by-email|"draft"/);
  expect(await rowsOf("select 1 from customer.intake_file where path = any($1)", [[path("f"), path("d")]])).toEqual([]);

  for (const name of ["customer", "calendar"]) await servers.runDue(name);
  const uploads = servers.client(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId: "0" });
  // Of "a" the clients of other tests have their picture.
  const letters = async () => {
    const { files } = await uploads.listDiscardedFiles({});
    return files.map((file) => `${file.companyId} ${file.fileId[0]}`).filter((one) => one !== "1 a");
  };
  const gone = [..."bcdfimnprtuvwz"].map((letter) => `1 ${letter}`);
  expect(await letters()).toEqual(gone);
  await servers
    .client(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId: "2" })
    .forgetFile({ fileId: "v".repeat(20) });
  await servers
    .client(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId: "1" })
    .forgetFile({ fileId: "b".repeat(20) });
  expect(await letters()).toEqual(gone.slice(1));

  // What stood in two clients' reports stays until the second of them is erased.
  await api().eraseClient({ customerId: other.id, confirmName: `Odd ${marker}`, reason: "asked" });
  await tellAll(at);
  for (const name of ["customer", "calendar"]) await servers.runDue(name);
  expect((await letters()).filter((one) => !gone.includes(one))).toEqual(["1 j", "1 k"]);
});

test("a file that another client has, also after a merge that was undone, or gets before it is deleted, stays until nobody names it", async () => {
  const add = async (firstName: string, letter: string) => {
    const client = { firstName, lastName: "Undone", avatarPath: path(letter, "public") };
    return (await servers.client(ClientService).createClient({ client })).client!.customerId;
  };
  const [winner, loser] = [await add("Una", "g"), await add("Ulla", "h")];
  const merges = servers.client(MergeService);
  const { merge } = await merges.mergeClients({ winnerId: winner, loserId: loser, pets: [], take: [MergeField.PHOTO] });
  await merges.undoMerge({ mergeId: merge!.mergeId });
  const uploads = servers.client(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId: "0" });
  const gone = async () => {
    await servers.runDue("customer");
    const { files } = await uploads.listDiscardedFiles({});
    return files.map(({ fileId }) => fileId[0]).filter((letter) => letter === "g" || letter === "h");
  };
  await api().eraseClient({ customerId: winner, confirmName: "Una Undone", reason: "asked" });
  expect(await gone()).toEqual(["g"]);
  await api().eraseClient({ customerId: loser, confirmName: "Ulla Undone", reason: "asked" });
  const third = await add("Ursula", "h");
  expect(await gone(), "somebody has it by now").toEqual(["g"]);
  await api().eraseClient({ customerId: third, confirmName: "Ursula Undone", reason: "asked" });
  expect(await gone()).toEqual(["g", "h"]);
});

test("private files in messages go with whoever they were written to, unless another message or another service names them; everybody's pictures stay", async () => {
  const add = async (firstName: string, more = {}) =>
    (await servers.client(ClientService).createClient({ client: { firstName, lastName: "Mailed", ...more } })).client!.customerId;
  const [one, other] = [await add("Mo"), await add("Mia", { avatarPath: path("4") })];
  const write = async (id: number, customerId: string, mediaUrl: string) =>
    await put("message.message", {
      ...{ id, customer_id: customerId, business_id: 1, thread_id: null, author: 1, method: 1, status: 3 },
      ...{ media_url1: `https://paws.test${mediaUrl}?expires=1` },
    });
  const theirs = [path("1"), path("2"), path("3", "public"), path("4")];
  for (const [at, file] of theirs.entries()) await write(8_100 + at, one, file);
  await write(8_110, other, path("2"));
  const uploads = servers.client(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId: "0" });
  const erase = async (customerId: string, name: string) => {
    const at = await lastEvent();
    await api().eraseClient({ customerId, confirmName: `${name} Mailed`, reason: "asked" });
    await tellAll(at);
    for (const service of ["customer", "message"]) await servers.runDue(service);
    const { files } = await uploads.listDiscardedFiles({});
    return files.map(({ fileId }) => fileId[0]).filter((letter) => "1234".includes(letter ?? ""));
  };
  const named = async () => (await rowsOf("select id from message.message where id between 8100 and 8110 and media_url1 <> ''")).length;
  expect([await erase(one, "Mo"), await named()], "what they were sent names none of them any more").toEqual([["1"], 1]);
  expect([await erase(other, "Mia"), await named()]).toEqual([["1", "2", "4"], 0]);
});

test("nobody is erased while visits, places in classes, requests, debts, deposits, holds, payments or store credit are open, and the refusal says what to do first", async () => {
  const { id, pet } = await make("Otto");
  await fill(id, pet, 21);
  await put("calendar.class_session", { class_id: 21, start_minute: 600, end_minute: 660, end_at: new Date(Date.now() + 86_400_000) });
  const settled: [string, string, Reason, string][] = [
    ["calendar.appointment", "status = 1, check_out_at = null", Reason.VISITS_AHEAD, "status = 3, check_out_at = now()"],
    ["calendar.class_enrolment", "state = 2", Reason.CLASS_PLACES, "state = 3"],
    ["online_booking.booking_request", "state = 'submitted'", Reason.OPEN_REQUESTS, "state = 'declined'"],
    ['"order".orders', "remain = 5", Reason.MONEY_OWED, "remain = 0"],
    ["payment.client_credit", "balance = 5", Reason.STORE_CREDIT, "balance = 0"],
    ["payment.pre_auth", "state = 'succeed'", Reason.CARD_HELD, "state = 'off'"],
    ["payment.payment", "state = 'processing'", Reason.PAYMENT_PENDING, "state = 'failed'"],
  ];
  const ask = { customerId: id, confirmName: `Otto ${marker}`, reason: "asked" };
  for (const [table, opened] of settled) await servers.admin.query(`update ${table} set ${opened} where customer_id = $1`, [id]);
  const { obstacles } = await api().getErasureObstacles({ customerId: id });
  expect(obstacles.map(({ reason, count }) => [reason, count])).toEqual(
    settled.map(([, , reason]) => [reason, 1]).sort((a, b) => Number(a[0]) - Number(b[0])),
  );
  await servers.admin.query("update online_booking.waitlist_entry set state = 'waiting' where customer_id = $1", [id]);
  const open = await servers.client(ClientListService).getOpenMatters({ selection: { chosenList: [id] } });
  expect(open).toMatchObject({ total: 1, selected: 1, incomplete: false });
  const elsewhere = [
    Reason.CLASS_PLACES,
    Reason.OPEN_REQUESTS,
    Reason.CARD_HELD,
    Reason.STORE_CREDIT,
    Reason.PAYMENT_PENDING,
    Reason.WAITLIST,
  ];
  const matters = open.clients[0]?.matters ?? [];
  expect(matters.map(({ reason, count }) => [reason, count])).toEqual(expect.arrayContaining(elsewhere.map((reason) => [reason, 1])));
  expect(matters.filter(({ amount }) => amount !== undefined).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([Reason.CARD_HELD, Reason.PAYMENT_PENDING]),
  );
  const refusal = await refusalOf(api().eraseClient(ask));
  expect(refusal.code).toBe(ErrorCode.ERASURE_NOT_POSSIBLE_YET);
  expect(refusal.message).toContain(
    "cancel or finish 1 visit that is still open; accept or decline 1 booking request; settle 1 unpaid bill",
  );
  expect(refusal.options.facts).toMatchObject({ visits_ahead: "1", card_held: "1", payment_pending: "1" });
  for (const [table, , reason, closed] of settled) {
    expect((await refusalOf(api().eraseClient(ask))).options.facts).toHaveProperty(Reason[reason].toLowerCase());
    await servers.admin.query(`update ${table} set ${closed} where customer_id = $1`, [id]);
  }
  expect((await api().eraseClient(ask)).record?.kind).toBe(PrivacyRecordKind.ERASURE);
});

test("a copy has nothing of somebody whom a merge that was undone took for the same person, nor they anything of them; an erasure takes that too", async () => {
  const clients = servers.client(ClientService);
  const add = async (firstName: string, phoneNumber: string, behavior = "") => {
    const client = { firstName, lastName: "Apart", phoneNumber, email: `${firstName}@apart.test` };
    const made = await clients.createClientWithPets({ client, pets: [{ petName: "Rex", petType: "Dog", behavior }] });
    return { id: made.client!.customerId, pet: made.pets[0]!.petId };
  };
  const [iris, { id: own }] = [await add("Iris", "+12125557001", "Shy"), await add("Isis", "+12125557002")];
  const quentin = await add("Quentin", "+12125557003", "Bites Quentin's mailman");
  const [one, other] = [iris.id, quentin.id];
  const merges = servers.client(MergeService);
  await merges.mergeClients({ winnerId: one, loserId: own, take: [MergeField.EMAIL] });
  const { merge } = await merges.mergeClients({
    winnerId: one,
    loserId: other,
    take: [MergeField.EMAIL],
    pets: [{ petId: quentin.pet, intoPetId: iris.pet, take: [MergePetField.BEHAVIOR] }],
  });
  await clients.updateClient({ customerId: one, client: { clientColor: "#123456" }, updateMask: { paths: ["client_color"] } });
  await merges.undoMerge({ mergeId: merge!.mergeId });
  const copyOf = async (customerId: string) =>
    (await api().exportPersonalData({ customerId, reason: "asked" })).documents.map(({ content }) => content).join("");
  const copy = await copyOf(one);
  expect(copy).not.toMatch(/quentin|557003/i);
  expect(copy).toContain("Isis Apart");
  expect(copy).toContain("557002");
  expect(await copyOf(other)).not.toMatch(/iris|isis|55700[12]/i);
  await api().eraseClient({ customerId: other, confirmName: "Quentin Apart", reason: "asked" });
  const left = async (told: string) =>
    (
      await Promise.all(
        ["contact", "client_merge", "change_log"].map((table) =>
          rowsOf(`select t::text from customer.${table} t where t::text ~* $1`, [told]),
        ),
      )
    ).flat();
  expect(await left("quentin|557003")).toEqual([]);
  const loggedOf = async (id: string, action: string) =>
    await rowsOf("select before, after from customer.change_log where entity = 'client' and entity_id = $1 and action = $2 order by id", [
      ...[id, action],
    ]);
  const color = (clientColor: string) => expect.objectContaining({ firstName: "Iris", clientColor });
  expect(await loggedOf(one, "update"), "what they changed themselves").toEqual([{ before: color(""), after: color("#123456") }]);
  expect((await loggedOf(one, "create"))[0]?.after).toMatchObject({ email: "Iris@apart.test" });

  const [kept, gone] = [(await add("Ottilie", "+12125557005")).id, (await add("Winnie", "+12125557004")).id];
  const undone = await merges.mergeClients({ winnerId: gone, loserId: kept, take: [] });
  await merges.undoMerge({ mergeId: undone.merge!.mergeId });
  await api().eraseClient({ customerId: gone, confirmName: "Winnie Apart", reason: "asked" });
  expect(await left("winnie|557004")).toEqual([]);
  expect(await loggedOf(kept, "merge")).toMatchObject([{ before: { firstName: "Ottilie", email: "Ottilie@apart.test" } }]);
});
