import { petOfCode } from "@leashline/proto/rules/pet-code.ts";
import { useEffect, useRef, useState } from "react";
import { useSettled } from "../../../ui/lists/useSettled.ts";

/** Who is looked for on the day: what was typed once the typist pauses, and at once what came with an Enter, as from a scanner. */
export function useFinding() {
  const [text, setText] = useState("");
  const [entered, setEntered] = useState("");
  const [due, setDue] = useState(false);
  const settled = useSettled(text.trim());
  const input = useRef<HTMLInputElement>(null);
  return {
    input,
    text,
    keyword: entered || settled,
    due,
    type: (next: string) => {
      setText(next);
      setEntered("");
      setDue(false);
    },
    enter: () => {
      setEntered(text.trim());
      setDue(text.trim() !== "");
    },
    /** Who goes on to another list has not asked for it to be decided on. */
    leaving:
      <At>(go: (at: At) => void) =>
      (at: At) => {
        setDue(false);
        go(at);
      },
    /** A code from a label is followed by the next one, which is written over it. */
    done: () => {
      setDue(false);
      if (petOfCode(text) !== undefined) input.current?.select();
    },
  };
}

export type Finding = ReturnType<typeof useFinding>;

/** An Enter takes in the only one that is meant, as soon as it is known who is; the list is the one that is looked through. */
export function useEntered({ due, done }: Finding, answered: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!due || !answered) return;
    done();
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-act=check-in]");
    if (buttons?.length === 1) buttons[0]?.click();
  }, [due, done, answered]);
  return list;
}
