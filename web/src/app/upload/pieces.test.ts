import { Code, ConnectError } from "@connectrpc/connect";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messageOf, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { again, isSplit, PART_BYTES, pause, piecesOf, sendPieces } from "./pieces.ts";
import { putProblem } from "./put.ts";

const MB = 1024 * 1024;
const waited: number[] = [];
const wait = async (ms: number) => void waited.push(ms);
const isFinal = (error: unknown) => !outcomeUnknown(error);

test.each([
  [4.9 * MB, false],
  [5 * MB - 1, false],
  [5 * MB, true],
  [6 * MB, true],
])("upload-multipart-threshold: %i bytes are sent as several parts: %s", (size, split) => expect(isSplit(size)).toBe(split));

describe("the parts of a file", () => {
  test.each([
    [1, 1],
    [4.9 * MB, 1],
    [PART_BYTES, 1],
    [PART_BYTES + 1, 2],
    [12 * MB, 3],
  ])("%i bytes: %i", (size, count) => expect(piecesOf(Math.floor(size))).toHaveLength(count));

  test("pieces follow one another without a gap, none is empty, and they are the whole", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 * MB }), fc.integer({ min: 64 * 1024, max: 20 * MB }), (size, length) => {
        const pieces = piecesOf(size, length);
        expect(pieces[0]?.from).toBe(0);
        expect(pieces.at(-1)?.to).toBe(size);
        for (const [at, { number, from, to }] of pieces.entries()) {
          expect([number, from]).toEqual([at + 1, pieces[at - 1]?.to ?? 0]);
          expect(to - from).toBeGreaterThan(0);
          expect(to - from).toBeLessThanOrEqual(length);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("upload-multipart-retry: a part that fails is sent again 3 times, 1 second apart, then the upload has failed", () => {
  /** Fails so often, then works; answers how often it was asked and how long was waited. */
  async function failing(times: number, error: unknown = new TypeError("offline")): Promise<[number, number[], boolean]> {
    let asked = 0;
    waited.length = 0;
    const done = await again(
      async () => {
        if (asked++ < times) throw error;
      },
      { isFinal, wait },
    ).then(
      () => true,
      () => false,
    );
    return [asked, [...waited], done];
  }

  test.each([
    [0, 1, [], true],
    [1, 2, [1000], true],
    [3, 4, [1000, 1000, 1000], true],
    [4, 4, [1000, 1000, 1000], false],
    [9, 4, [1000, 1000, 1000], false],
  ])("%i failures: asked %i times", async (times, asked, pauses, done) => expect(await failing(times)).toEqual([asked, pauses, done]));

  test("a refusal is not asked again", async () => {
    expect(await failing(1, new ConnectError("no", Code.InvalidArgument))).toEqual([1, [], false]);
    expect(await failing(1, new ConnectError("busy", Code.Unavailable))).toEqual([2, [1000], true]);
  });

  test("only what failed is sent again, in order, and the share never counts what did not arrive", async () => {
    const sent: number[] = [];
    const shares: number[] = [];
    let failures = 2;
    await sendPieces({ size: 12, length: 5, isFinal, wait, onShare: (share) => shares.push(share) }, async ({ number }, onBytes) => {
      sent.push(number);
      onBytes(3);
      if (number === 2 && failures-- > 0) throw new TypeError("offline");
    });
    expect(sent).toEqual([1, 2, 2, 2, 3]);
    expect(shares.map((share) => Math.round(share * 12))).toEqual([0, 3, 5, 5, 8, 5, 8, 5, 8, 10, 10, 12, 12]);
  });

  test("giving up ends it at once: in a pause, and before the next piece", async () => {
    const stop = new AbortController();
    const long = pause(60_000, stop.signal);
    stop.abort();
    await expect(long).rejects.toThrow("aborted");
    let sent = 0;
    const second = new AbortController();
    const sending = sendPieces({ size: 10, length: 5, isFinal, wait, signal: second.signal }, async () => {
      sent++;
      second.abort();
    });
    await expect(sending).rejects.toThrow("aborted");
    expect(sent).toBe(1);
  });
});

describe("what the answer to a PUT means", () => {
  test.each([
    [200, "{}", undefined, undefined],
    [
      400,
      '{"code":400,"message":"params error","data":"This file looks like a virus."}',
      Code.InvalidArgument,
      "This file looks like a virus.",
    ],
    [413, '{"code":20013,"message":"File size exceeds limit","data":null}', Code.InvalidArgument, "File size exceeds limit"],
    [503, "", Code.Unavailable, undefined],
    [403, '{"message":"This address does not hold, or no longer."}', Code.Unavailable, undefined],
    [400, "<html>", Code.InvalidArgument, undefined],
  ])("%i %s", (status, text, code, words) => {
    const problem = putProblem(status, text);
    expect(problem?.code).toBe(code);
    if (words) expect(messageOf(problem)).toBe(words);
  });
});
