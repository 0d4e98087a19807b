import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { commentOf, summaryOf } from "../descriptors/comments.ts";
import type { Contract, ContractMethod } from "../descriptors/contract.ts";
import type { HttpRoute } from "../descriptors/http-rule.ts";
import { Tier } from "../gen/leashline/options/v1/access_pb.js";
import { Permission } from "../gen/leashline/options/v1/permissions_pb.js";
import { type Schema, Schemas } from "./schema.ts";

/** The REST face as OpenAPI 3.1, built from the same options that the gateway serves. */
export function openApiDocument(contract: Contract): Schema {
  const schemas = new Schemas();
  const paths: Record<string, Schema> = {};
  const served = contract.methods.filter((method) => method.routes.length > 0 && method.tier !== Tier.INTERNAL);
  for (const method of served) {
    for (const [index, route] of method.routes.entries()) {
      const path = `/api${route.template}`;
      paths[path] ??= {};
      (paths[path] as Schema)[route.verb.toLowerCase()] = operation(schemas, method, route, index);
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Leashline REST API", version: "1", description: introduction },
    servers: [{ url: "/" }],
    tags: [...new Set(served.map(tagOf))]
      .sort()
      .map((name) => ({ name, description: commentOf(served.find((method) => tagOf(method) === name)!.service) })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: { ...schemas.components(), Refusal: refusal }, securitySchemes },
  };
}

const introduction = [
  "Every answer is an envelope: `code` 200 with the data, or another code with a message, at HTTP status 200.",
  "HTTP 401 is no session, 400 a call that cannot be read, 429 too many calls, 5xx a fault of ours.",
  "Send `Authorization: Bearer <API key>` or sign in and send the session cookie with `x-leashline-csrf: 1`.",
  "Any write takes an `Idempotency-Key`: repeating it answers the same and changes nothing.",
].join(" ");

const refusal: Schema = {
  type: "object",
  description: "A refusal: the code of the error catalogue and the text a person can read. For code 400, data says which field is wrong.",
  properties: { code: { type: "integer" }, message: { type: "string" }, data: {} },
  required: ["code", "message", "data"],
};

const securitySchemes: Schema = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key, made under Settings, Integrations: llk_…" },
  session: { type: "apiKey", in: "cookie", name: "leashline_session" },
};

function operation(schemas: Schemas, method: ContractMethod, route: HttpRoute, index: number): Schema {
  const inPath = new Set([...route.template.matchAll(/\{([^}=]+)/g)].map((match) => match[1] as string));
  const parameters = [
    ...[...inPath].map((name) => pathParameter(schemas, method.desc.input, name)),
    ...queryParameters(schemas, method.desc.input, route, inPath),
  ];
  const body = requestBody(schemas, method.desc.input, route);
  return {
    operationId: `${method.domain}.${method.service.name}.${method.desc.name}${index === 0 ? "" : `.${index + 1}`}`,
    tags: [tagOf(method)],
    summary: summaryOf(method.desc),
    description: [commentOf(method.desc), accessText(method)].filter(Boolean).join("\n\n"),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responses(schemas, method, route),
    security: securityOf(method),
  };
}

const tagOf = (method: ContractMethod): string => `${method.domain}.${method.service.name}`;

function pathParameter(schemas: Schemas, input: DescMessage, name: string): Schema {
  const field = input.fields.find((candidate) => candidate.name === name.split(".")[0]);
  return { name, in: "path", required: true, schema: field ? schemas.field(field) : { type: "string" } };
}

/** Fields of the request that the body does not carry. Objects are left out: the body is the place for those. */
function queryParameters(schemas: Schemas, input: DescMessage, route: HttpRoute, inPath: ReadonlySet<string>): Schema[] {
  if (route.body === "*") return [];
  const fields = input.fields.filter((field) => !inPath.has(field.name) && field.name !== route.body && isPlain(field));
  return fields.map((field) => ({ name: field.jsonName, in: "query", schema: schemas.field(field) }));
}

function isPlain(field: DescField): boolean {
  if (field.fieldKind === "map") return false;
  return field.message === undefined || field.message.file.proto.package.startsWith("google.");
}

function requestBody(schemas: Schemas, input: DescMessage, route: HttpRoute): Schema | undefined {
  if (route.body === "") return undefined;
  const field = input.fields.find((candidate) => candidate.name === route.body);
  const schema = field ? schemas.field(field) : schemas.message(input);
  const form = { type: "object", properties: { file: { type: "string", format: "binary" }, public: { type: "boolean" } } };
  const isUpload = route.template === "/business/upload/uploadFile";
  return { content: isUpload ? { "multipart/form-data": { schema: form } } : { "application/json": { schema } } };
}

function responses(schemas: Schemas, method: ContractMethod, route: HttpRoute): Schema {
  const only = method.desc.output.fields.find((field) => field.name === route.responseBody);
  const data = only ? schemas.field(only) : schemas.message(method.desc.output);
  const envelope = {
    type: "object",
    properties: { code: { const: 200 }, message: { const: "success" }, data },
    required: ["code", "message", "data"],
  };
  const refused = { content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } };
  return {
    200: {
      description: "The data, or a refusal with a code other than 200.",
      content: { "application/json": { schema: { oneOf: [envelope, { $ref: "#/components/schemas/Refusal" }] } } },
    },
    400: { description: "The call cannot be read.", ...refused },
    ...(method.tier === Tier.ANONYMOUS ? {} : { 401: { description: "No session: code 401, no auth.", ...refused } }),
  };
}

function securityOf(method: ContractMethod): Schema[] {
  if (method.tier === Tier.ANONYMOUS) return [];
  return method.tier === Tier.INTEGRATOR ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }];
}

function accessText(method: ContractMethod): string {
  const needed = (method.access?.anyOf ?? []).map((permission) => Permission[permission]);
  const who = {
    [Tier.ANONYMOUS]: "Open to everybody.",
    [Tier.ACCOUNT]: "Needs a signed-in account.",
    [Tier.BUSINESS]: "Needs signed-in staff with a chosen business.",
  } as Record<number, string>;
  const text = who[method.tier] ?? "Needs staff with a chosen business, or an API key.";
  return needed.length === 0 ? text : `${text} Permission: ${needed.join(" or ")}.`;
}
