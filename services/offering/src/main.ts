import { defineService, run } from "@leashline/kit";
import { planOnce } from "@leashline/kit/db/plan-once.ts";
import { addOnRpc } from "./add-ons/add-on.rpc.ts";
import { careTypeRpc } from "./care-types/care-type.rpc.ts";
import { categoryRpc } from "./categories/category.rpc.ts";
import { evaluationReminder } from "./evaluations/evaluation.jobs.ts";
import { evaluationRpc } from "./evaluations/evaluation.rpc.ts";
import { mergedClients } from "./evaluations/merged-clients.ts";
import { personal } from "./evaluations/personal-data.ts";
import { lodgingRpc } from "./lodging/lodging.rpc.ts";
import { playgroupRpc } from "./playgroups/playgroup.rpc.ts";
import { pricingRuleRpc } from "./pricing-rules/pricing-rule.rpc.ts";
import { bookedServices } from "./projections/booked.ts";
import { recordRpc } from "./records/record.rpc.ts";
import { serviceChargeRpc } from "./service-charges/service-charge.rpc.ts";
import { whose } from "./service-charges/whose.ts";
import { companyServiceRpc } from "./services/company-service.rpc.ts";
import { catalogRpc } from "./starter-catalogue/catalog.rpc.ts";

export const service = defineService({
  name: "offering",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    careTypeRpc,
    categoryRpc,
    catalogRpc,
    companyServiceRpc,
    addOnRpc,
    recordRpc,
    lodgingRpc,
    evaluationRpc,
    playgroupRpc,
    pricingRuleRpc,
    serviceChargeRpc,
  ],
  jobs: [evaluationReminder, ...mergedClients.jobs],
  consumers: mergedClients.consumers,
  personal,
  projections: [bookedServices],
  start: planOnce,
  whose,
});

if (import.meta.main) await run([service]);
