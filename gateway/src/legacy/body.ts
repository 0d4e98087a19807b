import type { IncomingMessage } from "node:http";
import { jsonProblem } from "@leashline/kit/rpc/bounds/bounds.ts";
import type { FastifyRequest } from "fastify";
import { readBody } from "../limits/body.ts";
import { WrongValue } from "./wrong-value.ts";

/** A body over its limit, of which more may still come. */
export class BodyTooLarge extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super("the body is too large");
    this.limit = limit;
  }
}

/** The caller left before the body was whole: nobody is there to be answered. */
class BrokenOff extends Error {
  readonly statusCode = 400;
}

/** A body of a media type that no path takes. */
export class UnknownMediaType extends Error {}

/** The bytes of a body, up to a limit. */
export function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request.once("close", () => reject(new BrokenOff()));
    readBody(request, limit, (body) => {
      if (body) resolve(body);
      else reject(new BodyTooLarge(limit));
    });
  });
}

/** A JSON body, or a form; an empty one counts as absent. */
export function bodyOf(request: FastifyRequest): unknown {
  const body = request.body as Buffer | undefined;
  if (body === undefined || body === null || body.length === 0) return undefined;
  const [type = ""] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  if (type.trim() === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(body.toString()));
  if (type.trim() !== "application/json") throw new UnknownMediaType("Send the body as application/json.");
  if (request.headers["content-encoding"] !== undefined) throw new WrongValue("", "send the body as it is, without Content-Encoding");
  const problem = jsonProblem(body);
  if (problem) throw new WrongValue("", problem);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new WrongValue("", "the body must be JSON");
  }
}
