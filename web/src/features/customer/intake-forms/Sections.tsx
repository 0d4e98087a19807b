import { IntakeSubject } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { type Fault, type FormContent, type Question, tidied } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { later } from "../../../ui/page/later.tsx";
import { newQuestion, newSection } from "./form-values.ts";
import { SectionCard } from "./SectionCard.tsx";

const QuestionDrawer = later(async () => (await import("./QuestionDrawer.tsx")).QuestionDrawer);

type Props = { draft: FormContent; faults: readonly Fault[]; disabled: boolean; onChange: (draft: FormContent) => void };

/** The parts of a form, each with its questions; a question opens beside them. */
export const Sections = ({ draft, faults, disabled, onChange }: Props) => {
  const { sections } = draft;
  const [opened, setOpened] = useState<{ section: number; question: number }>();
  const set = (next: FormContent["sections"]) => onChange({ ...draft, sections: next });
  // What is new has its key at once, so that later questions can depend on it.
  const keyed = (next: FormContent["sections"]) => onChange(tidied({ ...draft, sections: next }));
  const withAt = (at: number, section: FormContent["sections"][number]) => sections.map((one, other) => (other === at ? section : one));
  const current = opened && sections[opened.section];
  const put = (question: Question | null) => {
    if (!opened || !current) return;
    const { questions } = current;
    const isNew = opened.question === questions.length;
    const kept = questions.flatMap((one, at) => (at === opened.question ? (question ?? []) : one));
    keyed(withAt(opened.section, { ...current, questions: isNew && question ? [...questions, question] : kept }));
    setOpened(undefined);
  };
  return (
    <>
      {sections.map((section, at) => (
        <SectionCard
          key={section.key}
          section={section}
          at={at}
          count={sections.length}
          faults={faults.filter(({ path }) => path.startsWith(`sections.${at}.`))}
          disabled={disabled}
          onChange={(next) => set(withAt(at, next))}
          onMove={(from, to) => set(moved(sections, from, to))}
          onRemove={() => set(sections.filter((_, other) => other !== at))}
          onOpen={(question) => setOpened({ section: at, question })}
        />
      ))}
      {!disabled && (
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          <Button startIcon={<Icon name="plus" />} onClick={() => keyed([...sections, newSection(IntakeSubject.OWNER)])}>
            Add a section about the owner
          </Button>
          <Button startIcon={<Icon name="plus" />} onClick={() => keyed([...sections, newSection(IntakeSubject.PET)])}>
            Add a section about each pet
          </Button>
        </Box>
      )}
      {opened && current && (
        <QuestionDrawer
          draft={draft}
          section={current}
          question={current.questions[opened.question] ?? newQuestion()}
          isNew={opened.question === current.questions.length}
          disabled={disabled}
          onClose={() => setOpened(undefined)}
          onDone={put}
        />
      )}
    </>
  );
};
