import { readFileSync } from "node:fs";
import {
  createFileRegistry,
  type DescEnum,
  type DescMessage,
  type DescMethod,
  type DescService,
  type FileRegistry,
  fromBinary,
  getOption,
} from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema, MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { type Access, access, Tier } from "../gen/leashline/options/v1/access_pb.js";
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

/** The same for those who serve calls and explain nothing: comments are most of what decoding would keep in memory. */
export function loadContractWithoutComments(file: URL | string = DESCRIPTOR_FILE): Contract {
  return contractOf(createFileRegistry(fromBinary(FileDescriptorSetSchema, withoutComments(readFileSync(file)))));
}

const sourceCodeInfo = FileDescriptorProtoSchema.field.sourceCodeInfo.number;

function withoutComments(set: Uint8Array): Uint8Array {
  const [reader, writer] = [new BinaryReader(set), new BinaryWriter()];
  while (reader.pos < reader.len) {
    const [number] = reader.tag();
    const file = new BinaryReader(reader.bytes());
    writer.tag(number, WireType.LengthDelimited).fork();
    while (file.pos < file.len) {
      const [field, type] = file.tag();
      const value = file.skip(type, field);
      if (field !== sourceCodeInfo) writer.tag(field, type).raw(value);
    }
    writer.join();
  }
  return writer.finish();
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
  const declared = getOption(desc, access);
  return {
    path: `/${service.typeName}/${desc.name}`,
    domain: service.file.proto.package.split(".")[1] ?? "",
    service,
    desc,
    access: declared.tier === Tier.UNSPECIFIED ? undefined : declared,
    tier: declared.tier,
    read: desc.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
    routes: httpRoutes(desc),
  };
}

function missing(typeName: string): never {
  throw new Error(`The contract has no ${typeName}. Run "npm run generate".`);
}
