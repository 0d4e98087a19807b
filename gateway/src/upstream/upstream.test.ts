import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Upstreams } from "./upstream.ts";

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

test("a call that may be repeated survives a service that restarts under it; another does not", async () => {
  let calls = 0;
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    // Every connection dies on its first call but one.
    socket.once("data", () => (++calls % 2 === 1 ? socket.destroy() : socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const upstreams = new Upstreams(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`, 2_000);
  open.push(upstreams, { close: () => server.close() });
  const call = (again: boolean) =>
    new Promise<string | undefined>((resolve) => {
      const outgoing = { domain: "test", target: "/x", verb: "POST", extra: "", body: Buffer.from("{}") } as const;
      upstreams.send(outgoing, { context: "c", requestId: "r", idempotencyKey: "" }, again, (_, reply) => resolve(reply?.body.toString()));
    });
  expect(await call(true)).toBe("ok");
  expect(await call(false)).toBeUndefined();
});
