import type { Question } from "@leashline/proto/rules/intake-form.ts";
import { targets } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { RowArrows } from "../../../ui/lists/RowArrows.tsx";
import { moved, useRowDrag } from "../../../ui/lists/useRowDrag.ts";
import { typeWord } from "./form-words.ts";

type Props = {
  questions: readonly Question[];
  faulty: (at: number) => boolean;
  disabled: boolean;
  onOpen: (at: number) => void;
  onChange: (questions: Question[]) => void;
};

const about = ({ type, required, condition, target }: Question): string =>
  [
    typeWord(type),
    required && "required",
    condition && "only sometimes",
    target && `saved as ${targets[target]?.label.toLowerCase() ?? target}`,
  ]
    .filter(Boolean)
    .join(" · ");

/** The questions of a section; dragged, or moved by their arrows, into another order. */
export const QuestionRows = ({ questions, faulty, disabled, onOpen, onChange }: Props) => {
  const move = (from: number, to: number) => onChange(moved(questions, from, to));
  const drag = useRowDrag(questions.length, disabled ? undefined : move);
  return (
    <Box component="ol" aria-label="Questions" sx={{ m: 0, p: 0, listStyle: "none" }}>
      {questions.map((question, at) => (
        <Box
          component="li"
          key={question.key}
          {...drag.props(at)}
          sx={{ display: "flex", alignItems: "center", gap: 1, borderBottom: 1, borderColor: "line", ...drag.look(at) }}
        >
          <ButtonBase onClick={() => onOpen(at)} sx={{ flex: 1, minWidth: 0, display: "block", textAlign: "left", py: 1, borderRadius: 1 }}>
            <Typography color={faulty(at) ? "error" : "textPrimary"} sx={{ overflowWrap: "anywhere" }}>
              {question.label || "New question"}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {about(question)}
            </Typography>
          </ButtonBase>
          {!disabled && <RowArrows name={question.label} at={at} count={questions.length} onMove={move} />}
        </Box>
      ))}
    </Box>
  );
};
