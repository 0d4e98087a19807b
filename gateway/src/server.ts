import { readFileSync } from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import type { GatewayConfig } from "./config.ts";

type ServerConfig = Pick<GatewayConfig, "http2" | "tls" | "patience">;

const maxHeaderSize = 32 * 1024;

/** The server of the gateway: HTTP/1.1, and HTTP/2 (which gRPC needs) with TLS or, when switched on, without. Whoever is slow is let go. */
export function openServer(config: ServerConfig, listener: http.RequestListener): http.Server {
  const limits = limitsOf(config.patience);
  if (config.tls) return withTls(config, listener, limits);
  const server = http.createServer(limits, listener);
  return config.http2 ? withPlainHttp2(server, listener, config.patience) : server;
}

function limitsOf({ headersMs, requestMs, idleMs }: ServerConfig["patience"]) {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(5_000, headersMs),
    maxHeaderSize,
  };
}

function withTls({ tls, patience }: ServerConfig, listener: http.RequestListener, limits: ReturnType<typeof limitsOf>): http.Server {
  const secure = { key: readFileSync(tls?.key ?? ""), cert: readFileSync(tls?.cert ?? ""), handshakeTimeout: patience.headersMs };
  const options = { ...limits, ...secure, allowHTTP1: true, settings: { maxHeaderListSize: maxHeaderSize } };
  const server = http2.createSecureServer(options, patient(listener, patience.requestMs) as never);
  // Nothing said for so long ends a connection of either version.
  server.setTimeout(patience.idleMs);
  return Object.assign(server, limits) as unknown as http.Server;
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
  const door = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
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
    door.listen(...args);
    return server;
  }) as typeof server.listen;
  server.address = () => door.address();
  const close = server.close.bind(server);
  server.close = ((done?: (error?: Error) => void) => {
    second.close();
    door.close();
    return close(done);
  }) as typeof server.close;
  door.on("listening", () => server.emit("listening"));
  door.on("error", (error) => server.emit("error", error));
  return server;
}
