import type { DescMessage, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { type Later, toast } from "../../ui/feedback/toast.ts";

/** A call that takes something back, in a form that can be written down. */
export type Undoing = { readonly call: string; readonly message: object };
/** `first`: another part of the same act, which is taken back before; one that cannot be any more is passed over. */
export type Undo = Undoing & { readonly key: string; readonly first?: Undoing | undefined };

const recent = () => import("./recent.ts");
const sayWhy = (error: unknown): void => toast.error(messageOf(error));

export const undoing = <I extends DescMessage>(
  { parent, name }: DescMethodUnary<I, DescMessage>,
  message: MessageInitShape<I>,
): Undoing => ({ call: `${parent.typeName}/${name}`, message });

/** Says what was done and offers to take it back, for some seconds beside the words and for as long as it can be under "Recent changes". */
export const saidUndoable = <I extends DescMessage>(
  text: string,
  method: DescMethodUnary<I, DescMessage>,
  message: MessageInitShape<I>,
  first?: Undoing,
  later?: Later,
): void => {
  const own = undoing(method, message);
  const undo: Undo = { ...own, first, key: `${own.call} ${JSON.stringify(message)}` };
  void recent().then(
    ({ remember }) => remember(text, undo),
    () => undefined,
  );
  const takeBack = () => void recent().then(({ takeBack }) => takeBack(undo), sayWhy);
  toast.success(text, { about: undo.key, undo: takeBack, ...(later && { later }) });
};
