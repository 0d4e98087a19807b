import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { Runtime } from "@leashline/kit";
import {
  CustomDomainPointing as Pointing,
  CustomDomainProof as Proof,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { proofName } from "@leashline/proto/rules/custom-domain.ts";
import type { Found } from "./custom-domain.ts";

const serversIn = (env: NodeJS.ProcessEnv): string[] => (env.LEASHLINE_DNS ?? "").split(",").flatMap((server) => server.trim() || []);

function resolverFor(env: NodeJS.ProcessEnv): Resolver {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const servers = serversIn(env);
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Wrong settings stop the boot. */
export function checkDnsSettings({ config: { env } }: Runtime): void {
  try {
    resolverFor(env);
  } catch {
    throw new Error(
      "The settings do not allow a start: LEASHLINE_DNS must be addresses of DNS servers, such as 10.0.0.2 or 10.0.0.2:5353.",
    );
  }
}

/** That there is nothing of the kind. Whatever else goes wrong says nothing about the domain. */
const NOTHING = new Set(["ENOTFOUND", "ENODATA"]);
const LIMIT_MS = 8_000;

type Answer<T> = T[] | "unanswered";

async function answered<T>(asked: Promise<T[]>): Promise<Answer<T>> {
  return await asked.catch((error: { code?: string }) => (NOTHING.has(error.code ?? "") ? [] : "unanswered"));
}

type Asked = { domain: string; token: string; target: string };

/** Asks DNS whose a domain is and where it leads; silence is an answer, too. */
export async function lookAt({ config: { env } }: Runtime, asked: Asked): Promise<Found> {
  const resolver = resolverFor(env);
  const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    const [texts, leads] = await Promise.all([answered(resolver.resolveTxt(proofName(asked.domain))), leadsTo(resolver, asked)]);
    return { proof: proofIn(texts, asked.token), ...leads };
  } finally {
    clearTimeout(limit);
  }
}

function proofIn(texts: Answer<string[]>, token: string): Proof {
  if (texts === "unanswered") return Proof.UNANSWERED;
  if (texts.length === 0) return Proof.MISSING;
  return texts.some((parts) => parts.join("").trim() === token) ? Proof.FOUND : Proof.OTHER;
}

/** By name to the target, or to one of its addresses. */
async function leadsTo(resolver: Resolver, { domain, target }: Asked): Promise<Pick<Found, "pointing" | "pointsTo">> {
  const [names, own, ours] = await Promise.all([
    answered(resolver.resolveCname(domain)),
    addressesOf(resolver, domain),
    addressesOf(resolver, target),
  ]);
  if (names !== "unanswered" && names.some((name) => name.toLowerCase() === target)) return { pointing: Pointing.HERE, pointsTo: "" };
  if (names === "unanswered" || own === "unanswered") return { pointing: Pointing.UNANSWERED, pointsTo: "" };
  const pointsTo = names[0]?.toLowerCase() ?? own.slice(0, 3).join(", ");
  if (pointsTo === "") return { pointing: Pointing.NOWHERE, pointsTo };
  if (ours === "unanswered") return { pointing: Pointing.UNANSWERED, pointsTo };
  if (own.some((address) => ours.includes(address))) return { pointing: Pointing.HERE, pointsTo: "" };
  return { pointing: Pointing.ELSEWHERE, pointsTo };
}

async function addressesOf(resolver: Resolver, name: string): Promise<Answer<string>> {
  if (isIP(name)) return [name];
  const [four, six] = await Promise.all([answered(resolver.resolve4(name)), answered(resolver.resolve6(name))]);
  return four === "unanswered" || six === "unanswered" ? "unanswered" : [...four, ...six];
}
