import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import type { HttpRoute, Verb } from "@leashline/proto/descriptors/http-rule.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";

/** One path of the legacy REST face, ready to be served. */
export interface LegacyRoute {
  readonly verb: Verb;
  /** The router's form: "/api/customer/:p0/pets". */
  readonly url: string;
  /** The request field that each path parameter fills, by json names: p0 -> ["customerId"]. */
  readonly params: readonly (readonly string[])[];
  readonly method: ContractMethod;
  /** "*": the body is the request; a json name: the body is that field; "": no body. */
  readonly body: string;
  /** json name of the response field that is the answer's data; "" for all of it. */
  readonly responseBody: string;
}

/** Builds the table of legacy routes. Two RPCs on one path stop the boot; that every path names fields is held by a test of the contract. */
export function legacyRoutes(methods: readonly ContractMethod[]): LegacyRoute[] {
  const problems: string[] = [];
  const taken = new Map<string, string>();
  const routes: LegacyRoute[] = [];
  for (const method of methods) {
    for (const declared of method.routes) {
      const place = `${declared.verb} ${declared.template.replace(/\{[^}]*\}/g, "{}")}`;
      const other = taken.get(place);
      if (other) problems.push(`${declared.verb} ${declared.template} is declared by ${other} and by ${method.path.slice(1)}`);
      taken.set(place, method.path.slice(1));
      if (method.tier === Tier.INTERNAL)
        problems.push(`${method.path.slice(1)} is internal and must not have the path ${declared.template}`);
      try {
        routes.push(routeOf(method, declared));
      } catch (error) {
        problems.push(`${method.path.slice(1)}: ${(error as Error).message}`);
      }
    }
  }
  if (problems.length > 0) throw new Error(`The REST face cannot be built:\n  ${problems.join("\n  ")}`);
  return routes;
}

/** Which fields a path names is looked up with its first call, since that needs the messages. */
function routeOf(method: ContractMethod, declared: HttpRoute): LegacyRoute {
  const names: string[] = [];
  if (!declared.template.startsWith("/")) throw new Error(`path "${declared.template}" must start with a slash`);
  const url = declared.template.replace(/\{([^}=]+)(=[^}]*)?\}/g, (_, name: string, pattern = "=*") => {
    names.push(name);
    return pattern === "=**" ? "*" : `:p${names.length - 1}`;
  });
  if (/[{}]/.test(url)) throw new Error(`path "${declared.template}" cannot be read`);
  let fields: Pick<LegacyRoute, "params" | "body" | "responseBody"> | undefined;
  const named = () => {
    fields ??= fieldsOf(method, declared, names);
    return fields;
  };
  return {
    verb: declared.verb,
    url: `/api${url}`,
    method,
    get params() {
      return named().params;
    },
    get body() {
      return named().body;
    },
    get responseBody() {
      return named().responseBody;
    },
  };
}

function fieldsOf({ desc }: ContractMethod, { body, responseBody }: HttpRoute, names: readonly string[]) {
  return {
    params: names.map((name) => fieldPath(desc.input, name).map((field) => field.jsonName)),
    body: body === "*" || body === "" ? body : fieldPath(desc.input, body)[0]!.jsonName,
    responseBody: responseBody === "" ? "" : fieldPath(desc.output, responseBody)[0]!.jsonName,
  };
}

function fieldPath(message: DescMessage, dotted: string): DescField[] {
  const path: DescField[] = [];
  let current: DescMessage | undefined = message;
  for (const name of dotted.split(".")) {
    const field: DescField | undefined = current?.fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`${message.typeName} has no field ${dotted}`);
    path.push(field);
    current = field.message;
  }
  return path;
}
