import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";

export type Counted = { fields: number; depth: number };

const [varint, fixed64, lengthDelimited, fixed32] = [0, 1, 2, 5];
const fixedLength: Readonly<Record<number, number>> = { [fixed64]: 8, [fixed32]: 4 };

/**
 * How many values a binary message holds and how deep they are nested, without making any of them. Stops when either is over what may be, and at
 * whatever cannot be read, which is for the reader to refuse.
 */
export function countFields(schema: DescMessage, bytes: Uint8Array, most: Counted): Counted {
  const counted: Counted = { fields: 0, depth: 0 };
  const over = () => counted.fields > most.fields || counted.depth > most.depth;
  const message = (desc: DescMessage, from: number, end: number, depth: number): void => {
    counted.depth = Math.max(counted.depth, depth);
    for (let at = from; at < end && !over(); ) {
      const tag = readVarint(bytes, at, end);
      counted.fields++;
      const wire = tag.value & 7;
      const field = fieldsOf(desc).get(Math.floor(tag.value / 8));
      if (wire === lengthDelimited) {
        const length = readVarint(bytes, tag.next, end);
        at = length.next + length.value;
        if (at > end) return;
        const inner = field && messageIn(field);
        if (inner) message(inner, length.next, at, depth + 1);
        else if (field && isPacked(field)) counted.fields += packedCount(field, bytes.subarray(length.next, at));
      } else if (wire === varint) at = readVarint(bytes, tag.next, end).next;
      else {
        const length = fixedLength[wire];
        if (length === undefined) return;
        at = tag.next + length;
      }
    }
  };
  message(schema, 0, bytes.length, 1);
  return counted;
}

const byNumber = new WeakMap<DescMessage, Map<number, DescField>>();

function fieldsOf(desc: DescMessage): Map<number, DescField> {
  let fields = byNumber.get(desc);
  if (!fields) {
    fields = new Map(desc.fields.map((field) => [field.number, field]));
    byNumber.set(desc, fields);
  }
  return fields;
}

const messageIn = (field: DescField): DescMessage | undefined => (field.fieldKind === "map" ? undefined : field.message);
const isPacked = (field: DescField): boolean =>
  field.fieldKind === "list" &&
  (field.enum !== undefined || (field.scalar !== undefined && ![ScalarType.STRING, ScalarType.BYTES].includes(field.scalar)));

const widths: Partial<Record<ScalarType, number>> = {
  [ScalarType.DOUBLE]: 8,
  [ScalarType.FIXED64]: 8,
  [ScalarType.SFIXED64]: 8,
  [ScalarType.FLOAT]: 4,
  [ScalarType.FIXED32]: 4,
  [ScalarType.SFIXED32]: 4,
};

/** A packed list has its values one behind the other; a varint ends with the byte that has no high bit. */
function packedCount(field: DescField, bytes: Uint8Array): number {
  const width = field.scalar === undefined ? undefined : widths[field.scalar];
  if (width !== undefined) return bytes.length / width;
  let count = 0;
  for (const byte of bytes) if (byte < 0x80) count++;
  return count;
}

/** A number of up to ten bytes; of larger ones only the end matters here. */
function readVarint(bytes: Uint8Array, from: number, end: number): { value: number; next: number } {
  let value = 0;
  let scale = 1;
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) return { value, next: at + 1 };
  }
  return { value, next: end };
}
