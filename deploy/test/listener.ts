import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Posted = { headers: IncomingHttpHeaders; body: string };
export type Listener = { url: string; posted: Posted[]; close: () => void };

/** A program on this machine that hears webhooks; it refuses as many at first as one says. */
export async function openListener({ refusing = 0 } = {}): Promise<Listener> {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      posted.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(posted.length <= refusing ? 500 : 200).end("heard");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, posted, close: () => server.close() };
}
