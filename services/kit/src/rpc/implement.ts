import { type DescMethod, type DescService, getOption, hasOption, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { access as accessOption, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import type { Ctx } from "../context.ts";
import { type Place, placesOf } from "../permissions/named.ts";
import type { MoneyRule } from "./validate.ts";

/** Every RPC of a service, each with its request and context; a forgotten one does not type-check. */
export type Impl<S extends DescService> = {
  [K in keyof S["method"]]: S["method"][K] extends {
    methodKind: "unary";
    input: infer I extends DescMethod["input"];
    output: infer O extends DescMethod["output"];
  }
    ? (request: MessageShape<I>, ctx: Ctx) => Promise<MessageInitShape<O>>
    : never;
};

export type AccessRule = { tier: Tier; anyOf: readonly number[]; scope: number; maxRequestBytes: number };
export type Handler = (request: never, ctx: Ctx) => Promise<unknown>;
export type Endpoint = {
  method: DescMethod;
  path: string;
  access: AccessRule;
  /** Where its requests name what must be in the caller's reach. */
  places: readonly Place[];
  handler: Handler;
  readOnly: boolean;
  money?: MoneyRule;
};

export type RpcGroup = { service: DescService; endpoints: Endpoint[] };

/** What is particular about an RPC beside its handler. */
export type Particulars<S extends DescService> = {
  money?: { [K in keyof S["method"]]?: MoneyRule<MessageShape<S["method"][K]["input"]>> };
};

/** Binds handlers to a service of the contract. An RPC without declared access stops the boot here. */
export function implement<S extends DescService>(service: S, impl: Impl<S>, { money = {} }: Particulars<S> = {}): RpcGroup {
  const endpoints = service.methods.map((method) => {
    const handler = (impl as Record<string, Handler | undefined>)[method.localName];
    if (!handler) throw new Error(`${service.typeName}.${method.name} has no handler.`);
    const rule = (money as Record<string, MoneyRule | undefined>)[method.localName];
    const readOnly = method.idempotency === 1;
    return {
      method,
      path: `/${service.typeName}/${method.name}`,
      access: accessOf(method),
      places: placesOf(method),
      handler,
      readOnly,
      ...(rule ? { money: rule } : {}),
    };
  });
  return { service, endpoints };
}

export function accessOf(method: DescMethod): AccessRule {
  if (!hasOption(method, accessOption)) throw new Error(`${method.parent.typeName}.${method.name} declares no access.`);
  const rule = getOption(method, accessOption);
  if (rule.tier === Tier.UNSPECIFIED) throw new Error(`${method.parent.typeName}.${method.name} declares no tier.`);
  return { tier: rule.tier, anyOf: rule.anyOf, scope: rule.scope, maxRequestBytes: rule.maxRequestBytes };
}
