import { getExtension } from "@bufbuild/protobuf";
import type { MethodOptions } from "@bufbuild/protobuf/wkt";
import { http } from "../gen/google/api/annotations_pb.js";
import type { HttpRule } from "../gen/google/api/http_pb.js";

export type Verb = "GET" | "PUT" | "POST" | "DELETE" | "PATCH";

/** One legacy path of an RPC, from its google.api.http option. */
export interface HttpRoute {
  readonly verb: Verb;
  /** As declared, without "/api": "/customer/{customer_id}/pets". */
  readonly template: string;
  /** "*": the whole request; a field's name; "" when the body is not read. */
  readonly body: string;
  /** The field of the response that is the answer's data; "" for the whole response. */
  readonly responseBody: string;
}

const verbs = { get: "GET", put: "PUT", post: "POST", delete: "DELETE", patch: "PATCH" } as const satisfies Record<string, Verb>;

export function httpRoutes(options: MethodOptions): HttpRoute[] {
  const rule = getExtension(options, http);
  return [rule, ...rule.additionalBindings].flatMap(routeOf);
}

function routeOf({ pattern, body, responseBody }: HttpRule): HttpRoute[] {
  const { case: kind, value } = pattern;
  if (kind === undefined) return [];
  if (kind !== "custom") return [{ verb: verbs[kind], template: value, body, responseBody }];
  throw new Error(`Custom HTTP verb "${value.kind}" on ${value.path} is not served: use get, put, post, delete or patch.`);
}
