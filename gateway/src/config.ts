import { basePort, serviceUrl } from "@leashline/kit/config.ts";
import { type Limits, limitsOf, usualCallMs } from "@leashline/kit/limits.ts";
import { readTraceSettings, type TraceSettings } from "@leashline/kit/observability/tracer.ts";
import type { ClamdAddress } from "./file-content/clamd.ts";
import type { S3Settings } from "./object-storage/bucket-storage.ts";

/** How many calls in how many seconds; null means no limit. */
export interface Rate {
  readonly calls: number;
  readonly seconds: number;
}

/** What the gateway reads from its environment. Read once; a wrong value stops the boot with what and why. */
export interface GatewayConfig {
  port: number;
  listen: string;
  publicUrl: URL;
  /** Host header values that are answered, besides localhost and 127.0.0.1. */
  allowedHosts: readonly string[];
  /** How many proxies in front may add to X-Forwarded-For. */
  trustedProxies: number;
  signingKey: string;
  prefix: string;
  redisUrl: string;
  natsUrl: string;
  dataDir: string;
  webDir: string;
  bodyLimit: number;
  uploadLimit: number;
  /** Where uploads lie; on the disk of this machine without it. */
  bucket: S3Settings | null;
  /** The virus scanner, if there is one, and how often it is asked again about what it has not seen. */
  clamd: ClamdAddress | null;
  clamdAgainMs: number;
  limits: Limits;
  callerSeconds: number;
  /**
   * How long a connection may take for the head of a request, for the whole of it, how long it may stay without one, and how long without a byte
   * in either direction, whatever it is doing.
   */
  patience: { headersMs: number; requestMs: number; idleMs: number; silentMs: number };
  http2: boolean;
  tls: { cert: string; key: string } | null;
  rates: { session: Rate | null; ip: Rate | null; signIn: Rate | null };
  /** Other origins the web client talks to, for the content security policy. */
  connectOrigins: readonly string[];
  /** The card vendors' scripts for pages on which a card can be entered; none where none can. */
  cardScripts: readonly URL[];
  logLevel: string;
  traces: TraceSettings | null;
  serviceUrl: (service: string) => string;
}

const root = new URL("../../", import.meta.url).pathname;

function readCardScripts(env: NodeJS.ProcessEnv, read: ReturnType<typeof reader>): URL[] {
  const square = env.LEASHLINE_SQUARE_APPLICATION_ID ?? "";
  const squares = `https://${square.startsWith("sandbox-") ? "sandbox." : ""}web.squarecdn.com/v1/square.js`;
  return [
    ...(env.LEASHLINE_STRIPE_PUBLISHABLE_KEY ? [read.url("LEASHLINE_STRIPE_SCRIPT_URL", "https://js.stripe.com/v3/")] : []),
    ...(square ? [read.url("LEASHLINE_SQUARE_SCRIPT_URL", squares)] : []),
  ];
}

