import { erasedSql, loggedChanges, type PersonalPlace, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

const theirs = "t.client_id = any($2)";
const ofPets = "t.pet_id = any($3)";
const idsOf = (table: string, whose = "client_id = any($2)") => `in (select o.id from ${table} o where o.company_id = $1 and o.${whose})`;
// A report of what happened between their pet and somebody else's stays the other's as well.
const onlyTheirs = `exists (select 1 from incident_pet p where p.company_id = t.company_id and p.incident_id = t.id and p.pet_id = any($3))
  and not exists (select 1 from incident_pet p where p.company_id = t.company_id and p.incident_id = t.id and p.pet_id <> all($3))`;

const logs: readonly PersonalPlace[] = [
  loggedChanges(["client", "lead"], "= any($2)"),
  loggedChanges(["pet"], "= any($3)"),
  ...["address", "contact", "note", "agreement_record", "intake_submission"].map((table) =>
    loggedChanges([table.replace("_", " ")], idsOf(table)),
  ),
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
  { table: "address", whose: theirs, name: "addresses", erase: "go" },
  { table: "contact", whose: theirs, name: "contacts", erase: "go" },
  { table: "entry_code", whose: theirs, name: "entry-codes", without: ["sealed"], erase: "go" },
  { table: "note", whose: `${theirs} or ${ofPets}`, name: "notes", erase: "go" },
  { table: "client_tag", whose: theirs, erase: "go" },
  { table: "client_referral", whose: `${theirs} or t.referrer_id = any($2)`, name: "referrals", erase: "go" },
  { table: "client_token", whose: theirs, erase: "go" },
  { table: "lead", whose: theirs, name: "lead", erase: "go" },
  { table: "pet_vaccine", whose: ofPets, name: "vaccinations", erase: "go" },
  { table: "vaccine_proof", whose: ofPets, name: "vaccine-proofs", erase: "go" },
  { table: "agreement_step", whose: `t.record_id ${idsOf("agreement_record")}`, name: "agreement-steps", erase: "go" },
  { table: "agreement_record", whose: theirs, name: "agreements", erase: "go" },
  { table: "intake_submission", whose: theirs, name: "intake-submissions", without: ["ticket"], erase: "go" },
  {
    table: "incident",
    whose: onlyTheirs,
    name: "incidents",
    erase: { set: "description = 'Erased', action_taken = '', told = '[]', photo_paths = '{}'" },
  },
  { table: "incident_pet", whose: ofPets, erase: "go" },
  {
    table: "client_merge",
    whose: "t.winner_id = any($2) or t.loser_id = any($2)",
    name: "merges",
    without: ["kept"],
    erase: { set: "loser_name = '', kept = '{}'" },
  },
  { table: "pet", whose: `${theirs} or t.id = any($3)`, name: "pets", without: ["import_key", "license_key"], erase: { set: unnamedPet } },
  {
    table: "client",
    whose: "t.id = any($2)",
    name: "client",
    without: ["first_name_key", "last_name_key", "email_key", "phone_key", "name_key", "import_key"],
    erase: { set: unnamedClient },
  },
  { table: "visit", whose: theirs, erase: "stay" },
  { table: "client_fact", whose: theirs, erase: "stay" },
  { table: "order_balance", whose: theirs, erase: "stay" },
  { table: "card_on_file", whose: theirs, erase: "go" },
  { table: "abandoned_booking", whose: theirs, erase: "go" },
  { table: "privacy_record", whose: theirs, name: "privacy-records", erase: "stay" },
];

export const personal = personalData(ClientErasedSchema, { places });
