import type { DescField } from "@bufbuild/protobuf";

export type Bag = Record<string, unknown>;

/** Where a field's value lies: in the message, or in the group of which it is the chosen one. */
export function placeOf(field: DescField): { place: (message: Bag) => Bag | undefined; name: string } {
  const { oneof, localName } = field;
  if (!oneof) return { place: (message) => message, name: localName };
  const place = (message: Bag): Bag | undefined => {
    const group = message[oneof.localName] as { case?: string } | undefined;
    return group?.case === localName ? (group as Bag) : undefined;
  };
  return { place, name: "value" };
}
