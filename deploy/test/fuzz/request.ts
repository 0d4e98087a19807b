import { gzipSync } from "node:zlib";
import { fromJson, toBinary } from "@bufbuild/protobuf";
import type { Contract, ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { type Chance, chanceFrom } from "../../seed/chance.ts";
import { type Credential, headersOf, type Sent } from "../access/call.ts";
import type { Company } from "../access/company.ts";
import { ownId } from "../access/own-id.ts";
import { type Known, wellFormed } from "../access/request.ts";
import { restRequest } from "../access/rest.ts";
import { spoilt, spoiltBytes, spoiltPath, spoiltText } from "./mutate.ts";

/** Somebody who sends nonsense, and whose names must never show to others. */
export interface Fuzzer {
  readonly as: Credential;
  /** Their company; null for somebody who has none. */
  readonly company: Company | null;
}

export interface Made {
  readonly fuzzer: Fuzzer;
  readonly sent: Sent;
  /** What it tried to be, for the message of a failure. */
  readonly about: string;
  /** Pages that are open to everybody show a company's public names. */
  readonly isPublic: boolean;
}

/** Paths beside the contract that take something from outside. */
const beside = [
  "/uploads/walk.png",
  "/ol/page-fuzzmark",
  "/go/page-fuzzmark",
  "/docs",
  "/docs/errors",
  "/healthz",
  "/readyz",
  "/metrics",
  "/api",
  "/api/nothing",
  "/ws",
  "/webhooks/stripe",
  "/webhooks/twilio/message",
  "/assets/index.js",
  "/leashline.account.v1.SessionService/Nothing",
];

/** Request number so of a run: the same for the same seed. */
export function fuzzed(contract: Contract, fuzzers: readonly Fuzzer[], companies: readonly Company[], seed: number, number: number): Made {
  const chance = chanceFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const fuzzer = chance.pick(fuzzers);
  const method = chance.pick(contract.methods);
  const known = mixed(fuzzer, companies, chance);
  const made = chance.percent(4)
    ? besides(chance)
    : method.routes.length > 0 && chance.percent(55)
      ? rest(method, known, chance, number)
      : rpc(method, known, chance, number);
  const headers = { ...headersOf(fuzzer.as), ...made.headers, ...(chance.percent(12) ? strangeHeaders(chance) : {}) };
  const isPublic = method.tier === Tier.ANONYMOUS || (!made.path.includes(method.service.typeName) && !made.path.startsWith("/api"));
  return {
    fuzzer,
    sent: { ...made, headers },
    about: `${made.method} ${made.path.slice(0, 300)} as ${fuzzer.company?.mark ?? "nobody"}`,
    isPublic,
  };
}

/** Ids of one's own company, now and then one of the other's; never its names. */
function mixed({ company }: Fuzzer, companies: readonly Company[], chance: Chance): Known {
  const known: Record<string, string> = { ...(company?.known ?? { mark: "nobody" }) };
  const other = chance.pick(companies).known;
  for (const name of Object.keys(other)) if (name.endsWith("_id") && chance.percent(20)) known[name] = other[name] ?? "";
  return known;
}

function rpc(method: ContractMethod, known: Known, chance: Chance, turn: number): Sent {
  const plain = wellFormed(method.desc.input, { known, turn, own: ownId(method) });
  const path = chance.percent(6) ? spoiltPath(method.path, chance) : method.path;
  if (chance.percent(20)) {
    const bytes = toBinary(method.desc.input, fromJson(method.desc.input, plain as never, { ignoreUnknownFields: true }));
    return packed({ method: "POST", path, headers: { "content-type": "application/proto" }, body: spoiltBytes(bytes, chance) }, chance);
  }
  const json = JSON.stringify(spoilt(plain, chance));
  const body = chance.percent(12) ? spoiltText(json, chance) : json;
  if (chance.percent(5))
    return { method: "GET", path: `${path}?connect=v1&encoding=json&message=${encodeURIComponent(json).slice(0, 6_000)}` };
  const verb = chance.percent(3) ? chance.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]) : "POST";
  return packed({ method: verb, path, headers: { "content-type": typeOf(chance) }, body }, chance);
}

function packed(sent: Sent, chance: Chance): Sent {
  if (!chance.percent(6)) return sent;
  return { ...sent, headers: { ...sent.headers, "content-encoding": "gzip" }, body: gzipSync(sent.body ?? "") };
}

const typeOf = (chance: Chance): string =>
  chance.percent(90)
    ? "application/json"
    : chance.pick([
        "text/plain",
        "application/proto",
        "application/grpc-web+proto",
        "application/connect+json",
        "application/json; charset=utf-16",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "",
        "x".repeat(2_000),
      ]);

function rest(method: ContractMethod, known: Known, chance: Chance, turn: number): Sent {
  const plain = wellFormed(method.desc.input, { known, turn, own: ownId(method), rest: true });
  const made = restRequest(chance.pick(method.routes), spoilt(plain, chance));
  const path = chance.percent(12) ? spoiltPath(made.path, chance) : made.path;
  if (made.body === undefined) return { ...made, path: path.slice(0, 12_000) };
  const body = chance.percent(12) ? spoiltText(made.body as string, chance) : made.body;
  return { ...made, path, body, headers: { "content-type": typeOf(chance) } };
}

function besides(chance: Chance): Sent {
  const path = spoiltPath(chance.pick(beside), chance);
  const verb = chance.pick(["GET", "GET", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]);
  return verb === "GET"
    ? { method: verb, path }
    : { method: verb, path, headers: { "content-type": typeOf(chance) }, body: spoiltText("{}", chance) };
}

function strangeHeaders(chance: Chance): Record<string, string> {
  const kinds: Record<string, string>[] = [
    { "idempotency-key": "k".repeat(chance.pick([1, 200, 201, 5_000])) },
    { "idempotency-key": `fuzz-${chance.between(1, 20)}` },
    { "x-leashline-company-id": chance.pick(["99999999999999999999", "-1", "abc", "1", "2", "' or 1=1"]) },
    { "x-leashline-business-id": chance.pick(["99999999999999999999", "-1", "abc", "1", "3", "0"]) },
    { "x-leashline-context": "eyJraW5kIjoic3RhZmYifQ.AAAA" },
    { "content-encoding": chance.pick(["gzip", "br", "zstd", "nothing"]) },
    { "connect-timeout-ms": chance.pick(["0", "-1", "99999999999999", "abc", "1"]) },
    { "connect-protocol-version": "2" },
    { "accept-encoding": chance.pick(["gzip", "identity;q=0", "*;q=0", "x".repeat(300)]) },
    { cookie: `leashline_session=${"c".repeat(chance.pick([1, 43, 4_000]))}; ;;=;` },
    { authorization: chance.pick(["Bearer ", "Bearer llk_x", "Basic YTpi", "Bearer \u00ff", `Bearer ${"t".repeat(5_000)}`]) },
    { "x-forwarded-for": "1.2.3.4, ::1, unknown" },
    { "x-request-id": chance.pick(["x".repeat(3_000), "a b", "{{7*7}}"]) },
    { range: "bytes=0-18446744073709551615" },
    { expect: "200-ok" },
    { te: "trailers, deflate" },
  ];
  return chance.pick(kinds);
}
