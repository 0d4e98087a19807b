import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { refuse } from "./passthrough/answer.ts";
import type { Passthrough } from "./passthrough/passthrough.ts";
import { type CustomDomains, domainIn } from "./web/custom-domains.ts";
import { asksHowWeAre, saysOneHost } from "./web/hosts.ts";
import { calledByThePage, comesUnder, httpsForADay, type Own, placeOf } from "./web/own-page.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type FrontParts = {
  contract: Contract;
  passthrough: Passthrough;
  hostAllowed: (host: string | undefined) => boolean;
  /** Whoever answers what is no service-style call. */
  others: Handler;
  strictTransport: string | undefined;
  domains: CustomDomains;
  publicUrl: URL;
  port: number;
};

/** The first look at a request: service-style calls take the short way, everything else goes to the router. Under a shop's own domain only its page is answered. */
export function front(parts: FrontParts): Handler {
  const { contract, passthrough, hostAllowed, others, strictTransport } = parts;
  const served = new Map(
    contract.methods
      .filter((method) => method.access !== undefined && method.tier !== Tier.INTERNAL)
      .map((method) => [method.path, method]),
  );
  const ownDomain = underDomains(
    parts,
    new Map([...served].filter(([, { tier, service }]) => tier === Tier.ANONYMOUS && calledByThePage.has(service.typeName))),
  );
  return (request, response) => {
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
      void ownDomain(request, response, host);
      return;
    }
    if (!url.startsWith("/leashline.")) {
      others(request, response);
      return;
    }
    const method = served.get(pathOf(url));
    if (method) {
      passthrough.handle(request, response, method);
      return;
    }
    refuse(response, headers["content-type"], ErrorCode.NOT_FOUND, [], { message: "There is no such RPC." });
  };
}

const pathOf = (url: string): string => url.split("?", 1)[0] as string;

type Served = ReadonlyMap<string, Contract["methods"][number]>;

/** Answers under a custom domain that is live, with what belongs to its page; any other name is refused as ever. */
function underDomains({ domains, publicUrl, port, passthrough, others, strictTransport }: FrontParts, served: Served) {
  const ports = new Set([publicUrl.port || (publicUrl.protocol === "https:" ? "443" : "80"), String(port)]);
  const open = (request: IncomingMessage, response: ServerResponse, at: Own): void => {
    const url = request.url as string;
    const place = ["GET", "HEAD"].includes(request.method ?? "") ? placeOf(url, at.page) : "nothing";
    if (place === "nothing") plain(response, 404, "There is nothing here.");
    else if (place === "elsewhere") plain(response, 302, "This page is at another address.", { location: publicUrl.origin + url });
    else {
      comesUnder(request, at);
      others(request, response);
    }
  };
  const answer = (request: IncomingMessage, response: ServerResponse, at: Own): void => {
    if (strictTransport !== undefined) response.setHeader("strict-transport-security", httpsForADay);
    const method = served.get(pathOf(request.url as string));
    if (method) passthrough.handle(request, response, method);
    else open(request, response, at);
  };
  return async (request: IncomingMessage, response: ServerResponse, host: string | undefined): Promise<void> => {
    const domain = domainIn(host, ports);
    // Where nobody can tell whose it is, it is refused like any other: it may be anybody's.
    const page = domain && (await domains.find(domain).catch(() => undefined));
    if (domain && page) answer(request, response, { domain, page });
    else misdirected(response);
  };
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    "content-type": "text/plain",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}

function misdirected(response: ServerResponse): void {
  response.writeHead(421, { "content-type": "text/plain", connection: "close" });
  response.end("This address is not served here. Set LEASHLINE_PUBLIC_URL or LEASHLINE_ALLOWED_HOSTS.");
}
