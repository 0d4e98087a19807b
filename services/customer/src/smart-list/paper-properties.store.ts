import { dueOf } from "@leashline/proto/rules/client-filter.ts";
import { sql } from "kysely";
import { concerns } from "../households/required-vaccines.store.ts";
import type { Condition, FilteredFor, Property } from "./filter-properties.store.ts";
import { counts } from "./signature.store.ts";

/** Pets that come, of client `c`. */
const comes = sql`p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null and p.life_status = 1 and not p.inactive`;
const recorded = sql`pet p join pet_vaccine b on b.company_id = p.company_id and b.pet_id = p.id where ${comes}`;
const missing = (condition: Condition): Condition =>
  sql<boolean>`exists (select 1 from pet p join vaccine v on v.company_id = p.company_id and ${concerns} where ${comes} and ${condition}
    and not exists (select 1 from pet_vaccine b where b.company_id = p.company_id and b.pet_id = p.id and b.vaccine_id = v.id))`;

const expired = (condition: Condition, { today }: FilteredFor): Condition =>
  sql<boolean>`exists (select 1 from ${recorded} and b.expiration_date < ${today}::date and ${condition})`;

const endsWithin = (value: string, { today }: FilteredFor): Condition => {
  const { days, id } = dueOf(value) ?? { days: "0", id: "0" };
  const until = Temporal.PlainDate.from(today)
    .add({ days: Number(days) })
    .toString();
  return sql<boolean>`b.expiration_date between ${today}::date and ${until}::date${id === "0" ? sql`` : sql` and b.vaccine_id = ${id}::bigint`}`;
};

const record = sql`agreement_record r join agreement a on a.company_id = r.company_id and a.id = r.agreement_id and a.deleted_at is null
  where r.company_id = c.company_id and r.client_id = c.id`;

/** What clients are filtered by of their pets' vaccines and of what they sign. */
export const paperProperties = {
  vaccine_missing: { kind: "id", value: sql`v.id`, some: missing },
  vaccine_expired: { kind: "id", value: sql`b.vaccine_id`, some: expired },
  vaccine_expiring: {
    kind: "due",
    value: sql`b.vaccine_id`,
    some: (condition) => sql<boolean>`exists (select 1 from ${recorded} and ${condition})`,
    says: endsWithin,
  },
  agreement_unsigned: {
    kind: "id",
    value: sql`r.agreement_id`,
    some: (condition) => sql<boolean>`exists (select 1 from ${record} and r.kind = 2 and r.deleted_at is null and ${condition})`,
  },
  agreement_signed: {
    kind: "id",
    value: sql`r.agreement_id`,
    some: (condition) => sql<boolean>`exists (select 1 from ${record} and ${counts} and ${condition})`,
  },
} satisfies Record<string, Property>;
