import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Plugin } from "vite";

/** Files that only options need: access rules, validation, REST paths. The server acts on them; a browser would only carry them. */
const OPTION_FILES = /^file_(buf_validate_|google_api_|leashline_options_v1_access$)/;
/** Their texts are read at run time. */
const KEEP = /leashline\/options\/v1\/(errors)_pb\.js/;

type Node = Message & Record<string, unknown>;

/** Drops custom options (unknown to descriptor.proto) everywhere below; jstype, idempotency level and the like stay. */
const strip = (value: unknown): void => {
  if (Array.isArray(value)) for (const one of value) strip(one);
  else if (typeof value === "object" && value !== null && "$typeName" in value) {
    const node = value as Node;
    if (/^google\.protobuf\.\w+Options$/.test(node.$typeName)) delete node.$unknown;
    for (const child of Object.values(node)) if (typeof child === "object") strip(child);
  }
};

const slim = (encoded: string): string => {
  const file = fromBinary(FileDescriptorProtoSchema, base64Decode(encoded));
  strip(file);
  return JSON.stringify(Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString("latin1"));
};

/**
 * Takes out of the generated descriptors what no browser needs. What is left stands there as its bytes, of which only the browser makes base64 again: in that form the
 * same name looks different wherever it begins, and compresses badly.
 */
export const slimDescriptors = (): Plugin => ({
  name: "slim-descriptors",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!/proto\/gen\/.*_pb\.js$/.test(id) || KEEP.test(id)) return undefined;
    return code
      .replace(/^import \{ (file_\w+) \} from .*;$/gm, (line, name: string) => (OPTION_FILES.test(name) ? "" : line))
      .replace(/fileDesc\("([^"]+)"(?:, \[([^\]]*)\])?/, (_, encoded: string, imports = "") => {
        const kept = String(imports)
          .split(", ")
          .filter((name) => name && !OPTION_FILES.test(name));
        return `fileDesc(/*@__PURE__*/ btoa(${slim(encoded)}), [${kept.join(", ")}]`;
      });
  },
});
