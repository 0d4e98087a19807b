import type { IncomingMessage, ServerResponse } from "node:http";
import { openTracer, type Tracer } from "@leashline/kit/observability/tracer.ts";
import { type Contract, loadContract, loadContractForServing } from "@leashline/proto/descriptors/contract.ts";
import { UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { DisputeUploadService } from "@leashline/proto/leashline/gateway/v1/dispute_upload_pb.js";
import { IntakeUploadService } from "@leashline/proto/leashline/gateway/v1/intake_upload_pb.js";
import { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { TransactionExportService } from "@leashline/proto/leashline/gateway/v1/transaction_export_pb.js";
import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { VaccineUploadService } from "@leashline/proto/leashline/gateway/v1/vaccine_upload_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { serveCalendarFeeds } from "./compositions/calendar-feed.ts";
import { disputeUploadComposition } from "./compositions/dispute-upload.ts";
import { intakeUploadComposition } from "./compositions/intake-upload.ts";
import { LocalRpcs } from "./compositions/local.ts";
import { pushComposition } from "./compositions/push.ts";
import { transactionExportComposition } from "./compositions/transaction-export.ts";
import { uploadComposition } from "./compositions/upload.ts";
import { vaccineUploadComposition } from "./compositions/vaccine-upload.ts";
import type { GatewayConfig } from "./config.ts";
import { serveDocs } from "./docs/routes.ts";
import { type FrontParts, front } from "./front.ts";
import { serveHealth } from "./health/health.ts";
import { Authenticator } from "./identity/authenticator.ts";
import { CachedIdentities } from "./identity/cached-identities.ts";
import { Refusals } from "./identity/refusals.ts";
import { RequestIds } from "./identity/request-id.ts";
import { accountResolver, hashOf, type ResolveHash } from "./identity/resolve.ts";
import { refusal } from "./legacy/envelope.ts";
import { type LegacyParts, serveLegacy } from "./legacy/face.ts";
import { legacyRoutes } from "./legacy/routes.ts";
import { Limiter } from "./limits/limiter.ts";
import { type RedisOnDemand, redisOnDemand } from "./limits/redis.ts";
import { redisGrant } from "./limits/token-grant.ts";
import { type Log, openLog } from "./observability/log.ts";
import { openObserver } from "./observability/observer.ts";
import { Passthrough } from "./passthrough/passthrough.ts";
import { SameForAll } from "./passthrough/same-for-all.ts";
import { Hub } from "./push/hub.ts";
import type { Rights } from "./push/notice-access.ts";
import { Notices } from "./push/notices.ts";
import { serveSockets } from "./push/socket.ts";
import type { SocketGrant } from "./push/token.ts";
import { openServer } from "./server.ts";
import { adoptNotes, lookOverHeld } from "./uploads/adoption.ts";
import { Leftovers } from "./uploads/leftovers.ts";
import { openFileStore } from "./uploads/open.ts";
import { Parts } from "./uploads/parts.ts";
import { discardRounds, quarantineRounds } from "./uploads/rounds.ts";
import { serveUploads } from "./uploads/routes.ts";
import { UploadStates } from "./uploads/states.ts";
import { asking } from "./upstream/ask.ts";
import { Upstreams } from "./upstream/upstream.ts";
import { Assets } from "./web/assets.ts";
import { serveCertificates } from "./web/certificates.ts";
import { askedOf, CustomDomains } from "./web/custom-domains.ts";
import { hostCheck } from "./web/hosts.ts";
import { httpsForADay, ownOf } from "./web/own-page.ts";
import { readable } from "./web/readable.ts";
import { serveWeb } from "./web/routes.ts";
import { answerHeaders, cardSources, securityHeaders } from "./web/security.ts";
import { shopHeads } from "./web/shop-head.ts";
import { serveWebhooks } from "./webhooks/routes.ts";

export interface Gateway {
  listen(): Promise<number>;
  stop(): Promise<void>;
}

const uploadPath = "/leashline.gateway.v1.UploadService/UploadFile";

/** Puts the gateway together. Nothing listens yet. */
export async function buildGateway(config: GatewayConfig, given?: Contract): Promise<Gateway> {
  const contract = given ?? loadContractForServing();
  const log = openLog(config.logLevel);
  const observer = openObserver();
  const tracer = await openTracer("gateway", config.traces);
  const requestIds = new RequestIds();
  const upstreams = new Upstreams(config.serviceUrl, config.limits.callMs, tracer);
  const redis = redisOnDemand(config.redisUrl, log);
  const resolve = accountResolver(contract, upstreams, config.signingKey, () => requestIds.next(), config.limits.resolveMs);
  const identities = new CachedIdentities({
    resolve: (who, company, business) => resolve(who.kind, hashOf(who), company, business),
    signingKey: config.signingKey,
    lifeMs: config.callerSeconds * 1000,
  });
  const limiter = new Limiter(config.rates, redisGrant(redis.ready, config.prefix));
  const secureCookies = config.publicUrl.protocol === "https:";
  const authenticator = new Authenticator({
    identities,
    limiter,
    requestIds,
    trustedProxies: config.trustedProxies,
    signingKey: config.signingKey,
    secureCookies,
    refusals: new Refusals(log),
  });
  const askUploads = asking(UploadStateService, { contract, upstreams, signingKey: config.signingKey });
  const uploads = new UploadStates(askUploads, () => requestIds.next());
  const { store, states } = await openFileStore(config, uploads, log);
  const quarantine = quarantineRounds(store, config.clamdAgainMs, log);
  const discards = discardRounds(store, log);
  const local = new LocalRpcs(log);
  local.add(PushService, pushComposition(config.signingKey, config.publicUrl));
  const parts = new Parts(store);
  const leftovers = new Leftovers(store.scratch, [() => parts.sweep(), () => adoptNotes(store), () => lookOverHeld(store)], log);
  local.add(UploadService, uploadComposition(store, parts, config.signingKey, config.publicUrl));
  local.add(TransactionExportService, transactionExportComposition({ contract, upstreams, store }));
  const fromLinks = { contract, upstreams, store, signingKey: config.signingKey, publicUrl: config.publicUrl };
  local.add(VaccineUploadService, vaccineUploadComposition(fromLinks));
  local.add(DisputeUploadService, disputeUploadComposition(fromLinks));
  local.add(IntakeUploadService, intakeUploadComposition(fromLinks));
  const hub = new Hub(observer, rightsOf(resolve));
  const notices = new Notices({ url: config.natsUrl, prefix: config.prefix, log, listener: listener(hub, identities) });
  const shared = {
    authenticator,
    upstreams,
    observer,
    tracer,
    secureCookies,
    bodyLimit: config.bodyLimit,
    timeoutMs: config.limits.callMs,
  };
  const sameForAll = new SameForAll({ ...shared, signingKey: config.signingKey });
  const passthrough = new Passthrough({ ...shared, local, sameForAll });
  const hostAllowed = hostCheck(config.publicUrl, config.allowedHosts, config.port);
  const domains = new CustomDomains(askedOf({ contract, upstreams, signingKey: config.signingKey }, () => requestIds.next()));
  const app = openApp(config, { contract, passthrough, hostAllowed, domains });
  const assets = new Assets(config.webDir, config.dataDir);
  const routes = legacyRoutes(contract.methods);
  const form = routes.find((route) => route.method.path === uploadPath);
  if (!form) throw new Error("The upload RPC has lost its REST path.");
  const makeCall: LegacyParts["makeCall"] = (route, request, facts, context) =>
    route.method.domain === "gateway" ? local.call(route.method.path, request, context) : upstreams.call(route.method, request, facts);
  const headers = securityHeaders(config.publicUrl, config.connectOrigins);
  const cardHeaders = securityHeaders(config.publicUrl, config.connectOrigins, cardSources(config.cardScripts));
  serveLegacy(app, { ...shared, routes: routes.filter((route) => route !== form), makeCall });
  serveUploads(app, {
    authenticator,
    store,
    parts,
    signingKey: config.signingKey,
    publicUrl: config.publicUrl,
    limit: config.uploadLimit,
    form,
  });
  serveCalendarFeeds(app, { contract, upstreams, authenticator, signingKey: config.signingKey, log });
  serveWebhooks(app, { contract, upstreams, signingKey: config.signingKey, requestIds, log });
  serveHealth(app, {
    domains: servedDomains(contract),
    upstreams,
    notices,
    redisState: redis.state,
    fileStates: states,
    observer,
  });
  serveCertificates(app, domains);
  serveDocs(app, () => given ?? loadContract(), headers);
  serveSockets(app, hub, config.signingKey, hostAllowed);
  serveWeb(app, {
    publicUrl: config.publicUrl,
    assets,
    headers,
    cardHeaders,
    shopHeads: shopHeads({ contract, upstreams, authenticator, signingKey: config.signingKey }),
  });
  return {
    listen: () => {
      if (config.clamd) quarantine.start();
      discards.start();
      leftovers.start();
      return listen(app, config, { notices, assets, log });
    },
    stop: async () => {
      leftovers.stop();
      await Promise.all([quarantine.stop(), discards.stop()]);
      await stop(app, { hub, notices, upstreams, redis, tracer });
    },
  };
}

type AppParts = Pick<FrontParts, "contract" | "passthrough" | "hostAllowed" | "domains">;

function openApp(config: GatewayConfig, parts: AppParts): FastifyInstance {
  const { publicUrl, port } = config;
  const headers = answerHeaders(config.publicUrl);
  const app = Fastify({
    bodyLimit: config.bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    exposeHeadRoutes: true,
    trustProxy: config.trustedProxies > 0 ? config.trustedProxies : false,
    forceCloseConnections: "idle",
    return503OnClosing: true,
    rewriteUrl: readable,
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
      reply.headers(headers).code(400).send(refusal(ErrorCode.PARAMS_INVALID).body),
    serverFactory: (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
      openServer(config, front({ ...parts, publicUrl, port, others: handler, strictTransport: headers["strict-transport-security"] })),
  } as never) as unknown as FastifyInstance;
  app.addHook("onRequest", async (_, reply) => void reply.headers(headers));
  app.addHook("onSend", async ({ raw }, reply) => {
    if (ownOf(raw) && reply.hasHeader("strict-transport-security")) reply.header("strict-transport-security", httpsForADay);
  });
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send(refusal(ErrorCode.NOT_FOUND).body));
  app.setErrorHandler(async (error: { statusCode?: number }, _, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    const answer = refusal(status < 500 ? ErrorCode.PARAMS_INVALID : ErrorCode.SYSTEM_BUSY);
    return reply.code(status).send(answer.body);
  });
  return app;
}

function listener(hub: Hub, identities: CachedIdentities): ConstructorParameters<typeof Notices>[0]["listener"] {
  return {
    push: (companyId, businessId, notice) => hub.publish(companyId, businessId, notice),
    sessionChanged: (about) => {
      identities.forget(about);
      void hub.recheck(about);
    },
    resumed: () => {
      identities.forget();
      void hub.recheck();
    },
  };
}

/** A socket hears while its session may use what it chose, and what its role opens there. */
function rightsOf(resolve: ResolveHash) {
  return async (grant: SocketGrant): Promise<Rights | null> => {
    const { state, caller } = await resolve("bearer", Buffer.from(grant.proof, "base64url"), grant.companyId, grant.businessId);
    // Who has joined a company since opens anew, to hear of it.
    return state === "active" && caller.companyId === grant.companyId ? caller : null;
  };
}

/** What every service serves by itself (operations) stands in the kit's domain, which has no service behind it. */
const ownDomains = ["gateway", "kit"];

/** The domains that have a service behind them. */
function servedDomains(contract: Contract): string[] {
  return [...new Set(contract.methods.map((method) => method.domain))].filter((domain) => !ownDomains.includes(domain)).sort();
}

async function listen(app: FastifyInstance, config: GatewayConfig, parts: { notices: Notices; assets: Assets; log: Log }): Promise<number> {
  await app.ready();
  void parts.notices.start();
  await app.listen({ port: config.port, host: config.listen });
  app.server.on("error", (error) => parts.log.error({ error: error.message }, "the server had a fault"));
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  parts.log.info({ port }, "listening");
  setTimeout(() => void parts.assets.compressBuild(), 1_000).unref();
  return port;
}

/** Stops listening, lets calls finish, closes. */
async function stop(
  app: FastifyInstance,
  parts: { hub: Hub; notices: Notices; upstreams: Upstreams; redis: RedisOnDemand; tracer: Tracer | null },
): Promise<void> {
  parts.hub.close();
  const force = setTimeout(() => app.server.closeAllConnections(), 5_000);
  await app.close();
  clearTimeout(force);
  await parts.notices.close();
  await parts.redis.close();
  parts.upstreams.close();
  await parts.tracer?.close();
}
