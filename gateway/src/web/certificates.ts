import { domainOf } from "@leashline/proto/rules/custom-domain.ts";
import type { FastifyInstance } from "fastify";
import type { CustomDomains } from "./custom-domains.ts";

/** Where a proxy asks whether it may get a certificate for a name. */
export const CERTIFICATES = "/domains/ask";

/**
 * `?domain=` of Caddy's `on_demand_tls ask`: 200 for a custom domain that is live, 404 for any other name. Whoever opens the domain sees the same, so everybody may ask; and however
 * often they do, online booking is asked as seldom as for pages.
 */
export function serveCertificates(app: FastifyInstance, domains: CustomDomains): void {
  app.get<{ Querystring: { domain?: unknown } }>(CERTIFICATES, async ({ query: { domain } }, reply) => {
    reply.type("text/plain");
    const name = typeof domain === "string" ? domainOf(domain).domain : undefined;
    if (!name) return reply.code(404).send("no");
    try {
      const page = await domains.find(name);
      return page === undefined ? reply.code(404).send("no") : reply.send("yes");
    } catch {
      return reply.code(503).header("retry-after", "1").send("ask again");
    }
  });
}
