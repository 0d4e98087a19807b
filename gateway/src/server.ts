import { readFileSync } from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import type { GatewayConfig } from "./config.ts";

const limits = { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 120_000, maxHeaderSize: 32 * 1024 };

/** The server of the gateway: HTTP/1.1, and HTTP/2 (which gRPC needs) with TLS or, when switched on, without. */
export function openServer(config: Pick<GatewayConfig, "http2" | "tls">, listener: http.RequestListener): http.Server {
  if (config.tls) {
    const secure = { key: readFileSync(config.tls.key), cert: readFileSync(config.tls.cert), allowHTTP1: true };
    return http2.createSecureServer(secure, listener as never) as unknown as http.Server;
  }
  const server = http.createServer(limits, listener);
  return config.http2 ? withPlainHttp2(server, listener) : server;
}

const preface = Buffer.from("PRI * HTTP/2.0");

/**
 * HTTP/2 without TLS on the same port: the first bytes of a connection tell which of the two it speaks. Connections are accepted
 * by a bare server and handed on, so a connection in HTTP/1.1 costs one look at its first bytes.
 */
function withPlainHttp2(server: http.Server, listener: http.RequestListener): http.Server {
  const second = http2.createServer(listener as never);
  const door = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("readable", () => {
      const head: Buffer | null = socket.read();
      if (head === null) return;
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
