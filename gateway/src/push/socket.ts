import type { IncomingMessage } from "node:http";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { connectReply } from "./frames.ts";
import type { Hub } from "./hub.ts";
import { readSocketToken } from "./token.ts";

const socketPath = /^\/ws(\?|$)/;

/** Whether a request becomes a socket. Whoever asks for another protocol elsewhere, as some HTTP clients always do, is answered in this one. */
export const opensSocket = ({ method, url, headers }: Pick<IncomingMessage, "method" | "url" | "headers">): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && socketPath.test(url ?? "");

/** Serves /ws?token=…. A token that does not hold is answered `401:UNAUTHENTICATED:no auth`, and the socket closed with 4401; one too many of a session 429 and 4429. */
export function serveSockets(app: FastifyInstance, hub: Hub, signingKey: string, hostAllowed: (host: string | undefined) => boolean): void {
  app.register(async (sockets) => {
    await sockets.register(websocket, {
      options: { maxPayload: 64 * 1024, perMessageDeflate: false },
      errorHandler: (_, socket) => socket.terminate(),
    });
    sockets.addHook("onRequest", async ({ ws, headers }, reply) => {
      if (!ws) return;
      if (!hostAllowed(headers.host)) return reply.code(421).send();
      if (!fromOurHosts(headers.origin, hostAllowed)) return reply.code(403).send();
    });
    sockets.get("/ws", { websocket: true }, (socket, request) => {
      const grant = readSocketToken(new URL(request.url, "http://gateway").searchParams.get("token") ?? "", signingKey, Date.now());
      if (grant === null) {
        socket.send(connectReply(401, "UNAUTHENTICATED", "no auth"));
        socket.close(4401, "no auth");
        return;
      }
      if (hub.join(socket, grant)) return;
      socket.send(connectReply(429, "RESOURCE_EXHAUSTED", "too many connections"));
      socket.close(4429, "too many connections");
    });
  });
}

/** A browser says which page opens a socket; only pages of our own hosts may. Programs say nothing. */
function fromOurHosts(origin: string | undefined, hostAllowed: (host: string | undefined) => boolean): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hostAllowed(new URL(origin).host);
}
