import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, type ServiceDescriptorProto, ServiceDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

// A set of descriptors read by hand where decoding all of it would cost more than what is wanted of it.

const fields = FileDescriptorProtoSchema.field;

/** The same set without the comments. */
export function withoutComments(set: Uint8Array): Uint8Array {
  const writer = new BinaryWriter();
  for (const file of filesIn(set)) {
    writer.tag(1, WireType.LengthDelimited).fork();
    while (file.pos < file.len) {
      const [field, type] = file.tag();
      const value = file.skip(type, field);
      if (field !== fields.sourceCodeInfo.number) writer.tag(field, type).raw(value);
    }
    writer.join();
  }
  return writer.finish();
}

/** Our services, by name. */
export function servicesIn(set: Uint8Array): { typeName: string; method: ServiceDescriptorProto["method"] }[] {
  const found: { typeName: string; method: ServiceDescriptorProto["method"] }[] = [];
  for (const file of filesIn(set)) {
    const services: ServiceDescriptorProto[] = [];
    let packageName = "";
    while (file.pos < file.len) {
      const [field, type] = file.tag();
      if (field === fields.package.number) packageName = file.string();
      else if (field === fields.service.number) services.push(fromBinary(ServiceDescriptorProtoSchema, file.bytes()));
      else file.skip(type, field);
    }
    if (packageName.startsWith("leashline."))
      found.push(...services.map(({ name, method }) => ({ typeName: `${packageName}.${name}`, method })));
  }
  return found.sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
}

function* filesIn(set: Uint8Array): Generator<BinaryReader> {
  const reader = new BinaryReader(set);
  while (reader.pos < reader.len) {
    reader.tag();
    yield new BinaryReader(reader.bytes());
  }
}
