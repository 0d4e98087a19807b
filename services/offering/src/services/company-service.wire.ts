import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { completed, named } from "@leashline/kit";
import {
  type CompanyServiceInput,
  CompanyServiceInputSchema,
  type CompanyServiceSchema,
  CompanyServiceStatus as Status,
  type UpdateCompanyServiceRequest,
} from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import { ServiceInputSchema } from "@leashline/proto/leashline/offering/v1/service_input_pb.js";
import { careTypeOf } from "../care-types/care-type.ts";
import type { StoredService } from "./service.store.ts";
import type { ServiceFields } from "./service.ts";
import { readInput, toWire } from "./service.wire.ts";

/** A stored service in the shape of the company level. */
export function toCompanyWire(stored: StoredService): MessageInitShape<typeof CompanyServiceSchema> {
  const { careType: _, inactive, dedicatedStaff: _staff, deleted: _deleted, byStay: _stay, $typeName: _name, ...same } = toWire(stored);
  return { ...same, status: inactive ? Status.INACTIVE : Status.ACTIVE };
}

/** What this face calls otherwise than the stored row does. */
const stored: Readonly<Record<string, string>> = { careTypeId: "careType", status: "inactive" };

function read(input: CompanyServiceInput, names: ReadonlySet<string>, currency: string): Partial<ServiceFields> {
  const { careTypeId, status, $typeName: _name, $unknown: _unknown, ...same } = input;
  const legacy = create(ServiceInputSchema, {
    ...same,
    ...(careTypeId !== undefined && { careType: careTypeOf(Number(careTypeId)) }),
    inactive: status === Status.INACTIVE,
  });
  return readInput(legacy, new Set([...names].map((name) => stored[name] ?? name)), currency);
}

/** What a new service is to be. */
export const newFrom = (input: CompanyServiceInput, currency: string): Partial<ServiceFields> =>
  read(input, named(CompanyServiceInputSchema, input, undefined), currency);

/** What an update changes of a service. */
export function patchFrom(before: StoredService, { service, updateMask }: UpdateCompanyServiceRequest): Partial<ServiceFields> {
  const input = completed(CompanyServiceInputSchema, toCompanyWire(before), service!, updateMask);
  return read(input, named(CompanyServiceInputSchema, input, updateMask), before.currency);
}
