import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";
import type { Business } from "../projections/business.store.ts";
import { type Client, hasStopped } from "../projections/client.store.ts";
import type { QuietHours } from "../quiet-hours/quiet-hours.ts";
import { type Setting, withDefaults } from "./auto-message.ts";

/** What messages say of a business, and how it writes. */
export type Sender = Omit<Business, "companyId" | "currency">;
/** What is known of a client whom a message is for. */
export type Addressee = Omit<Client, "companyId" | "clientColor" | "avatarPath" | "preferredBusinessId" | "phone" | "stoppedByStaff">;

/** Everything that automatic messages of some businesses to some clients are made of. Who is not kept here yet is not in it. */
export type Known = {
  businesses: ReadonlyMap<string, Sender>;
  clients: ReadonlyMap<string, Addressee>;
  settingsOf: (businessId: string) => Setting[];
  /** What businesses said of their quiet hours; of one that never did nothing. */
  quietHours: ReadonlyMap<string, QuietHours>;
  /** The number the company writes from; undefined before its first text. */
  number: string | undefined;
};

type Row = {
  businesses: Sender[] | null;
  clients: Addressee[] | null;
  settings: (Setting & { businessId: string })[] | null;
  quiet: (QuietHours & { businessId: string })[] | null;
  number: string | null;
};

const text = `select
  (select jsonb_agg(jsonb_build_object('businessId', business_id::text, 'name', name, 'zone', zone, 'country', country, 'phone', phone, 'email', email, 'address', address,
      'clock', clock, 'dateFormat', date_format, 'numberFormat', number_format))
    from business where company_id = $1 and business_id = any($2::bigint[])) as businesses,
  (select jsonb_agg(jsonb_build_object('customerId', customer_id::text, 'firstName', first_name, 'lastName', last_name, 'phoneE164', phone_e164, 'email', email,
      'deleted', deleted, 'sendAutoEmail', send_auto_email, 'sendAutoMessage', send_auto_message, 'isBlockMessage', is_block_message, 'textsStopped', ${hasStopped},
      'apptReminderByList', appt_reminder_by_list, 'unconfirmedReminderBy', unconfirmed_reminder_by))
    from recipient where company_id = $1 and customer_id = any($3::bigint[])) as clients,
  (select jsonb_agg(jsonb_build_object('businessId', business_id::text, 'useCase', use_case, 'isEnabled', is_enabled, 'clientReceive', client_receive, 'daysBefore', days_before,
      'minutesAt', minutes_at, 'hoursAfter', hours_after, 'templates', templates, 'version', version))
    from auto_message where company_id = $1 and business_id = any($2::bigint[])) as settings,
  (select jsonb_agg(jsonb_build_object('businessId', business_id::text, 'isEnabled', is_enabled, 'quietFrom', quiet_from, 'quietTo', quiet_to, 'version', version))
    from quiet_hours where company_id = $1 and business_id = any($2::bigint[])) as quiet,
  (select number from text_number where company_id = $1 order by given_at desc limit 1) as number`;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** One statement for all of it, however many messages it is for. */
export async function readKnown(db: Db, businessIds: readonly string[], customerIds: readonly string[]): Promise<Known> {
  const [row] = await rowsOf<Row>(db, text, [db.companyId, unique(businessIds), unique(customerIds)]);
  const settings = Map.groupBy(row?.settings ?? [], (setting) => setting.businessId);
  return {
    businesses: new Map(row?.businesses?.map((business) => [business.businessId, business])),
    clients: new Map(row?.clients?.filter(({ deleted }) => !deleted).map((client) => [client.customerId, client])),
    settingsOf: (businessId) => withDefaults(settings.get(businessId) ?? []),
    quietHours: new Map(row?.quiet?.map(({ businessId, ...quiet }) => [businessId, quiet])),
    number: row?.number ?? undefined,
  };
}
