import { partOf } from "@leashline/kit/test";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { DiscountSetting } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";

/** As a catalog of before rules came along with services answers. */
export const oldOffering = { is: false };
const ruled = (pricingRules: object[]) => (oldOffering.is ? {} : { pricingRules, discountSetting: DiscountSetting.APPLY_BEST_ONLY });

// What other services answer, where a test needs no more of them than that.

/** A catalog of these services, by list and by number. */
export const catalogOf = <S extends { id: string }>(services: readonly S[], rules: () => readonly object[] = () => []) =>
  partOf(CatalogService, {
    listServices: async () => ({ services }),
    batchGetServices: async ({ ids, withPricingRules }: { ids: string[]; withPricingRules: boolean }) => ({
      services: services.filter(({ id }) => ids.includes(id)),
      ...(withPricingRules && ruled([...rules()])),
    }),
  });

/** Jo Park with a dog of any number, who was here before. */
export const knownParty = () =>
  partOf(VisitPartyService, {
    getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => ({
      client: { customerId, firstName: "Jo", lastName: "Park" },
      pets: petIds.map((petId) => ({ petId, petName: "Rex", petType: "Dog" })),
    }),
    batchGetVisitProfiles: async ({ customerIds }: { customerIds: string[] }) => ({
      clients: customerIds.map((customerId) => ({ customerId, isNewClient: false })),
    }),
  });
