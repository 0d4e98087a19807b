// A small contract for tests, written as data, so that the codec and the routes are tried on every kind of field.
import { create, createFileRegistry, type DescMessage, type FileRegistry, setExtension } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FieldOptions_JSType,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
  MethodDescriptorProtoSchema,
  MethodOptions_IdempotencyLevel,
  MethodOptionsSchema,
  OneofDescriptorProtoSchema,
  ServiceDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import { http } from "@leashline/proto/google/api/annotations_pb.js";
import { type HttpRule, HttpRuleSchema } from "@leashline/proto/google/api/http_pb.js";
import { file_google_type_money } from "@leashline/proto/google/type/money_pb.js";
import { AccessSchema, access, type Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";

const T = FieldDescriptorProto_Type;
const scalars: Record<string, FieldDescriptorProto_Type> = {
  string: T.STRING,
  bool: T.BOOL,
  bytes: T.BYTES,
  int32: T.INT32,
  int64: T.INT64,
  uint32: T.UINT32,
  uint64: T.UINT64,
  double: T.DOUBLE,
  float: T.FLOAT,
};

const knownFiles = [
  file_google_protobuf_timestamp,
  file_google_protobuf_duration,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_wrappers,
  file_google_protobuf_empty,
  file_google_type_money,
];

/** "int64", "repeated string", "optional int32", "enum Color", ".test.v1.Pet", "google.type.Money", "map" is not needed here. */
export type Shape = Record<string, string>;

interface Rpc {
  input: string;
  output: string;
  tier?: Tier;
  read?: boolean;
  maxRequestBytes?: number;
  sameForAll?: boolean;
  http?: Parameters<typeof create<typeof HttpRuleSchema>>[1];
}

export interface TestFile {
  package?: string;
  messages: Record<string, Shape>;
  enums?: Record<string, Record<string, number>>;
  services?: Record<string, Record<string, Rpc>>;
}

export function testContract(file: TestFile): FileRegistry {
  const pkg = file.package ?? "leashline.test.v1";
  const enums = new Set(Object.keys(file.enums ?? {}));
  const proto = create(FileDescriptorProtoSchema, {
    name: `${pkg.replaceAll(".", "/")}/test.proto`,
    package: pkg,
    syntax: "proto3",
    dependency: [...knownFiles.map((known) => known.proto.name), dateFile.name],
    messageType: Object.entries(file.messages).map(([name, shape]) => message(pkg, name, shape, enums)),
    enumType: Object.entries(file.enums ?? {}).map(([name, values]) =>
      create(EnumDescriptorProtoSchema, { name, value: Object.entries(values).map(([value, number]) => ({ name: value, number })) }),
    ),
    service: Object.entries(file.services ?? {}).map(([name, rpcs]) =>
      create(ServiceDescriptorProtoSchema, { name, method: Object.entries(rpcs).map(([rpc, how]) => method(pkg, rpc, how)) }),
    ),
  });
  return createFileRegistry(proto, (name) => (name === dateFile.name ? dateFile : knownFiles.find((known) => known.proto.name === name)));
}

// google.type.Date as the googleapis file declares it.
const dateFile = create(FileDescriptorProtoSchema, {
  name: "google/type/date.proto",
  package: "google.type",
  syntax: "proto3",
  messageType: [message("google.type", "Date", { year: "int32", month: "int32", day: "int32" }, new Set())],
});

export function typeOf(registry: FileRegistry, name: string): DescMessage {
  const found = registry.getMessage(name.includes(".") ? name : `leashline.test.v1.${name}`);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

function message(pkg: string, name: string, shape: Shape, enums: Set<string>): DescriptorProto {
  const oneofs: string[] = [];
  const fields = Object.entries(shape).map(([field, kind], index) => fieldOf(pkg, field, kind, index + 1, enums, oneofs));
  // Synthetic oneofs of optional fields come last, as the language asks.
  const real = oneofs.filter((each) => !each.startsWith("_"));
  const order = [...real, ...oneofs.filter((each) => each.startsWith("_"))];
  for (const [field, oneof] of fields) if (oneof) field.oneofIndex = order.indexOf(oneof);
  return create(DescriptorProtoSchema, {
    name,
    field: fields.map(([field]) => field),
    oneofDecl: order.map((each) => create(OneofDescriptorProtoSchema, { name: each })),
  });
}

function fieldOf(
  pkg: string,
  name: string,
  kind: string,
  number: number,
  enums: Set<string>,
  oneofs: string[],
): [FieldDescriptorProto, string | undefined] {
  const words = kind.split(" ");
  const type = words.at(-1)!;
  const field = create(FieldDescriptorProtoSchema, {
    name,
    number,
    jsonName: name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    label: words[0] === "repeated" ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
  });
  if (scalars[type] !== undefined) field.type = scalars[type];
  else {
    field.type = enums.has(type) ? T.ENUM : T.MESSAGE;
    field.typeName = type.includes(".") ? `.${type}` : `.${pkg}.${type}`;
  }
  if (type === "int64" && !words.includes("big")) field.options = create(FieldOptionsSchema, { jstype: FieldOptions_JSType.JS_STRING });
  if (words[0] === "optional") field.proto3Optional = true;
  const oneof = words[0] === "optional" ? `_${name}` : words[0] === "oneof" ? words[1] : undefined;
  if (oneof && !oneofs.includes(oneof)) oneofs.push(oneof);
  return [field, oneof];
}

function method(pkg: string, name: string, how: Rpc) {
  const options = create(MethodOptionsSchema, how.read ? { idempotencyLevel: MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS } : {});
  if (how.tier !== undefined)
    setExtension(
      options,
      access,
      create(AccessSchema, { tier: how.tier, maxRequestBytes: how.maxRequestBytes ?? 0, sameForAll: how.sameForAll ?? false }),
    );
  if (how.http) setExtension(options, http, create(HttpRuleSchema, how.http) as HttpRule);
  return create(MethodDescriptorProtoSchema, { name, inputType: `.${pkg}.${how.input}`, outputType: `.${pkg}.${how.output}`, options });
}
