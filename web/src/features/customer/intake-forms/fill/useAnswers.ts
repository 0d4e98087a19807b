import { type Answers, type Faults, faultsLeft } from "@leashline/proto/rules/intake-answers.ts";
import { useEffect, useRef, useState } from "react";
import type { AnswersChange } from "./answers/answer-change.ts";
import { forget, keep, readKept } from "./kept.ts";

type Problem = { faults: Faults; words: string };
const none: Problem = { faults: {}, words: "" };

const solved = ({ faults, words }: Problem, before: Answers, next: Answers): Problem => {
  const left = faultsLeft(faults, before, next);
  return { faults: left, words: Object.keys(left).length === 0 ? "" : words };
};

/** What somebody fills in, kept on the device with every change until it is sent or the page is left. */
export function useAnswers(formId: string, ticket: string) {
  const [answers, setAnswers] = useState<Answers>(() => readKept(formId)?.answers ?? { owner: {}, pets: [{}] });
  const [problem, setProblem] = useState(none);
  // As it is now, and not as it was when a page was drawn: a file arrives long after it was chosen.
  const now = useRef(answers);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const write = (change: AnswersChange) => {
    if (!open.current) return;
    const before = now.current;
    const next = change(before);
    now.current = next;
    setAnswers(next);
    setProblem((found) => solved(found, before, next));
    keep(formId, { ticket, answers: next });
  };
  const done = () => {
    open.current = false;
    forget(formId);
  };
  return { answers, problem, setProblem, write, done };
}
