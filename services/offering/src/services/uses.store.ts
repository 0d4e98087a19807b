import { sql } from "kysely";
import type { Db } from "../db.ts";
import { addsToStays } from "./service.store.ts";

export type ServiceUses = {
  readonly upcomingAppointments: number;
  readonly pricingRuleNames: string[];
  readonly addOnNames: string[];
  readonly askingServiceNames: string[];
};

const NAMED = 20;

/** What names a service: appointments that are not over, pricing rules, add-ons, and services that ask for it first. */
export async function usesOf(db: Db, serviceId: string): Promise<ServiceUses> {
  const first = sql`order by id limit ${sql.lit(NAMED)}`;
  const living = sql`company_id = ${db.companyId} and deleted_at is null`;
  const { rows } = await sql<ServiceUses>`select
    (select count(*)::int from booked_service where company_id = ${db.companyId} and service_id = ${serviceId} and ends_at > now()) as upcoming_appointments,
    array(select name from pricing_rule where company_id = ${db.companyId} and ${serviceId}::bigint = any(service_ids) and not all_services ${first})
      as pricing_rule_names,
    array(select name from add_on where ${living} and ${serviceId}::bigint = any(applicable_service_ids) ${first}) as add_on_names,
    array(select name from service where ${living} and (options ->> 'evaluationServiceId' = ${serviceId}
      or options -> 'prerequisiteClassIds' @> to_jsonb(${serviceId}::text) or options -> 'bundleServiceIds' @> to_jsonb(${serviceId}::text)
      or ${addsToStays(serviceId)}
      or (options #>> '{autoRolloverRule,targetServiceId}' = ${serviceId} and options #>> '{autoRolloverRule,enabled}' = 'true')) ${first}) as asking_service_names`.execute(
    db,
  );
  return rows[0] as ServiceUses;
}
