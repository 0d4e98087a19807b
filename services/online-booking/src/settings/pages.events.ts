import { consumer, type Tx } from "@leashline/kit";
import { type BusinessChanged, TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { CatalogSortedSchema, ServiceChangedSchema, ServiceChargeChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { OrderSettingChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import type { DB } from "../db.ts";
import { pagesChanged } from "./page-version.store.ts";
import { makeSetting } from "./setting.store.ts";

/** A new business gets a page; what is kept of any one's page is read anew. */
export async function businessesChanged(tx: Tx<DB>, businesses: readonly BusinessChanged[]): Promise<void> {
  for (const { businessId, businessName } of businesses) await makeSetting(tx, businessId, businessName);
  pagesChanged(tx);
}

export const pageConsumers = [
  consumer(ServiceChangedSchema, async (tx: Tx<DB>) => pagesChanged(tx)),
  consumer(ServiceChargeChangedSchema, async (tx: Tx<DB>) => pagesChanged(tx)),
  consumer(TaxRuleChangedSchema, async (tx: Tx<DB>) => pagesChanged(tx)),
  consumer(OrderSettingChangedSchema, async (tx: Tx<DB>) => pagesChanged(tx)),
  consumer(CatalogSortedSchema, async (tx: Tx<DB>) => pagesChanged(tx)),
];
