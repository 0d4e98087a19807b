import { isUtf8 } from "node:buffer";
import type { DescMessage } from "@bufbuild/protobuf";
import { type Access, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import type { Format } from "../unary.ts";
import { countFields } from "./count-fields.ts";

const anybodysBytes = 16 * 1024;
const othersBytes = 64 * 1024;
/** Between our own services a call names thousands of things at once. */
export const ourOwnBytes = 16 * 1024 * 1024;

/** Bytes that a request of an RPC may have: what it declares, else what its tier gives. */
export const requestLimit = ({ tier, maxRequestBytes }: Pick<Access, "tier" | "maxRequestBytes">): number =>
  maxRequestBytes || (tier === Tier.ANONYMOUS ? anybodysBytes : tier === Tier.INTERNAL ? ourOwnBytes : othersBytes);

export const tooLargeMessage = (limit: number): string => `The request is larger than the ${Math.floor(limit / 1024)} KiB this call takes.`;

const deepest = 32;
const mostValues = 20_000;
const tooDeep = `The request is nested more than ${deepest} deep.`;
const tooMany = `The request holds more than ${mostValues} values.`;
/** A binary message below this cannot hold enough to be worth counting. */
const countedFrom = 16 * 1024;

/** What is wrong with the shape of a request that nobody has read yet, or nothing: reading it would take longer than its length lets one think. */
export function boundsProblem(schema: () => DescMessage, body: Uint8Array, format: Format): string | undefined {
  if (format === "json") return jsonProblem(body);
  if (body.length < countedFrom) return undefined;
  const { fields, depth } = countFields(schema(), body, { fields: mostValues, depth: deepest });
  return depth > deepest ? tooDeep : fields > mostValues ? tooMany : undefined;
}

const [quote, comma, openList, closeList, openObject, closeObject, backslash] = [34, 44, 91, 93, 123, 125, 92];

export function jsonProblem(body: Uint8Array): string | undefined {
  if (!isUtf8(body)) return "the body is not UTF-8";
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) at = endOfText(body, at);
    else if (byte === openObject || byte === openList) {
      if (++depth > deepest) return tooDeep;
    } else if (byte === closeObject || byte === closeList) depth--;
    else if (byte === comma && ++values >= mostValues) return tooMany;
  }
  return undefined;
}

/** Where the quote is that ends a text: one with an even number of backslashes before it. */
function endOfText(body: Uint8Array, from: number): number {
  let end = from;
  for (;;) {
    end = body.indexOf(quote, end + 1);
    if (end < 0) return body.length;
    let before = end;
    while (body[before - 1] === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
}
