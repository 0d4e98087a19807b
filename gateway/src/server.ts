import { readFileSync } from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import type { GatewayConfig } from "./config.ts";
import { opensSocket } from "./push/socket.ts";

type ServerConfig = Pick<GatewayConfig, "http2" | "tls" | "patience">;

const maxHeaderSize = 32 * 1024;

/** The server of the gateway: HTTP/1.1, and HTTP/2 (which gRPC needs) with TLS or, when switched on, without. Whoever is slow is let go. */
export function openServer(config: ServerConfig, listener: http.RequestListener): http.Server {
  const limits = limitsOf(config.patience);
  if (config.tls) return withTls(config, listener, limits);
  const server = http.createServer(limits, listener);
  if (config.http2) return withPlainHttp2(server, listener, config.patience);
  return held(server, server, config.patience.silentMs);
}

function limitsOf({ headersMs, requestMs, idleMs }: ServerConfig["patience"]) {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(5_000, headersMs),
    maxHeaderSize,
    shouldUpgradeCallback: opensSocket,
  };
}

/**
 * Keeps hold of every connection: each breaks off by itself and for itself only, whatever it has become (a session of HTTP/2, a websocket), and
 * when the time to finish is over all can be ended. One without a byte in either direction for so long has nobody behind it: a session of HTTP/2
 * over TLS that breaks off in a wrong moment leaves its socket open for ever.
 */
function held(server: http.Server, accepting: net.Server, silentMs: number): http.Server {
  const open = new Map<net.Socket, number>();
  accepting.on("connection", (socket) => {
    open.set(socket, -1);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => open.delete(socket));
  });
  const look = setInterval(() => {
    for (const [socket, before] of open) {
      const now = socket.bytesRead + socket.bytesWritten;
      if (now === before) socket.destroy();
      else open.set(socket, now);
    }
  }, silentMs).unref();
  accepting.once("close", () => clearInterval(look));
  server.closeAllConnections = () => {
    for (const socket of open.keys()) socket.destroy();
  };
  return server;
}

function withTls({ tls, patience }: ServerConfig, listener: http.RequestListener, limits: ReturnType<typeof limitsOf>): http.Server {
  const secure = { key: readFileSync(tls?.key ?? ""), cert: readFileSync(tls?.cert ?? ""), handshakeTimeout: patience.headersMs };
  const options = { ...limits, ...secure, allowHTTP1: true, settings: { maxHeaderListSize: maxHeaderSize } };
  const server = http2.createSecureServer(options, patient(listener, patience.requestMs) as never);
  // Nothing said for so long ends a connection of either version.
  server.setTimeout(patience.idleMs);
  return held(Object.assign(server, limits) as unknown as http.Server, server, patience.silentMs);
}

/** HTTP/2 has no bound of its own for a body that never ends. */
function patient(listener: http.RequestListener, requestMs: number): http.RequestListener {
  return (request, response) => {
    const { stream } = request as unknown as http2.Http2ServerRequest;
    if (!stream) return listener(request, response);
    const timer = setTimeout(() => stream.close(http2.constants.NGHTTP2_CANCEL), requestMs);
    request.once("end", () => clearTimeout(timer));
    request.once("close", () => clearTimeout(timer));
    listener(request, response);
  };
}

const preface = Buffer.from("PRI * HTTP/2.0");

/**
 * HTTP/2 without TLS on the same port: the first bytes of a connection tell which of the two it speaks. Connections are accepted
 * by a bare server and handed on, so a connection in HTTP/1.1 costs one look at its first bytes.
 */
function withPlainHttp2(server: http.Server, listener: http.RequestListener, patience: ServerConfig["patience"]): http.Server {
  const second = http2.createServer({ settings: { maxHeaderListSize: maxHeaderSize } }, patient(listener, patience.requestMs) as never);
  second.setTimeout(patience.idleMs);
  const acceptor = net.createServer((socket) => {
    const silent = setTimeout(() => socket.destroy(), patience.headersMs);
    socket.once("close", () => clearTimeout(silent));
    socket.once("readable", () => {
      const head: Buffer | null = socket.read();
      if (head === null) return;
      clearTimeout(silent);
      socket.unshift(head);
      const speaksHttp2 = head.subarray(0, preface.length).equals(preface.subarray(0, head.length));
      (speaksHttp2 ? second : server).emit("connection", socket);
    });
  });
  server.listen = ((...args: Parameters<net.Server["listen"]>) => {
    acceptor.listen(...args);
    return server;
  }) as typeof server.listen;
  server.address = () => acceptor.address();
  const close = server.close.bind(server);
  server.close = ((done?: (error?: Error) => void) => {
    second.close();
    acceptor.close();
    return close(done);
  }) as typeof server.close;
  acceptor.on("listening", () => server.emit("listening"));
  acceptor.on("error", (error) => server.emit("error", error));
  return held(server, acceptor, patience.silentMs);
}
