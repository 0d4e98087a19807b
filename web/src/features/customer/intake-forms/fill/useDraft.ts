import { type Answers, answerFor } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { useEffect, useRef, useState } from "react";

/** Between the last letter and what goes to the server. */
const PAUSE_MS = 2_000;

/** Keeps what was typed on the server once it names a phone number; says whether it did. */
export function useDraft(formId: string, ticket: string, content: FormContent, answers: Answers, sent: boolean): boolean {
  const [kept, setKept] = useState(false);
  const before = useRef(answers);
  const [phone = ""] = answerFor(content, answers.owner, "client.phoneNumber");
  const ready = phone.replaceAll(/\D/g, "").length >= 7;
  useEffect(() => {
    if (sent || !ready || answers === before.current) return;
    const timer = setTimeout(() => {
      before.current = answers;
      void import("./draft-api.ts").then(({ keepDraft }) => keepDraft(formId, ticket, answers)).then(setKept, () => undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [formId, ticket, answers, ready, sent]);
  return kept;
}
