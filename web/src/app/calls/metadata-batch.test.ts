import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  DescribeMetadataRequestSchema,
  DescribeMetadataResponseSchema,
  MetadataService,
} from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BATCH_MS } from "./metadata-batch.ts";
import { clientFor } from "./transport.ts";

/** What each request asked for. */
let asked: string[][];
let fails = false;
const answer = async (_: unknown, init: RequestInit): Promise<Response> => {
  const { keys } = fromBinary(DescribeMetadataRequestSchema, init.body as Uint8Array);
  asked.push(keys);
  init.signal?.throwIfAborted();
  if (fails) return new Response('{"code":"unavailable"}', { status: 503, headers: { "content-type": "application/json" } });
  const values = keys.map((key) => ({ key, value: `"${key}"` }));
  const body = toBinary(DescribeMetadataResponseSchema, create(DescribeMetadataResponseSchema, { values }));
  return new Response(body as BodyInit, { headers: { "content-type": "application/proto" } });
};
beforeEach(() => {
  asked = [];
  fails = false;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const describe = (keys: string[], signal?: AbortSignal) =>
  clientFor(MetadataService)
    .describeMetadata({ keys }, signal ? { signal } : {})
    .then(({ values }) => values.map(({ value }) => value));

test("metadata-batch-delay: loads within 10 ms are one call, and each has its own answer; later ones are another", async () => {
  expect(BATCH_MS).toBe(10);
  const one = describe(["a"]);
  await vi.advanceTimersByTimeAsync(9);
  const two = describe(["b", "a"]);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await one, await two]).toEqual([['"a"'], ['"a"', '"b"']]);
  const late = describe(["c"]);
  await vi.advanceTimersByTimeAsync(10);
  expect(await late).toEqual(['"c"']);
  expect(asked).toEqual([["a", "b"], ["c"]]);
});

test("who goes away leaves the others their answer; what fails fails for all", async () => {
  const stop = new AbortController();
  const left = describe(["a"], stop.signal).catch(() => "left");
  const stays = describe(["b"]);
  await vi.advanceTimersByTimeAsync(5);
  stop.abort();
  await vi.advanceTimersByTimeAsync(10);
  expect([await left, await stays]).toEqual(["left", ['"b"']]);
  fails = true;
  const both = Promise.allSettled([describe(["a"]), describe(["b"])]);
  await vi.advanceTimersByTimeAsync(10);
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("more keys than one call takes are two calls", async () => {
  const many = (from: number) => Array.from({ length: 60 }, (_, n) => `k${from + n}`);
  const both = Promise.all([describe(many(0)), describe(many(60))]);
  await vi.advanceTimersByTimeAsync(10);
  expect((await both).map((values) => values.length)).toEqual([60, 60]);
  expect(asked.map((keys) => keys.length)).toEqual([60, 60]);
});
