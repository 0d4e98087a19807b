import { type DescEnum, type DescField, type DescMessage, getOption, hasOption, ScalarType } from "@bufbuild/protobuf";
import { commentOf } from "../descriptors/comments.ts";
import { type FieldRules, field as fieldRules } from "../gen/buf/validate/validate_pb.js";
import { decimal as decimalOption } from "../gen/leashline/options/v1/access_pb.js";

/** A JSON schema, as OpenAPI 3.1 uses it. */
export type Schema = { [name: string]: unknown };

// What the legacy codec shows of types that are not plain objects (gateway/src/legacy/well-known.ts).
const known: Readonly<Record<string, Schema>> = {
  "google.type.Money": { type: "number", multipleOf: 0.01, description: "An amount in the business's currency, for example 12.5." },
  "google.type.Date": { type: "string", format: "date" },
  "google.protobuf.Timestamp": { type: "integer", format: "int64", description: "Seconds since 1970, UTC." },
  "google.protobuf.Duration": { type: "integer", format: "int64", description: "Seconds." },
  "google.protobuf.FieldMask": { type: "array", items: { type: "string" }, description: "Names of fields, in camelCase." },
  "google.protobuf.Struct": { type: "object", additionalProperties: true },
  "google.protobuf.Value": {},
  "google.protobuf.ListValue": { type: "array", items: {} },
};

/** Collects the component schemas that are referred to. */
export class Schemas {
  readonly #components = new Map<string, Schema>();

  message(desc: DescMessage): Schema {
    const whole = known[desc.typeName];
    if (whole) return whole;
    const name = componentName(desc.typeName);
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      this.#components.set(name, this.#objectOf(desc));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  field(field: DescField): Schema {
    const comment = commentOf(field);
    const schema = { ...this.#typeOf(field), ...limitsOf(field) };
    // A reference may not be changed by what stands beside it in older readers, so the comment wraps it.
    if ("$ref" in schema) return comment === "" ? schema : { allOf: [schema], description: comment };
    return comment === "" ? schema : { ...schema, description: [comment, schema.description].filter(Boolean).join(" ") };
  }

  components(): Record<string, Schema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #objectOf(desc: DescMessage): Schema {
    const comment = commentOf(desc);
    const properties = Object.fromEntries(desc.fields.map((field) => [field.jsonName, this.field(field)]));
    return { type: "object", ...(comment === "" ? {} : { description: comment }), properties };
  }

  #typeOf(field: DescField): Schema {
    switch (field.fieldKind) {
      case "scalar":
        return getOption(field, decimalOption) ? { type: "number" } : scalar(field.scalar);
      case "enum":
        return enumeration(field.enum);
      case "message":
        return this.message(field.message);
      case "list":
        return { type: "array", items: this.#item(field) };
      case "map":
        return { type: "object", additionalProperties: this.#item(field) };
    }
  }

  #item(field: DescField): Schema {
    if (field.message) return this.message(field.message);
    return field.enum ? enumeration(field.enum) : scalar(field.scalar as ScalarType);
  }
}

const componentName = (typeName: string): string => typeName.replace(/^leashline\./, "").replaceAll(".v1.", ".");

function enumeration(desc: DescEnum): Schema {
  const meanings = desc.values.map((value) => `${value.number} ${value.name}`).join(", ");
  // Permissions and error codes are lists of their own; repeating them in every place helps nobody.
  const listed = desc.values.length <= 30 ? { description: meanings } : { description: `A number of ${desc.name}.` };
  return { type: "integer", ...(desc.values.length <= 30 ? { enum: desc.values.map((value) => value.number) } : {}), ...listed };
}

function scalar(type: ScalarType): Schema {
  switch (type) {
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.BYTES:
      return { type: "string", contentEncoding: "base64" };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: "number" };
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return { type: "integer", format: "int64" };
    default:
      return { type: "integer", format: "int32" };
  }
}

/** The limits that protovalidate enforces, where JSON schema has a word for them. */
function limitsOf(field: DescField): Schema {
  if (!hasOption(field, fieldRules)) return {};
  const rules: FieldRules = getOption(field, fieldRules);
  const { case: kind, value } = rules.type;
  if (getOption(field, decimalOption)) return {};
  if (kind === "string") {
    return defined({
      minLength: number(value.minLen),
      maxLength: number(value.maxLen),
      pattern: value.pattern || undefined,
      format: value.wellKnown.case === "email" ? "email" : undefined,
      enum: value.in.length > 0 ? value.in : undefined,
    });
  }
  if (kind === "int32" || kind === "int64" || kind === "double") {
    const { greaterThan: low, lessThan: high } = value;
    return defined({
      [low.case === "gt" ? "exclusiveMinimum" : "minimum"]: number(low.value),
      [high.case === "lt" ? "exclusiveMaximum" : "maximum"]: number(high.value),
    });
  }
  if (kind === "repeated")
    return defined({ minItems: number(value.minItems), maxItems: number(value.maxItems), uniqueItems: value.unique || undefined });
  return {};
}

const number = (value: bigint | number | string | undefined): number | undefined =>
  value === undefined || value === 0n ? undefined : Number(value);

function defined(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
