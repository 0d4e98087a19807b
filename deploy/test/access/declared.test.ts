import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { permissionTable } from "@leashline/kit";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { type ContractMethod, loadContract } from "@leashline/proto/descriptors/contract.ts";
import { names, Resource, Shown, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ScopeKind } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { expect, test } from "vitest";
import { shortName } from "./walk.ts";

// What ids in requests name, and what lists show, is declared: the kit holds it, the matrix tries it (decision 0037).

const methods = loadContract().methods.filter(({ tier }) => tier !== Tier.INTERNAL && tier !== Tier.ANONYMOUS);

/** Ids of what is no client's and of no location that matters. These lists may only shrink. */
const companysOwn = [
  /^(service_)?area_(ids?|id_list)$/,
  /^van_staff_ids_(from|to)$/,
  /^deposit_rule_ids?$/,
  /^(pricing_rule_ids?|selected_services)$/,
  /^agreement_ids?$/,
  /(^|_)(account|company|enterprise|business|location|staff|role|van|driving_rule|session|endpoint)_(ids?|id_list|ids_list)$/,
  /(^|_)(lodging_type|lodging_unit|playgroup|service|category|care_type|tax|product|service_charge|method|class|add_on)_ids?$/,
  /^(preferred_groomer|referral_source|pet_code|excluded_pet_code|pet_size|vaccine|incident_type|view|add_tag|remove_tag)_ids?$|^customer_tag_id_list$/,
];
/** Parts of something that the same request names. */
const parts = new Set([
  "log_id",
  "pet_detail_id",
  "pet_detail_ids",
  "order_line_item_id",
  "care_schedule_id",
  "replaces_id",
  "belonging_id",
  "evaluation_id",
  "entry_code_id",
  "address_id",
]);
/** Numbers that are no ids. */
const numbers = new Set(["number", "cursor", "offset", "total_bytes"]);
/** Services whose "id" is the company's own: settings, people, catalogue. */
const keepSettings = new Set([
  ...[
    "ApiKeyService",
    "ClockService",
    "ClosedDateService",
    "LocationService",
    "BusinessService",
    "PasskeyService",
    "ReferralSourceService",
  ],
  ...["StaffService", "TaxService", "WebhookService", "BlockService", "FilterViewService", "PetSettingsService", "TagService"],
  "BlockSeriesService",
  "CompanyServiceService",
  "LodgingService",
  "PlaygroupService",
  "PricingRuleService",
  "AgreementService",
  "BulkMessageService",
  ...["VaccineService", "TemplateService", "AddOnService", "CareTypeService", "CatalogService", "CategoryService", "PaymentMethodService"],
]);

const isPlain = (name: string, service: string): boolean =>
  numbers.has(name) ||
  parts.has(name) ||
  companysOwn.some((pattern) => pattern.test(name)) ||
  (["id", "ids", "id_list"].includes(name) && keepSettings.has(service));

/** The fields of a message and of all within it. */
function fieldsOf(desc: DescMessage, within: readonly DescMessage[] = []): DescField[] {
  if (within.includes(desc) || desc.typeName.startsWith("google.")) return [];
  return desc.fields.flatMap((field) => (field.message ? fieldsOf(field.message, [...within, desc]) : [field]));
}

const resourceOf = (field: DescField): Resource => getOption(field, names);
const isLong = (field: DescField): boolean => field.fieldKind !== "map" && field.scalar === ScalarType.INT64;

test("every id that a request takes says what it names", () => {
  const silent = methods.flatMap((method) =>
    fieldsOf(method.desc.input)
      .filter((field) => isLong(field) && resourceOf(field) === Resource.UNSPECIFIED && !isPlain(field.name, method.service.name))
      .map((field) => `${shortName(method)}: ${field.name}`),
  );
  expect(silent, "declare (leashline.options.v1.names) on the field").toEqual([]);
});

/** Whether an answer holds what is a client's or a location's. */
const clientThing = /^(customer|pet|appointment|order|invoice|payment|thread|booking_request|import)_ids?$/;
const showsThings = ({ desc }: ContractMethod): boolean =>
  /^(Count|Sum)/.test(desc.name) || fieldsOf(desc.output).some((field) => clientThing.test(field.name));
/** A field without which the request is refused bounds the answer; of a list of ids the kit leaves out what is out of reach. */
const namesThem = ({ desc }: ContractMethod): boolean =>
  desc.input.fields.some((field) => resourceOf(field) !== Resource.UNSPECIFIED && (field.fieldKind === "list" || isDemanded(field)));

function isDemanded(field: DescField): boolean {
  const { type } = getOption(field, rulesOption);
  return type.case === "int64" && type.value.greaterThan.case === "gt";
}

test("every list, search and sum says how far it shows", () => {
  const silent = methods.filter((method) => method.read && showsThings(method) && !namesThem(method) && !method.access?.shown);
  expect(silent.map(shortName), "declare shown in the access option").toEqual([]);
});

test("what goes as far as a scope declares one", () => {
  const wrong = methods.filter(({ access }) => {
    const scope = access?.scope ?? ScopeKind.UNSPECIFIED;
    if (access?.shown === Shown.REACHED_CLIENTS) return scope !== ScopeKind.CLIENTS;
    return access?.shown === Shown.BY_SCOPE && [ScopeKind.UNSPECIFIED, ScopeKind.CLIENTS].includes(scope);
  });
  expect(wrong.map(shortName)).toEqual([]);
});

/** Messages are the exception: whether somebody reads them at all is a right of its own (growth §5). */
const widerThan = (permission: number): number[] => {
  const own = permissionTable.find(({ id }) => id === permission);
  if (!own?.scopeKind || own.scopeKind === ScopeKind.MESSAGES) return [];
  return permissionTable
    .filter(({ scopeKind, scopeLevel }) => scopeKind === own.scopeKind && scopeLevel > own.scopeLevel)
    .map(({ id }) => id);
};

test("permission-scope-levels: a wider level by itself opens whatever a narrower one does", () => {
  const shut = methods.flatMap((method) => {
    const anyOf: readonly number[] = method.access?.anyOf ?? [];
    return anyOf.flatMap(widerThan).flatMap((wider) => (anyOf.includes(wider) ? [] : [`${shortName(method)}: ${wider}`]));
  });
  expect([...new Set(shut)]).toEqual([]);
});
