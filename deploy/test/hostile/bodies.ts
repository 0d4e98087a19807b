import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { callRpc, type Sent, send } from "../access/call.ts";
import type { Probe } from "../hostile.journey.ts";

const rpc = "/leashline.account.v1.SessionService/SignIn";
/** What costs next to nothing when it is asked well. */
const light = "/leashline.account.v1.InviteService/GetInviteCode";
const json = { "content-type": "application/json" };
const post = (body: string | Uint8Array, headers: Record<string, string> = {}, path = rpc): Sent => ({
  method: "POST",
  path,
  headers: { ...json, ...headers },
  body,
});

const large = `{"email":"${"x".repeat(15_000_000)}","password":"p"}`;
const tooMuch = [400, 413];
/** What a stranger sends to keep everybody busy, how often at once, and what it is answered. */
const heavy: Record<string, [Sent, number, number[]?]> = {
  "fifteen megabytes of JSON": [post(large), 10],
  "fifteen megabytes over the REST face": [post(large, {}, "/api/business/account/resetPassword/sendEmail"), 10],
  "fifteen megabytes to an address that there is not": [post(large, {}, "/api/nothing/here"), 10, [404, 413]],
  "a hundred megabytes packed small": [post(gzipSync(Buffer.alloc(100_000_000, 0x20)), { "content-encoding": "gzip" }), 10],
  "brackets within brackets": [post(`{"a":${"[".repeat(8_000)}${"]".repeat(8_000)}}`, {}, light), 200],
  "thousands of empty things": [post(`{"a":[${"{},".repeat(5_000)}{}]}`, {}, light), 200],
};
/** As long as somebody waits who does nothing wrong, on a busy machine. */
const patienceMs = 4_000;

/** Who goes on sending for too long after the refusal is cut off, and may not come to read it. */
async function statusOf(url: string, sent: Sent): Promise<number> {
  try {
    return (await send(url, sent)).status;
  } catch (error) {
    if (["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "")) return 413;
    throw error;
  }
}

/** Nobody keeps everybody else waiting by what they send. */
export const heavyBodies: Probe = (app) => {
  test.each(Object.entries(heavy))("%s: refused, and others are served meanwhile", async (_, [sent, times, answers = tooMuch]) => {
    let over = false;
    const sending = Promise.all(Array.from({ length: times }, () => statusOf(app().url, sent))).finally(() => (over = true));
    const waits: number[] = [];
    do {
      const since = performance.now();
      const { status } = await callRpc(app().url, light, { inviteCode: "nobody's" });
      waits.push(performance.now() - since);
      expect(status).toBeLessThan(500);
    } while (!over);
    const statuses = await sending;
    expect(statuses.filter((status) => !answers.includes(status))).toEqual([]);
    expect(Math.max(...waits)).toBeLessThan(patienceMs);
  });
};
