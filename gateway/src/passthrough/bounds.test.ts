import http2 from "node:http2";
import { gzipSync } from "node:zlib";
import { create, type DescMessage, getOption, toBinary } from "@bufbuild/protobuf";
import { requestLimit } from "@leashline/kit/rpc/bounds/bounds.ts";
import { field as fieldRules } from "@leashline/proto/buf/validate/validate_pb.js";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { type Access, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EchoService, echoCalls, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";

// How large, how deep and how full a request may be, on every face, before anybody reads it.

let servers: GatewayHarness;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { http2: true } });
});
afterAll(() => servers?.stop());

const inputs = Object.fromEntries(EchoService.methods.map(({ name, input }) => [name, input]));
const auth = { authorization: `Bearer ${tokens.owner}` };
type Write = (message: object, rpc: string) => Buffer;
const proto: Write = (message, rpc) => {
  const schema = inputs[rpc] as DescMessage;
  return Buffer.from(toBinary(schema, create(schema, message as never)));
};
const json: Write = (message) => Buffer.from(JSON.stringify(message));
const framed = (body: Buffer, packed = false): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(packed ? 1 : 0);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
};

/** Answers "ok", or the name of what it was refused with. */
type Face = (rpc: "Open" | "Save" | "Big", message: object) => Promise<string>;

async function post(path: string, type: string, body: Buffer, more: Record<string, string> = {}): Promise<Response> {
  return await fetch(servers.url + path, { method: "POST", headers: { ...auth, "content-type": type, ...more }, body });
}

const connect =
  (type: string, write: Write, more: Record<string, string> = {}): Face =>
  async (rpc, message) => {
    const answer = await post(`/${EchoService.typeName}/${rpc}`, type, write(message, rpc), more);
    if (answer.ok) return "ok";
    const { code } = (await answer.json()) as { code: string };
    expect(answer.status).toBe(code === "resource_exhausted" ? 413 : 400);
    return code;
  };

const names: Record<string, string> = { "0": "ok", "3": "invalid_argument", "8": "resource_exhausted" };

const grpcWeb: Face = async (rpc, message) => {
  const answer = await post(`/${EchoService.typeName}/${rpc}`, "application/grpc-web+proto", framed(proto(message, rpc)));
  const status = /grpc-status: (\d+)/.exec(Buffer.from(await answer.arrayBuffer()).toString("latin1"))?.[1] ?? "";
  return names[status] ?? status;
};

const grpc =
  (write: Write, more: Record<string, string> = {}): Face =>
  (rpc, message) =>
    new Promise((resolve, reject) => {
      const session = http2.connect(servers.url).on("error", reject);
      const headers = {
        ":method": "POST",
        ":path": `/${EchoService.typeName}/${rpc}`,
        ...auth,
        "content-type": "application/grpc",
        te: "trailers",
      };
      const call = session.request({ ...headers, ...more }).on("error", reject);
      const told = (heard: http2.IncomingHttpHeaders) => {
        const status = heard["grpc-status"] as string | undefined;
        if (status === undefined) return;
        session.close();
        resolve(names[status] ?? status);
      };
      call.on("response", told).on("trailers", told).resume();
      call.end(write(message, rpc));
    });

const paths = { Open: "/api/test/open", Save: "/api/test/echo", Big: "/api/test/big" };
const rest: Face = async (rpc, message) => {
  const answer = await post(paths[rpc], "application/json", json(message, rpc));
  const { code } = (await answer.json()) as { code: number };
  return { 200: "ok", 400: "invalid_argument", 20013: "resource_exhausted" }[code] ?? String(code);
};

const faces: [string, Face][] = [
  ["Connect JSON", connect("application/json", json)],
  ["Connect JSON, packed", connect("application/json", (message, rpc) => gzipSync(json(message, rpc)), { "content-encoding": "gzip" })],
  ["Connect binary", connect("application/proto", proto)],
  ["gRPC-Web", grpcWeb],
  ["gRPC", grpc((message, rpc) => framed(proto(message, rpc)))],
  ["gRPC JSON", grpc((message, rpc) => framed(json(message, rpc)), { "content-type": "application/grpc+json" })],
  ["gRPC, packed", grpc((message, rpc) => framed(gzipSync(proto(message, rpc)), true), { "grpc-encoding": "gzip" })],
  ["REST", rest],
];

const nested = (depth: number): object => (depth === 0 ? {} : { inner: nested(depth - 1), text: "x".repeat(600) });

