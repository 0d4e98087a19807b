import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { connectReply } from "./frames.ts";
import type { Hub } from "./hub.ts";
import { readSocketToken } from "./token.ts";

/** Serves /ws?token=…. A token that does not hold is answered `401:UNAUTHENTICATED:no auth`, and the socket closed with 4401. */
export function serveSockets(server: Server, hub: Hub, signingKey: string, hostAllowed: (host: string | undefined) => boolean): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? "/", "http://gateway");
    if (url.pathname !== "/ws") return refuse(socket, "404 Not Found");
    if (!hostAllowed(request.headers.host)) return refuse(socket, "421 Misdirected Request");
    if (!fromOurHosts(request.headers.origin, hostAllowed)) return refuse(socket, "403 Forbidden");
    const grant = readSocketToken(url.searchParams.get("token") ?? "", signingKey, Date.now());
    sockets.handleUpgrade(request, socket, head, (opened) => {
      if (grant === null) {
        opened.send(connectReply(401, "UNAUTHENTICATED", "no auth"));
        opened.close(4401, "no auth");
        return;
      }
      hub.join(opened, grant);
      opened.send(connectReply(200, "OK", "connected"));
    });
  });
}

/** A browser says which page opens a socket; only pages of our own hosts may. Programs say nothing. */
function fromOurHosts(origin: string | undefined, hostAllowed: (host: string | undefined) => boolean): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hostAllowed(new URL(origin).host);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