export function readGatewayConfig(env: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const problems: string[] = [];
  const read = reader(env, problems);
  const port = basePort(env);
  const config: GatewayConfig = {
    port,
    listen: env.LEASHLINE_GATEWAY_LISTEN || env.LEASHLINE_LISTEN || "127.0.0.1",
    publicUrl: read.url("LEASHLINE_PUBLIC_URL", `http://localhost:${port}`),
    allowedHosts: read.list("LEASHLINE_ALLOWED_HOSTS"),
    trustedProxies: read.whole("LEASHLINE_TRUSTED_PROXIES", 0, 0, 10),
    signingKey: env.LEASHLINE_SIGNING_KEY ?? "",
    prefix: env.LEASHLINE_PREFIX ?? "leashline",
    redisUrl: env.LEASHLINE_REDIS_URL ?? `redis://127.0.0.1:${port + 14}`,
    natsUrl: env.LEASHLINE_NATS_URL ?? `nats://127.0.0.1:${port + 15}`,
    dataDir: env.LEASHLINE_DATA ?? `${root}.leashline`,
    webDir: env.LEASHLINE_WEB_DIR ?? `${root}web/dist`,
    bodyLimit: read.whole("LEASHLINE_BODY_LIMIT", 16 * 1024 * 1024, 1024, 256 * 1024 * 1024),
    uploadLimit: read.whole("LEASHLINE_UPLOAD_LIMIT", 25 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
    bucket: readBucket(env, problems),
    clamd: readClamd(env, problems),
    clamdAgainMs: read.whole("LEASHLINE_CLAMD_AGAIN_SECONDS", 15, 1, 3600) * 1000,
    limits: limitsOf(read.whole("LEASHLINE_CALL_TIMEOUT_MS", usualCallMs, 100, 600_000)),
    callerSeconds: read.whole("LEASHLINE_CALLER_CACHE_SECONDS", 5, 0, 60),
    patience: {
      headersMs: read.whole("LEASHLINE_HEADERS_TIMEOUT_MS", 20_000, 100, 600_000),
      requestMs: read.whole("LEASHLINE_REQUEST_TIMEOUT_MS", 120_000, 100, 3_600_000),
      idleMs: read.whole("LEASHLINE_IDLE_TIMEOUT_MS", 65_000, 100, 3_600_000),
      silentMs: read.whole("LEASHLINE_SILENT_TIMEOUT_MS", 180_000, 60_000, 3_600_000),
    },
    http2: read.flag("LEASHLINE_HTTP2"),
    tls: readTls(env, problems),
    rates: {
      session: read.rate("LEASHLINE_RATE_SESSION", { calls: 30_000, seconds: 60 }),
      ip: read.rate("LEASHLINE_RATE_IP", { calls: 60_000, seconds: 60 }),
      signIn: read.rate("LEASHLINE_RATE_SIGN_IN", { calls: 300, seconds: 60 }),
    },
    connectOrigins: read.list("LEASHLINE_CONNECT_ORIGINS"),
    cardScripts: readCardScripts(env, read),
    logLevel: env.LEASHLINE_LOG ?? "info",
    traces: readTraceSettings(env),
    serviceUrl: (service) => serviceUrl(service, env),
  };
  if (config.signingKey.length < 32) problems.push("LEASHLINE_SIGNING_KEY must be set and have at least 32 characters");
  if (problems.length > 0) throw new Error(`The settings do not allow a start: ${problems.join("; ")}.`);
  return config;
}

function readTls(env: NodeJS.ProcessEnv, problems: string[]): GatewayConfig["tls"] {
  const { LEASHLINE_TLS_CERT: cert, LEASHLINE_TLS_KEY: key } = env;
  if (!cert && !key) return null;
  if (!cert || !key) problems.push("LEASHLINE_TLS_CERT and LEASHLINE_TLS_KEY must be set together");
  return { cert: cert ?? "", key: key ?? "" };
}

/** All four or none: half a bucket would quietly be none. */
function readBucket(env: NodeJS.ProcessEnv, problems: string[]): S3Settings | null {
  const { LEASHLINE_S3_URL: url, LEASHLINE_S3_REGION: region = "us-east-1" } = env;
  const { LEASHLINE_S3_ACCESS_KEY_ID: accessKeyId, LEASHLINE_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!url && !accessKeyId && !secretAccessKey) return null;
  if (!url || !accessKeyId || !secretAccessKey)
    problems.push("LEASHLINE_S3_URL, LEASHLINE_S3_ACCESS_KEY_ID and LEASHLINE_S3_SECRET_ACCESS_KEY must be set together");
  const bucket = URL.parse(url ?? "");
  if (url && !/^https?:$/.test(bucket?.protocol ?? "")) problems.push("LEASHLINE_S3_URL must be the http or https address of a bucket");
  return bucket && { url: bucket, region, accessKeyId: accessKeyId ?? "", secretAccessKey: secretAccessKey ?? "" };
}

/** "host:port", or the path of a socket. */
function readClamd(env: NodeJS.ProcessEnv, problems: string[]): ClamdAddress | null {
  const text = env.LEASHLINE_CLAMD ?? "";
  if (text === "") return null;
  if (text.startsWith("/")) return { path: text };
  const [, host = "", port = ""] = /^([^:]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === "") problems.push('LEASHLINE_CLAMD must be "host:port" or the path of a socket');
  return { host, port: Number(port) };
}

function reader(env: NodeJS.ProcessEnv, problems: string[]) {
  return {
    whole(name: string, otherwise: number, low: number, high: number): number {
      const text = env[name];
      if (text === undefined || text === "") return otherwise;
      const value = Number(text);
      if (!Number.isInteger(value) || value < low || value > high) problems.push(`${name} must be a whole number from ${low} to ${high}`);
      return value;
    },
    flag(name: string): boolean {
      const text = env[name] ?? "";
      if (!["", "0", "1"].includes(text)) problems.push(`${name} must be 0 or 1`);
      return text === "1";
    },
    list: (name: string): string[] =>
      (env[name] ?? "")
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    url(name: string, otherwise: string): URL {
      try {
        return new URL(env[name] ?? otherwise);
      } catch {
        problems.push(`${name} must be a URL`);
        return new URL(otherwise);
      }
    },
    /** "600/60": 600 calls in 60 seconds; "off": no limit. */
    rate(name: string, otherwise: Rate): Rate | null {
      const text = env[name];
      if (text === undefined || text === "") return otherwise;
      if (text === "off") return null;
      const match = /^(\d+)\/(\d+)$/.exec(text);
      const [calls, seconds] = [Number(match?.[1]), Number(match?.[2])];
      if (!match || calls < 1 || seconds < 1) problems.push(`${name} must be "off" or calls/seconds, for example 600/60`);
      return { calls, seconds };
    },
  };
}
