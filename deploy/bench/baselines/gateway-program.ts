import { buildGateway, readGatewayConfig } from "@leashline/gateway";
import { buildUnchecked } from "@leashline/gateway/unchecked";

// A gateway of the bench's own before the measured services; told a company, it is the one without checks of the caller.

const { BENCH_COMPANY: companyId, BENCH_BUSINESS: businessId = "0" } = process.env;
const config = { ...readGatewayConfig(), port: 0, listen: "127.0.0.1" };
const gateway = await (companyId ? buildUnchecked(config, { companyId, businessId }) : buildGateway(config));
process.send?.(await gateway.listen());
process.once("SIGTERM", () => void gateway.stop().then(() => process.exit(0)));
