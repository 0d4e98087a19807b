import { partOf } from "@leashline/kit/test";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";

/** The neighbour that keeps taxes: every company has these, as they are when it is asked. */
export const taxesAre = (ids: readonly string[]) =>
  partOf(TaxService, { listTaxRules: async () => ({ taxRules: ids.map((id) => ({ id })) }) });
