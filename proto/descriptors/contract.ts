import { readFileSync } from "node:fs";
import {
  create,
  createFileRegistry,
  type DescEnum,
  type DescMessage,
  type DescMethod,
  type DescService,
  type FileRegistry,
  fromBinary,
  getExtension,
} from "@bufbuild/protobuf";
import {
  FileDescriptorSetSchema,
  type MethodDescriptorProto,
  MethodOptions_IdempotencyLevel,
  MethodOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { type Access, access, Tier } from "../gen/leashline/options/v1/access_pb.js";
import { servicesIn, withoutComments } from "./file-set.ts";
import { type HttpRoute, httpRoutes } from "./http-rule.ts";

export const DESCRIPTOR_FILE = new URL("./leashline.binpb", import.meta.url);

/** One RPC as the faces need it. */
export interface ContractMethod {
  /** "/leashline.calendar.v1.CardService/ListDayCards" */
  readonly path: string;
  /** Package domain: "calendar", "online_booking". */
  readonly domain: string;
  readonly service: DescService;
  readonly desc: DescMethod;
  /** Absent on an RPC that forgot to say; such an RPC is never served. */
  readonly access: Access | undefined;
  readonly tier: Tier;
  /** True when the RPC changes nothing, so a GET may reach it. */
  readonly read: boolean;
  readonly routes: readonly HttpRoute[];
}

export interface Contract {
  readonly registry: FileRegistry;
  readonly services: readonly DescService[];
  readonly methods: readonly ContractMethod[];
  readonly byPath: ReadonlyMap<string, ContractMethod>;
  message(typeName: string): DescMessage;
  enumeration(typeName: string): DescEnum;
}

/** Reads the descriptor set that `npm run generate` writes, comments included. */
export function loadContract(file: URL | string = DESCRIPTOR_FILE): Contract {
  return contractOf(createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file))));
}

/**
 * For whoever serves calls: knows every RPC at once, and reads the messages, without comments, when the first is asked for. Handing bytes on needs
 * none of them, and they are most of the time and memory that the contract costs.
 */
export function loadContractForServing(file: URL | string = DESCRIPTOR_FILE): Contract {
  let whole: Contract | undefined;
  const read = (): Contract => {
    whole ??= contractOf(createFileRegistry(fromBinary(FileDescriptorSetSchema, withoutComments(readFileSync(file)))));
    return whole;
  };
  const methods = servicesIn(readFileSync(file)).flatMap(({ typeName, method }) =>
    method.map((proto): ContractMethod => {
      const facts = factsOf(typeName, proto);
      const desc = () => read().byPath.get(facts.path)?.desc ?? missing(facts.path);
      return Object.defineProperties(facts as ContractMethod, { desc: { get: desc }, service: { get: () => desc().parent } });
    }),
  );
  return {
    get registry() {
      return read().registry;
    },
    get services() {
      return read().services;
    },
    methods,
    byPath: new Map(methods.map((method) => [method.path, method])),
    message: (typeName) => read().message(typeName),
    enumeration: (typeName) => read().enumeration(typeName),
  };
}

export function contractOf(registry: FileRegistry): Contract {
  const services = [...registry.files]
    .filter((file) => file.proto.package.startsWith("leashline."))
    .flatMap((file) => file.services)
    .sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
  const methods = services.flatMap((service) => service.methods.map((desc) => methodOf(service, desc)));
  return {
    registry,
    services,
    methods,
    byPath: new Map(methods.map((method) => [method.path, method])),
    message: (typeName) => registry.getMessage(typeName) ?? missing(typeName),
    enumeration: (typeName) => registry.getEnum(typeName) ?? missing(typeName),
  };
}

function methodOf(service: DescService, desc: DescMethod): ContractMethod {
  return { ...factsOf(service.typeName, desc.proto), service, desc };
}

/** What an RPC says of itself, its messages aside. */
function factsOf(service: string, proto: MethodDescriptorProto): Omit<ContractMethod, "service" | "desc"> {
  const options = proto.options ?? create(MethodOptionsSchema);
  const declared = getExtension(options, access);
  return {
    path: `/${service}/${proto.name}`,
    domain: service.split(".")[1] ?? "",
    access: declared.tier === Tier.UNSPECIFIED ? undefined : declared,
    tier: declared.tier,
    read: options.idempotencyLevel === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
    routes: httpRoutes(options),
  };
}

function missing(typeName: string): never {
  throw new Error(`The contract has no ${typeName}. Run "npm run generate".`);
}
