import { readGatewayConfig } from "./config.ts";
import { buildGateway } from "./gateway.ts";

export { type GatewayConfig, readGatewayConfig } from "./config.ts";
export { buildGateway, type Gateway } from "./gateway.ts";

if (import.meta.main) {
  try {
    const gateway = await buildGateway(readGatewayConfig());
    await gateway.listen();
    const stop = () => void gateway.stop().then(() => process.exit(0));
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
