import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { refuse } from "./passthrough/answer.ts";
import type { Passthrough } from "./passthrough/passthrough.ts";
import { asksHowWeAre, saysOneHost } from "./web/hosts.ts";

/** The first look at a request: service-style calls take the short way, everything else goes to the router. */
export function front(
  contract: Contract,
  passthrough: Passthrough,
  hostAllowed: (host: string | undefined) => boolean,
  others: (request: IncomingMessage, response: ServerResponse) => void,
  strictTransport: string | undefined,
) {
  const served = new Map(
    contract.methods
      .filter((method) => method.access !== undefined && method.tier !== Tier.INTERNAL)
      .map((method) => [method.path, method]),
  );
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { headers } = request;
    if (strictTransport !== undefined) response.setHeader("strict-transport-security", strictTransport);
    const url = request.url as string;
    const host = headers.host ?? (headers[":authority"] as string | undefined);
    if (!saysOneHost(request)) {
      response.writeHead(400, { "content-type": "text/plain", connection: "close" });
      response.end("A request names one host, and a path.");
      return;
    }
    if (!hostAllowed(host) && !asksHowWeAre(url, host)) {
      misdirected(response);
      return;
    }
    if (!url.startsWith("/leashline.")) {
      others(request, response);
      return;
    }
    const mark = url.indexOf("?");
    const method = served.get(mark < 0 ? url : url.slice(0, mark));
    if (method) {
      passthrough.handle(request, response, method);
      return;
    }
    refuse(response, headers["content-type"], ErrorCode.NOT_FOUND, [], { message: "There is no such RPC." });
  };
}

function misdirected(response: ServerResponse): void {
  response.writeHead(421, { "content-type": "text/plain", connection: "close" });
  response.end("This address is not served here. Set LEASHLINE_PUBLIC_URL or LEASHLINE_ALLOWED_HOSTS.");
}