describe.each(faces)("%s", (_, face) => {
  test("what a tier allows goes through, and not much more", async () => {
    const before = echoCalls();
    expect([await face("Open", { text: "x".repeat(15_000) }), await face("Save", { text: "x".repeat(60_000) })]).toEqual(["ok", "ok"]);
    expect(await face("Open", { text: "x".repeat(17_000) })).toBe("resource_exhausted");
    expect(await face("Save", { text: "x".repeat(70_000) })).toBe("resource_exhausted");
    expect(echoCalls()).toBe(before + 2);
  });

  test("an RPC that says so takes more, but neither without end, nor too deep, nor too full", async () => {
    const before = echoCalls();
    expect(await face("Big", { text: "x".repeat(900_000) })).toBe("ok");
    expect(await face("Big", { text: "x".repeat(1_200_000) })).toBe("resource_exhausted");
    expect(await face("Big", nested(28))).toBe("ok");
    expect(await face("Big", nested(40))).toBe("invalid_argument");
    expect(await face("Big", { many: Array.from({ length: 19_000 }, () => ({})) })).toBe("ok");
    expect(await face("Big", { many: Array.from({ length: 21_000 }, () => ({})) })).toBe("invalid_argument");
    expect(await face("Big", { ids: Array.from({ length: 21_000 }, () => "7") })).toBe("invalid_argument");
    expect(echoCalls()).toBe(before + 3);
  });
});

test("ten times fifteen megabytes are refused, everybody else is served, and nothing reaches a service", async () => {
  const large = Buffer.from(`{"text":"${"x".repeat(15_000_000)}"}`);
  const path = `/${EchoService.typeName}/Open`;
  const before = echoCalls();
  const answers = Promise.all(Array.from({ length: 10 }, () => post(path, "application/json", large)));
  expect((await post(path, "application/json", Buffer.from("{}"))).status).toBe(200);
  expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 413));
  expect(echoCalls()).toBe(before + 1);
});

test("who may not call is refused before their body has come", async () => {
  const head = { method: "POST", duplex: "half", headers: { "content-type": "application/json" } };
  const endless = () => new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("{")) });
  for (const path of [`/${EchoService.typeName}/Big`, "/api/test/big"])
    expect((await fetch(servers.url + path, { ...head, body: endless() } as never)).status).toBe(401);
});

describe("the contract", () => {
  const open = loadContract().methods.filter(({ tier, access }) => access && tier !== Tier.INTERNAL);

  test("lets strangers send little, and nobody more than the largest piece of a file", () => {
    const above = (tiers: Tier[], most: number) =>
      open.filter(({ tier, access }) => tiers.includes(tier) && requestLimit(access as Access) > most).map(({ path }) => path);
    expect(
      above([Tier.ANONYMOUS], 32 * 1024).sort(),
      "what is drawn by hand or answered at length, behind a link or ticket or with a booking",
    ).toEqual([
      "/leashline.customer.v1.AgreementLinkService/SignLinkedAgreement",
      "/leashline.customer.v1.IntakeDraftService/KeepIntakeDraft",
      "/leashline.customer.v1.IntakePageService/SubmitIntakeForm",
      "/leashline.online_booking.v1.StorefrontService/SubmitBooking",
    ]);
    expect(above([Tier.ANONYMOUS], 128 * 1024)).toEqual([]);
    expect(above([Tier.ACCOUNT, Tier.BUSINESS, Tier.INTEGRATOR], 8 * 1024 * 1024)).toEqual([]);
  });

  test("lets through what its rules allow a field to hold", () => {
    const tight = open.flatMap(({ path, desc, access }) =>
      fieldSizes(desc.input)
        .filter(([, size]) => size > requestLimit(access as Access))
        .map(([name, size]) => `${path} ${name} ${size}`),
    );
    expect(tight, "declare max_request_bytes").toEqual([]);
  });
});

/** Bytes of the longest value that the rules of each text and byte field allow, as JSON. */
function fieldSizes(desc: DescMessage, seen = new Set<string>()): [string, number][] {
  if (seen.has(desc.typeName)) return [];
  seen.add(desc.typeName);
  return desc.fields.flatMap((each): [string, number][] => {
    if (each.message) return fieldSizes(each.message, seen);
    const { type } = getOption(each, fieldRules);
    if (type.case === "string") return [[each.name, Math.max(Number(type.value.maxLen), Number(type.value.maxBytes))]];
    return type.case === "bytes" ? [[each.name, Math.ceil((Number(type.value.maxLen) * 4) / 3)]] : [];
  });
}
