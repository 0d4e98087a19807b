import { defineService, run } from "@leashline/kit";
import { planOnce } from "@leashline/kit/db/plan-once.ts";
import { addOnRpc } from "./add-ons/add-on.rpc.ts";
import { careTypeRpc } from "./care-types/care-type.rpc.ts";
import { categoryRpc } from "./categories/category.rpc.ts";
import { bookedConsumers } from "./services/booked.events.ts";
import { catalogRpc } from "./starter-catalogue/catalog.rpc.ts";

export const service = defineService({
  name: "offering",
  rowNames: "camel",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [careTypeRpc, categoryRpc, catalogRpc, addOnRpc],
  consumers: bookedConsumers,
  start: planOnce,
});

if (import.meta.main) await run([service]);
