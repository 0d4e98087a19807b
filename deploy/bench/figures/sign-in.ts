import { type Argon2Parameters, argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { portsFrom } from "../../constellation.ts";
import { serverUrls } from "../../launch/secrets.ts";
import { startBaseline } from "../baselines/child.ts";
import { type Figure, interleaved, median, roundMs } from "../figure.ts";
import { password } from "../house.ts";
import { load, quantile } from "../load.ts";
import type { Part, Setting } from "./setting.ts";

const derive = promisify(argon2) as (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;
const signers = 4;
const readers = 32;

/** The costs that the stored password of the measured account was made with. */
async function costsOf({ house, shop }: Setting) {
  const { rows } = await house.admin.query("select password_hash as hash from account.account where email = $1", [shop.email]);
  const [, memory, passes, parallelism] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(rows[0].hash) ?? [];
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: 32 };
}

/** The hash alone, by as many hands at once as sign in. */
async function bare(costs: Awaited<ReturnType<typeof costsOf>>): Promise<{ perSecond: number; p50: number }> {
  const times: number[] = [];
  const began = performance.now();
  const hand = async () => {
    while (performance.now() - began < roundMs) {
      const since = performance.now();
      await derive("argon2id", { message: password, nonce: randomBytes(16), ...costs });
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: signers }, hand));
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: times.length / seconds,
    p50: quantile(
      times.sort((a, b) => a - b),
      0.5,
    ),
  };
}

type Gateway = Awaited<ReturnType<typeof startBaseline>>;

async function signingIn(setting: Setting, gateway: Gateway): Promise<Figure> {
  const costs = await costsOf(setting);
  const request = setting.shop.request(SessionService.method.signIn, { email: setting.shop.email, password }, { authorization: "" });
  const p50 = { ours: [] as number[], bare: [] as number[] };
  const seen = await interleaved(
    async () => {
      const { perSecond, p50: half } = await load({ port: gateway.port, request: () => request, inFlight: signers, ms: roundMs });
      p50.ours.push(half);
      return perSecond;
    },
    async () => {
      const { perSecond, p50: half } = await bare(costs);
      p50.bare.push(half);
      return perSecond;
    },
  );
  return {
    name: `sign-in, ${signers} in flight, to bare argon2id`,
    value: seen.ours / seen.baseline,
    unit: "ratio",
    better: "higher",
    ours: `${seen.ours.toFixed(1)}/s`,
    baseline: `${seen.baseline.toFixed(1)}/s`,
    note: `m=${costs.memory} KiB, t=${costs.passes}, p=${costs.parallelism}; p50 ${Math.round(median(p50.ours))} ms, bare ${Math.round(median(p50.bare))} ms`,
  };
}

async function signedInRead({ shop, serviceId }: Setting, checked: Gateway, unchecked: Gateway): Promise<Figure> {
  const request = shop.request(CatalogService.method.getService, { id: serviceId });
  const perSecond = async ({ port }: Gateway) => (await load({ port, request: () => request, inFlight: readers, ms: roundMs })).perSecond;
  const seen = await interleaved(
    () => perSecond(checked),
    () => perSecond(unchecked),
  );
  return {
    name: `signed-in read, ${readers} in flight, to the same with checks off`,
    value: seen.baseline / seen.ours,
    unit: "x",
    better: "lower",
    aim: 1.15,
    ours: `${Math.round(seen.ours)}/s`,
    baseline: `${Math.round(seen.baseline)}/s`,
  };
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { house, shop } = setting;
  const servers = serverUrls(portsFrom(house.app.port), house.secrets);
  const env = {
    LEASHLINE_PORT: String(house.app.port),
    LEASHLINE_SIGNING_KEY: house.secrets.signingKey,
    LEASHLINE_REDIS_URL: servers.redis,
    LEASHLINE_NATS_URL: servers.nats,
    LEASHLINE_PREFIX: "bench-gateway",
    LEASHLINE_LOG: "error",
    LEASHLINE_DATA: house.app.data,
    LEASHLINE_RATE_SESSION: "1000000000/60",
    LEASHLINE_RATE_IP: "1000000000/60",
    LEASHLINE_RATE_SIGN_IN: "1000000000/60",
  };
  const checked = await startBaseline("gateway-program", env);
  const { companyId, businessId } = shop.identity;
  const unchecked = await startBaseline("gateway-program", { ...env, BENCH_COMPANY: companyId, BENCH_BUSINESS: businessId });
  try {
    return [await signedInRead(setting, checked, unchecked), await signingIn(setting, checked)];
  } finally {
    await checked.stop();
    await unchecked.stop();
  }
}

export const signIn: Part = { name: "sign-in", measure };
