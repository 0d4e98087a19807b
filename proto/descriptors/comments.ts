import type { DescEnum, DescEnumValue, DescField, DescMessage, DescMethod, DescOneof, DescService } from "@bufbuild/protobuf";
import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";

type Commented = DescMessage | DescField | DescOneof | DescEnum | DescEnumValue | DescService | DescMethod;

const cache = new WeakMap<FileDescriptorProto, Map<string, string>>();

/** The comment above a declaration, without the slashes; "" when it has none. */
export function commentOf(desc: Commented): string {
  const file = fileOf(desc);
  let comments = cache.get(file);
  if (!comments) {
    comments = new Map();
    for (const location of file.sourceCodeInfo?.location ?? []) {
      const text = clean(location.leadingComments);
      if (text) comments.set(location.path.join(), text);
    }
    cache.set(file, comments);
  }
  return comments.get(pathOf(desc).join()) ?? "";
}

/** The first sentence of the comment, for lists. */
export function summaryOf(desc: Commented): string {
  const [paragraph = ""] = commentOf(desc).split("\n\n");
  const flat = paragraph.replaceAll("\n", " ");
  const end = flat.search(/\.(\s|$)/);
  return end < 0 ? flat : flat.slice(0, end + 1);
}

function clean(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.startsWith(" ") ? line.slice(1) : line).trimEnd())
    .filter((line) => !line.startsWith("buf:lint:"))
    .join("\n")
    .trim();
}

function fileOf(desc: Commented): FileDescriptorProto {
  if ("file" in desc) return desc.file.proto;
  return fileOf(desc.parent);
}

// Field numbers of descriptor.proto: 4 message_type, 5 enum_type, 6 service; inside a message 2 field, 3 nested_type, 4 enum_type, 8 oneof_decl.
function pathOf(desc: Commented): number[] {
  switch (desc.kind) {
    case "message":
      return desc.parent
        ? [...pathOf(desc.parent), 3, desc.parent.proto.nestedType.indexOf(desc.proto)]
        : [4, desc.file.proto.messageType.indexOf(desc.proto)];
    case "enum":
      return desc.parent
        ? [...pathOf(desc.parent), 4, desc.parent.proto.enumType.indexOf(desc.proto)]
        : [5, desc.file.proto.enumType.indexOf(desc.proto)];
    case "field":
      return [...pathOf(desc.parent), 2, desc.parent.proto.field.indexOf(desc.proto)];
    case "oneof":
      return [...pathOf(desc.parent), 8, desc.parent.proto.oneofDecl.indexOf(desc.proto)];
    case "enum_value":
      return [...pathOf(desc.parent), 2, desc.parent.proto.value.indexOf(desc.proto)];
    case "service":
      return [6, desc.file.proto.service.indexOf(desc.proto)];
    case "rpc":
      return [...pathOf(desc.parent), 2, desc.parent.proto.method.indexOf(desc.proto)];
  }
}
