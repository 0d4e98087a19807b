import { join } from "node:path";
import { portsFrom, programs } from "./constellation.ts";
import { bundle } from "./launch/bundle.ts";
import { root } from "./migrate.ts";

// For images: every program as a bundle in dist/programs, each service alone and all nine in one.
const folder = join(root, "dist", "programs");
const ports = portsFrom(8080);
const plans = [...programs(ports, "each"), ...programs(ports, "one").filter((plan) => plan.name === "services")];
await bundle(plans, folder);
console.log(`${plans.length} programs in dist/programs`);
