import { erasedSql, loggedChanges, loggedFiles, type PersonalPlace, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { IntakeQuestionType } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";

const theirs = "t.client_id = any($2)";
const ofPets = "t.pet_id = any($3)";
const idsOf = (table: string, whose = "client_id = any($2)") => `in (select o.id from ${table} o where o.company_id = $1 and o.${whose})`;
// A merge that was undone was of two people. A contact that it made and its undoing took away may be either one's: it is nobody's to read, and goes with both.
const ofUndone = (contact: string): string => `${contact}.deleted_at is not null and exists (select 1 from client_merge m
  where m.company_id = ${contact}.company_id and m.undone_at is not null and (m.winner_id = any($2) or m.loser_id = any($2))
  and m.kept -> 'besides' @> jsonb_build_array(jsonb_build_object('id', ${contact}.id::text)))`;
// A report of what happened between their pet and somebody else's stays the other's as well.
const onlyTheirs = `exists (select 1 from incident_pet p where p.company_id = t.company_id and p.incident_id = t.id and p.pet_id = any($3))
  and not exists (select 1 from incident_pet p where p.company_id = t.company_id and p.incident_id = t.id and p.pet_id <> all($3))`;

/** What came with a form and was made nobody's profile, and forms not sent yet, are theirs whose number or email they give. */
const digits = (text: string): string => `regexp_replace(${text}, '[^0-9]', '', 'g')`;
const sameNumber = `length(ltrim(c.phone_key, '0')) >= 7 and right(${digits("g.answer")}, length(ltrim(c.phone_key, '0'))) = ltrim(c.phone_key, '0')
  or length(ltrim(${digits("g.answer")}, '0')) >= 9 and right(c.phone_key, length(ltrim(${digits("g.answer")}, '0'))) = ltrim(${digits("g.answer")}, '0')`;
const givesTheirs = (row: string): string => `exists (select 1 from intake_form_version v
  cross join lateral jsonb_path_query(v.content, '$.sections[*].questions[*] ? (@.target == "client.phoneNumber" || @.target == "client.email")') as q
  cross join lateral (select trim(${row}.answers -> 'owner' -> (q ->> 'key') ->> 0) as answer) g
  join client c on c.company_id = v.company_id and c.id = any($2)
  where v.company_id = ${row}.company_id and v.form_id = ${row}.form_id and g.answer <> ''
    and (q ->> 'target' = 'client.email' and c.email <> '' and lower(g.answer) = lower(c.email)
      or q ->> 'target' = 'client.phoneNumber' and (${sameNumber})))`;
const theirForms = (row: string): string => `${row}.client_id = any($2) or ${row}.client_id = 0 and ${givesTheirs(row)}`;
const ofTheirForms = `t.ticket in (select s.ticket from intake_submission s where s.company_id = $1 and (${theirForms("s")})
  union all select d.ticket from intake_draft d where d.company_id = $1 and ${givesTheirs("d")})`;

/** Only what was sent as a file counts, and was held to the form's ticket when the form came in; a draft is not, and what was sent with it is intake_file. */
const answeredFiles = `(select jsonb_agg(given.answers -> (q ->> 'key')) from intake_form_version v
  cross join lateral jsonb_path_query(v.content, '$.sections[*].questions[*] ? (@.type == ${IntakeQuestionType.FILE})') as q
  cross join lateral (select t.answers -> 'owner' union all select jsonb_path_query(t.answers, '$.pets[*]')) as given(answers)
  where t.answers::text like '%/uploads/%' and v.company_id = t.company_id and v.form_id = t.form_id and v.number = t.version_number)`;

/** An undone merge that a row of the log falls into; what the undoing itself logged is written after it. */
const undoneThen = `client_merge m where m.company_id = t.company_id and m.undone_at is not null
  and t.at >= m.made_at and (t.at <= m.undone_at or t.action = 'unmerge')`;
/** The fields of a change and the keys that are made of them. */
const fieldsOf = (change: string): string => `cross join lateral jsonb_object_keys(${change}) k(name)
  cross join lateral (values (k.name), (k.name || 'Key'), ('nameKey'), ('licenseKey')) f(name)`;

/**
 * Until a merge was undone the log of the one who is somebody else again said what they had taken over, and called the other by name. Only that goes:
 * what was theirs and what they changed meanwhile stays.
 */
const takenFields = (entity: string, ids: string, ofMerge: string, taken: string): PersonalPlace => ({
  table: "change_log",
  whose: `t.entity = '${entity}' and t.entity_id in (${ids}) and exists (select 1 from ${undoneThen} and (${ofMerge}))`,
  erase: {
    set: `before = t.before - ${taken}, after = t.after - ${taken}, note = case when t.action = 'merge' then '' else t.note end`,
  },
  past: true,
});
const ofChange = "m.loser_id = any($2) and (c.one ->> 'petId')::bigint = t.entity_id";
const petChanges = "jsonb_array_elements(m.kept -> 'petChanges') c(one)";

const afterUndone: readonly PersonalPlace[] = [
  takenFields(
    "client",
    `select unnest(array[m.winner_id, m.loser_id]) from client_merge m where m.company_id = $1 and (m.winner_id = any($2) or m.loser_id = any($2))`,
    "m.winner_id = t.entity_id and m.loser_id = any($2) or m.loser_id = t.entity_id and m.winner_id = any($2)",
    `array(select f.name from client_merge m ${fieldsOf("m.kept -> 'after'")}
      where m.company_id = t.company_id and m.undone_at is not null and m.winner_id = t.entity_id and m.loser_id = any($2))`,
  ),
  takenFields(
    "pet",
    `select (c.one ->> 'petId')::bigint from client_merge m cross join lateral ${petChanges} where m.company_id = $1 and m.loser_id = any($2)`,
    `exists (select 1 from ${petChanges} where ${ofChange})`,
    `array(select f.name from client_merge m cross join lateral ${petChanges} ${fieldsOf("c.one -> 'after'")}
      where m.company_id = t.company_id and m.undone_at is not null and ${ofChange})`,
  ),
];

const logs: readonly PersonalPlace[] = [
  { ...loggedChanges(["client", "lead"], "= any($2)"), files: loggedFiles(["avatarPath"]) },
  { ...loggedChanges(["pet"], "= any($3)"), files: loggedFiles(["avatarPath", "documentPath"]) },
  loggedChanges(["address"], idsOf("address")),
  loggedChanges(["contact"], `in (select o.id from contact o where o.company_id = $1 and (o.client_id = any($2) or ${ofUndone("o")}))`),
  { ...loggedChanges(["note"], idsOf("note")), files: loggedFiles(["beforePhotoPath", "afterPhotoPath"]) },
  { ...loggedChanges(["agreement record"], idsOf("agreement_record")), files: loggedFiles(["uploadImages"]) },
  loggedChanges(["intake submission"], `in (select s.id from intake_submission s where s.company_id = $1 and (${theirForms("s")}))`),
  loggedChanges(["incident"], "in (select p.incident_id from incident_pet p where p.company_id = $1 and p.pet_id = any($3))"),
];

const unnamedClient = `first_name = ${erasedSql.first}, last_name = ${erasedSql.last}, email = '', phone_number = '', phone_key = '', avatar_path = '', client_color = '',
  birthday = null, source = '', import_key = '', preferred_tip = null, is_block_message = true, send_auto_email = false, send_auto_message = false,
  send_app_auto_message = false, inactive = true, deleted_at = coalesce(deleted_at, now()), erased_at = coalesce(erased_at, now()), version = version + 1`;
const unnamedPet = `pet_name = ${erasedSql.pet}, avatar_path = '', behavior = '', health_issues = '', feeding = '', medication = '', vet_name = '', vet_phone_number = '',
  emergency_contact = '', license_number = '', license_issue_date = null, microchip_number = '', color = '', birthday = null, import_key = '',
  deleted_at = coalesce(deleted_at, now()), version = version + 1`;

const places: readonly PersonalPlace[] = [
  ...logs,
  ...afterUndone,
  { table: "address", whose: theirs, name: "addresses", erase: "go" },
  { table: "contact", whose: `${theirs} or ${ofUndone("t")}`, given: `not (${ofUndone("t")})`, name: "contacts", erase: "go" },
  { table: "entry_code", whose: theirs, name: "entry-codes", without: ["sealed"], erase: "go" },
  { table: "note", whose: `${theirs} or ${ofPets}`, name: "notes", erase: "go", files: ["t.before_photo_path", "t.after_photo_path"] },
  { table: "client_tag", whose: theirs, erase: "go" },
  { table: "client_referral", whose: `${theirs} or t.referrer_id = any($2)`, name: "referrals", erase: "go" },
  { table: "not_the_same", whose: `${theirs} or t.other_client_id = any($2)`, erase: "go" },
  { table: "client_token", whose: theirs, erase: "go" },
  { table: "lead", whose: theirs, name: "lead", erase: "go" },
  { table: "pet_vaccine", whose: ofPets, name: "vaccinations", erase: "go", files: ["t.document_path"] },
  { table: "vaccine_proof", whose: ofPets, name: "vaccine-proofs", erase: "go", files: ["t.document_path"] },
  { table: "agreement_step", whose: `t.record_id ${idsOf("agreement_record")}`, name: "agreement-steps", erase: "go" },
  { table: "expected_signature", whose: theirs, erase: "go" },
  { table: "agreement_record", whose: theirs, name: "agreements", erase: "go", files: ["t.upload_images"] },
  { table: "intake_file", whose: ofTheirForms, erase: "go", files: ["t.path"] },
  {
    table: "intake_draft",
    whose: givesTheirs("t"),
    name: "intake-drafts",
    without: ["ticket", "phone", "network"],
    erase: "go",
  },
  {
    table: "intake_submission",
    whose: theirForms("t"),
    name: "intake-submissions",
    without: ["ticket"],
    erase: "go",
    files: [answeredFiles],
  },
  {
    table: "incident",
    whose: onlyTheirs,
    name: "incidents",
    erase: { set: "description = 'Erased', action_taken = '', told = '[]', photo_paths = '{}'" },
    files: ["t.photo_paths"],
  },
  { table: "incident_pet", whose: ofPets, erase: "go" },
  {
    table: "client_merge",
    whose: "t.winner_id = any($2) or t.loser_id = any($2)",
    given: "t.undone_at is null",
    name: "merges",
    without: ["kept"],
    erase: { set: "loser_name = '', kept = '{}'" },
    files: [
      "t.kept -> 'before' -> 'avatarPath'",
      "t.kept -> 'after' -> 'avatarPath'",
      "jsonb_path_query_array(t.kept, '$.petChanges[*].*.avatarPath')",
      "jsonb_path_query_array(t.kept, '$.vaccines[*].*.document')",
    ],
    past: true,
  },
  {
    table: "pet",
    whose: `${theirs} or t.id = any($3)`,
    name: "pets",
    without: ["import_key", "license_key"],
    erase: { set: unnamedPet },
    files: ["t.avatar_path"],
  },
  {
    table: "client",
    whose: "t.id = any($2)",
    name: "client",
    without: ["first_name_key", "last_name_key", "email_key", "phone_key", "name_key", "import_key", "lot"],
    erase: { set: unnamedClient },
    files: ["t.avatar_path"],
  },
  { table: "visit", whose: theirs, erase: "stay" },
  { table: "client_fact", whose: theirs, erase: "stay" },
  { table: "order_balance", whose: theirs, erase: "stay" },
  { table: "card_on_file", whose: theirs, erase: "go" },
  { table: "store_credit", whose: theirs, erase: "go" },
  { table: "abandoned_booking", whose: theirs, erase: "go" },
  { table: "privacy_record", whose: theirs, name: "privacy-records", erase: "stay" },
];

export const personal = personalData(ClientErasedSchema, { places });
